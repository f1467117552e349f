// The rows that are compared with the peer.
import { bytesOf, inTurn, once } from './load/request.mjs';
import { openContests } from './seed/clubs.mjs';

const PUBLIC = { target: 4, stretch: 6 };
const WARM = { target: 3, stretch: 6 };
const COLD = { target: 0.9, stretch: 1.1 };
const PAGE = { target: 3, stretch: 5 };

/** The requests of a page of a fan club's website. */
const OF_A_PAGE = ['/fanclub', '/account', '/plans', '/events', '/contests'];
const OF_CUSTOMERS = [
  '/account',
  '/events',
  '/plans',
  '/contests',
  '/orders',
  '/subscriptions',
  '/account/shipping',
];

/** Rows of visitors who are not logged in, in the fan club that is measured. */
export const PUBLIC_READS = ['/fanclub', '/plans', '/events', '/contests'].map((path) => ({
  name: `GET ${path}`,
  paths: [path],
  ...PUBLIC,
}));

/** Rows of a few customers of one fan club, each of whom returns within a second. */
export const WARM_READS = OF_CUSTOMERS.map((path) => ({
  name: `GET ${path}, warm`,
  paths: [path],
  ...WARM,
}));

/** Rows of all customers of all fan clubs in turn, so that nothing of them is in memory. The first is a visit of five requests. */
export const COLD_READS = [
  { name: 'a fan opens a page', paths: OF_A_PAGE, ...PAGE },
  ...OF_CUSTOMERS.map((path) => ({ name: `GET ${path}, cold`, paths: [path], ...COLD })),
];

/** The row that writes. */
export const ENTER = { name: 'POST /contests/{id}/enter', ...COLD };

/** @throws Error for an unknown name */
export function readOf(name) {
  const row = [...PUBLIC_READS, ...WARM_READS, ...COLD_READS].find((one) => one.name === name);
  if (!row) throw new Error(`There is no row ${name}.`);
  return row;
}

/** The requests of a read, in the order in which they are sent. @param fans `[null]` for a visitor who is not logged in */
export const requestsOf = ({ paths }, fans) =>
  fans.flatMap((fan) =>
    paths.map((path) => ({
      path: pathOf(path, fan?.club ?? 1),
      headers: fan === null ? {} : { cookie: fan.cookie },
    })),
  );

const pathOf = (path, club) => `/api/v1${path}${path.includes('?') ? '&' : '?'}key=bench-${club}`;

/** A source that repeats the requests of a read. */
export const readingAgain = (row, fans) => inTurn(requestsOf(row, fans));

/**
 * Sources of the requests of so many fans that none returns soon. Each source continues after the last fan of the former one. It creates
 * the requests when they are sent, because there are many.
 */
export function readingOnce(fans) {
  let fan = 0;
  return ({ paths }) => {
    let step = 0;
    return () => {
      if (step === paths.length) {
        step = 0;
        fan = (fan + 1) % fans.length;
      }
      const { club, cookie } = fans[fan];
      return `GET ${pathOf(paths[step++], club)} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`;
    };
  };
}

/** Contest entries: all pairs of a fan and a contest that the fan has not entered. */
export function entries(size, fans) {
  return openContests(size).flatMap((id) =>
    fans.map(({ cookie }) => ({
      method: 'POST',
      path: pathOf(`/contests/${id}/enter`, 1),
      headers: { cookie },
    })),
  );
}

/** A source of the bytes of {@link entries}, created once because there are many. */
export function enteringOnce(size, fans) {
  const bytes = entries(size, fans).map(bytesOf);
  return () => once(bytes);
}
