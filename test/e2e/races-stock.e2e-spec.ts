import type { Plan } from '#domains/plans/plan.entity';
import { sessionCookie } from '../support/logged-in';
import { Pages } from '../support/pages';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { CROWD, race, twoServers } from '../support/races';
import { runJob } from '../support/run-job';
import { testApp, type TestEnvironment } from '../support/start-test-app';

let settings: TestEnvironment;
const t = testApp(async () => (settings = await withDemoBank()));
const { crowd, origin } = twoServers(t, () => ({ ...settings, PORT: '0' }));

beforeEach(async () => {
  await t.given.fanclub();
  await openBank(t);
});

const checkoutOf = ({ fanclubId, id }: Plan): string => `/fanclubs/${fanclubId}/plans/${id}/checkout`;

/** People with an account, each in a browser of their own at one of the servers. */
async function people({ fanclubId }: Plan): Promise<Pages[]> {
  const all: Pages[] = [];
  for (let n = 0; n < CROWD; n += 1) {
    const pages = new Pages(origin(n));
    const customer = await t.given.customer();
    pages.http.cookies.set(...sessionCookie(t, fanclubId, await t.given.session({ customer })));
    all.push(pages);
  }
  return all;
}

const countsOf = async ({ id }: Plan) =>
  (
    await t.db.query(
      `SELECT s.held, s.sold, s.waiting, (SELECT count(*)::integer FROM orders o WHERE o.plan_id = s.plan_id) AS orders
       FROM plan_stock s WHERE s.plan_id = $1`,
      [id],
    )
  )[0] as Record<string, number>;

/** Everybody sends the order form of a plan of which one is left. */
async function buysOne(price: string, taken: Record<string, number>): Promise<void> {
  const plan = await t.given.plan({ price });
  await t.given.planStock({ plan, capacity: 1 });
  const all = await people(plan);
  const offers = await Promise.all(all.map((pages) => pages.open(checkoutOf(plan))));
  await crowd((_, n) => offers[n].submit());
  expect(await countsOf(plan)).toEqual({ ...taken, waiting: 0, orders: 1 });
}

describe(`${CROWD} people at once, over two servers`, () => {
  race('buy the last membership of a paid plan once', () => buysOne('24.99', { held: 1, sold: 0 }));

  race('get the last membership of a free plan once', () => buysOne('0', { held: 0, sold: 1 }));

  race('join a waiting list once each, and one of them is offered what comes free', async () => {
    const plan = await t.given.plan({ price: '24.99' });
    await t.given.planStock({ plan, capacity: 0 });
    const all = await people(plan);
    const offers = await Promise.all(all.map((pages) => pages.open(checkoutOf(plan))));
    await Promise.all([crowd((_, n) => offers[n].submit()), crowd((_, n) => offers[n].submit())]);
    expect(await countsOf(plan)).toEqual({ held: 0, sold: 0, waiting: CROWD, orders: 0 });
    await t.db.query('UPDATE plan_stock SET capacity = 1 WHERE plan_id = $1', [plan.id]);
    await Promise.all([1, 2, 3, 4].map(() => runJob(t, 'waiting_lists.serve')));
    expect(await countsOf(plan)).toEqual({ held: 1, sold: 0, waiting: CROWD - 1, orders: 0 });
  });
});
