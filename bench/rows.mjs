// The rows that are compared with the peer.
import { openContests } from './seed/clubs.mjs';
import { bytesOf, inTurn, once } from './load/request.mjs';

const KEY = 'key=bench-1';
const PUBLIC = { target: 3, stretch: 5 };
const VIEWED = { target: 1.5, stretch: 3 };
const OWN = { target: 0.75, stretch: 0.9 };

const read = (name, path, aims, isLoggedIn) => ({ name, path, ...aims, isLoggedIn });

/** GET rows. `target` and `stretch` are ratios of throughput, ours to the peer's. */
export const READS = [
  read('GET /fanclub', '/fanclub', PUBLIC, false),
  read('GET /plans', '/plans', PUBLIC, false),
  read('GET /events', '/events', PUBLIC, false),
  read('GET /contests', '/contests', PUBLIC, false),
  read('GET /account', '/account', { target: 0.8, stretch: 1 }, true),
  read('GET /events, logged in', '/events', VIEWED, true),
  read('GET /plans, logged in', '/plans', VIEWED, true),
  read('GET /contests, logged in', '/contests', VIEWED, true),
  read('GET /orders', '/orders', OWN, true),
  read('GET /subscriptions', '/subscriptions', OWN, true),
  read('GET /account/shipping', '/account/shipping', OWN, true),
].map((row) => ({ ...row, path: `/api/v1${row.path}?${KEY}` }));

/** The row that writes. */
export const ENTER = { name: 'POST /contests/{id}/enter', ...OWN };

/** The requests of a row of {@link READS}, from as many customers as there are cookies. */
export function requestsOf({ path, isLoggedIn }, cookies) {
  return isLoggedIn ? cookies.map((cookie) => ({ path, headers: { cookie } })) : [{ path }];
}

/** A source that repeats the requests of a read. */
export const readingAgain = (row, cookies) => inTurn(requestsOf(row, cookies));

/** Contest entries: all pairs of a customer and a contest that the customer has not entered. */
export function entries(size, cookies) {
  return openContests(size).flatMap((id) =>
    cookies.map((cookie) => ({
      method: 'POST',
      path: `/api/v1/contests/${id}/enter?${KEY}`,
      headers: { cookie },
    })),
  );
}

/** A source of the bytes of {@link entries}, created once because there are many. */
export function enteringOnce(size, cookies) {
  const bytes = entries(size, cookies).map(bytesOf);
  return () => once(bytes);
}
