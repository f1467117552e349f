import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '#domains/plans/plan.entity';
import { Renewal } from '#domains/renewals/renewal.entity';
import { daysFrom } from '#samples';
import { Api } from '../support/api';
import { sessionCookie } from '../support/logged-in';
import { Pages } from '../support/pages';
import { openBank, payByCard, withDemoBank } from '../support/payments/demo-bank';
import { notOverloaded, race, twoServers } from '../support/races';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp, type TestEnvironment } from '../support/start-test-app';

// The demo bank is that of the test's service. The two servers reach it over HTTP.
let settings: TestEnvironment;
const t = testApp(async () => (settings = await withDemoBank()));
const { crowd, origin } = twoServers(t, () => ({ ...settings, PORT: '0', RUN_JOBS: 'false' }));

/** The requests of a race. */
const REQUESTS = 18;

let plan: Plan;
let root: string;

beforeEach(async () => {
  const { id } = await t.given.fanclub();
  root = `/fanclubs/${id}`;
  await openBank(t);
});

interface Due {
  readonly renewal: number;
  readonly customer: number;
  readonly browser: (n: number) => Pages;
  /** The member in the API of a server. */
  readonly api: (n: number) => Api;
  /** The hidden fields of the page's forms. */
  readonly token: Readonly<Record<string, string>>;
}

/**
 * A member with a saved card whose renewal was announced two weeks ago, and is to be charged now.
 * @param total what was announced; with more than the price, the plan has a package, which costs more in other countries
 */
async function due(total = '24.99'): Promise<Due> {
  const now = t.clock.now();
  const salesPeriod = await t.given.salesPeriod({ startsAt: daysFrom(now, -20), endsAt: daysFrom(now, 300) });
  const former = await t.given.salesPeriod({ startsAt: daysFrom(now, -400), endsAt: daysFrom(now, -21) });
  plan = await t.given.plan({ price: '24.99', salesPeriod });
  const customer = await t.given.customer({ autoRenewalEnabled: false });
  if (total !== plan.price) {
    await t.given.package(plan, []);
    await t.given.shippingAddress({ customer });
  }
  const cookie = sessionCookie(t, plan.fanclubId, await t.given.session({ customer }));
  const browser = (n: number): Pages => {
    const pages = new Pages(origin(n));
    pages.http.cookies.set(...cookie);
    return pages;
  };
  const step = await (await browser(0).open(`${root}/membership`)).submit();
  await payByCard(t, step.links['Enter the card']);
  const page = await (await browser(0).open(`${root}/membership/return`)).follow();
  const term = { startDate: daysFrom(now, -330), endDate: daysFrom(now, 35), salesPeriodId: former.id };
  const subscription = await t.given.subscription({ customer, plan, ...term });
  const announcedAt = daysFrom(now, -14);
  const dates = { announcedAt, chargeAt: now, nextAt: now, announcedTotal: total };
  const country = total === plan.price ? null : 'US';
  const { id } = await t.given.renewal({ subscription, kind: 'season', country, ...dates });
  const token = { form_token: page.fields.form_token.value };
  const api = (n: number): Api => new Api(origin(n), t.given).withCookie(...cookie);
  return { renewal: id, customer: customer.id, browser, api, token };
}

interface Outcome {
  readonly state: string;
  /** Orders that renew the membership and are not closed. */
  readonly orders: number;
  readonly live: number;
  readonly succeeded: number;
  readonly surplus: number;
  readonly terms: number;
}

async function outcomeOf({ renewal, customer }: Due): Promise<Outcome> {
  const [found] = await t.db.query<Omit<Outcome, 'state'>[]>(
    `SELECT (SELECT count(*)::integer FROM orders WHERE customer_id = $1 AND closed_at IS NULL) AS orders,
            count(*) FILTER (WHERE p.state IN ('created', 'open', 'pending', 'unknown'))::integer AS live,
            count(*) FILTER (WHERE p.state = 'succeeded')::integer AS succeeded,
            count(*) FILTER (WHERE p.surplus)::integer AS surplus,
            (SELECT count(*)::integer FROM subscriptions WHERE customer_id = $1) AS terms
     FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.customer_id = $1`,
    [customer],
  );
  const { state } = await t.db.getRepository(Renewal).findOneByOrFail({ id: renewal });
  return { state, ...found };
}

race('a renewal that is charged by everybody at once is charged once', async () => {
  const one = await due();
  await Promise.all([
    runJob(t, 'renewals.run'),
    crowd((_, n) => one.browser(n).send(`${root}/membership/renewal-on`, one.token), REQUESTS),
  ]);
  t.clock.advance(60);
  await runJob(t, 'renewals.run');
  expect(await outcomeOf(one)).toEqual({
    state: 'done',
    orders: 1,
    live: 0,
    succeeded: 1,
    surplus: 0,
    terms: 2,
  });
});

