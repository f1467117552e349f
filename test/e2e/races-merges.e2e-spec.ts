import { PASSWORD } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import { Api } from '../support/api';
import { sessionCookie } from '../support/logged-in';
import { Pages } from '../support/pages';
import { CROWD, race, twoServers } from '../support/races';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();
const { crowd, origin } = twoServers(t);

describe(`${CROWD} merges at once, with purchases and log-ins of the accounts that are merged, over two servers`, () => {
  race('leave nothing at an account that was merged, and no purchase without its membership', async () => {
    const club = await t.given.fanclub();
    const plan = await t.given.plan({ price: '0' });
    const owner = await staffOf(t);
    const into = await t.given.customer();
    const others: Customer[] = [];
    for (let n = 0; n < CROWD; n += 1) others.push(await t.given.customer());
    const offers = await Promise.all(
      others.map(async (customer, n) => {
        const pages = new Pages(origin(n));
        pages.http.cookies.set(...sessionCookie(t, club.id, await t.given.session({ customer })));
        return pages.open(`/fanclubs/${club.id}/plans/${plan.id}/checkout`);
      }),
    );
    const path = `/fanclubs/${club.id}/members/${into.id}/merges`;
    const [merged] = await Promise.all([
      crowd((_, n) => owner.post(`${path}/${others[n].id}`, { reason: 'the same person' })),
      crowd((_, n) => offers[n].submit()),
      crowd((server, n) =>
        new Api(server, t.given).post('/login', { email: others[n].email, password: PASSWORD }),
      ),
    ]);
    const done = others.filter((_, n) => merged[n].status === 204).map(({ id }) => id);
    expect(done.length).toBeGreaterThan(0);
    const [left] = await t.db.query<object[]>(
      `SELECT (SELECT count(*)::integer FROM customers WHERE merged_into = $2 AND email IS NULL) AS merged,
              (SELECT count(*)::integer FROM orders WHERE customer_id = ANY ($1)) AS orders,
              (SELECT count(*)::integer FROM subscriptions WHERE customer_id = ANY ($1)) AS terms,
              (SELECT count(*)::integer FROM sessions WHERE customer_id = ANY ($1)) AS sessions,
              (SELECT count(*)::integer FROM orders o
               WHERE NOT EXISTS (SELECT FROM subscriptions s WHERE s.order_id = o.id)
                 AND NOT EXISTS (SELECT FROM queued_subscriptions q WHERE q.order_id = o.id)) AS unfulfilled`,
      [done, into.id],
    );
    expect(left).toEqual({ merged: done.length, orders: 0, terms: 0, sessions: 0, unfulfilled: 0 });
  });
});