race('a renewal by hand and its charge share one order, and only one of them takes money', async () => {
  const one = await due();
  const offer = await one.browser(0).open(`${root}/plans/${plan.id}/checkout`);
  await Promise.all([
    offer.submit(),
    crowd((_, n) => one.browser(n).send(`${root}/membership/renewal-on`, one.token), 4),
  ]);
  const found = await outcomeOf(one);
  expect([found.orders, found.live + found.succeeded, found.surplus]).toEqual([1, 1, 0]);
  expect(found.state).toBe(found.succeeded === 1 ? 'done' : 'announced');
});

race('a renewal that is stopped while it is charged is either charged or stopped', async () => {
  const one = await due();
  await crowd(
    (_, n) => one.browser(n).send(`${root}/membership/renewal-${n % 3 === 0 ? 'off' : 'on'}`, one.token),
    REQUESTS,
  );
  await one.browser(0).send(`${root}/membership/renewal-off`, one.token);
  t.clock.advance(60);
  await runJob(t, 'renewals.run');
  const { state, succeeded, live, terms } = await outcomeOf(one);
  expect([state, succeeded, live]).toEqual(state === 'done' ? ['done', 1, 0] : ['stopped', 0, 0]);
  expect(terms).toBe(1 + succeeded);
});

/** What members have paid and own, together. */
async function ownedBy(
  ...members: readonly number[]
): Promise<{ paid: string | null; days: number; terms: number }> {
  const [found] = await t.db.query<{ paid: string | null; days: number; terms: number }[]>(
    `SELECT (SELECT sum(total)::text FROM orders WHERE customer_id = ANY ($1) AND paid_at IS NOT NULL) AS paid,
            round(sum(extract(epoch FROM end_date - start_date)) / 86400)::integer AS days, count(*)::integer AS terms
     FROM subscriptions WHERE customer_id = ANY ($1)`,
    [members],
  );
  return found;
}

race(
  'a renewal that is charged while its member is merged is paid once or not at all, and no day is lost',
  async () => {
    const control = await due();
    const before = await ownedBy(control.customer);
    await control.browser(0).send(`${root}/membership/renewal-on`, control.token);
    t.clock.advance(60);
    await runJob(t, 'renewals.run');
    const charged = await ownedBy(control.customer);
    expect(charged).toMatchObject({ paid: '24.99', terms: 2 });

    const [one, into, owner] = [await due(), await t.given.customer(), await staffOf(t)];
    const merge = `${root}/members/${into.id}/merges/${one.customer}`;
    const [merged] = await Promise.all([
      owner.post(merge, { reason: 'the same person' }),
      runJob(t, 'renewals.run'),
      crowd((_, n) => one.browser(n).send(`${root}/membership/renewal-on`, one.token), 4),
    ]);
    t.clock.advance(60);
    await runJob(t, 'renewals.run');
    const { succeeded } = await outcomeOf({
      ...one,
      customer: merged.status === 204 ? into.id : one.customer,
    });
    expect(succeeded).toBeLessThanOrEqual(1);
    expect(await ownedBy(one.customer, into.id)).toEqual(succeeded === 1 ? charged : before);
    if (merged.status === 204) expect((await ownedBy(one.customer)).terms).toBe(0);
  },
);

const ABROAD = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', address: '1 Linden', city: 'Berlin', state: 'BE' },
  ...{ postal_code: '10115', country: 'DE' },
};

race(
  'a member who moves abroad while the renewal is charged pays what was announced, or nothing',
  async (round) => {
    const one = await due('29.99');
    const [moving] = await Promise.all([
      sleep((round % 5) * 20).then(() =>
        notOverloaded(() => one.api(round).post('/account/shipping', ABROAD)),
      ),
      // The page follows the renewal, as the job does.
      crowd((_, n) => one.browser(n).open(`${root}/saved-card/return`), REQUESTS),
    ]);
    expect(moving.text).toContain('"status":"ok"');
    t.clock.advance(60);
    await runJob(t, 'renewals.run');
    const { state, succeeded, live, terms } = await outcomeOf(one);
    expect([state, succeeded, live]).toEqual(state === 'done' ? ['done', 1, 0] : ['stopped', 0, 0]);
    expect(terms).toBe(1 + succeeded);
    const charges = await t.db.query<{ amount: string }[]>(
      'SELECT p.amount::text FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.customer_id = $1',
      [one.customer],
    );
    expect(charges).toEqual(state === 'done' ? [{ amount: '29.99' }] : []);
  },
);
