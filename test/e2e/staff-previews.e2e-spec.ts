import type { Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { staffOf } from '../support/staff-client';
import { NOW, testApp } from '../support/start-test-app';

const t = testApp();

const preview = async (rest: string): Promise<string> =>
  `/fanclubs/${(await t.given.tenant!).id}/preview/${rest}`;

/** Each preview, and the request whose answer it shows. */
const LISTS = {
  plans: '/plans',
  events: '/events?scope=upcoming&schedule=active',
  contests: '/contests',
  benefits: '/account/benefits',
};

/** A member of Gold, with plans, a benefit, an exclusive link and a contest in which they were drawn. */
async function world() {
  const gold = await t.given.plan({ name: 'Gold', price: '50.00' });
  const silver = await t.given.plan({ name: 'Silver', price: '20.00' });
  await t.given.upgrade(silver, gold);
  const benefit = await t.given.benefit({ plans: [gold] });
  const event = await t.given.event();
  await t.given.ticketLink({ event, exclusive: true, plans: [gold], codes: ['GOLD-ONLY'] });
  const contest = await t.given.contest({ event, plans: [gold] });
  const customer = await t.given.customer();
  const subscription = await t.given.subscription({ customer, plan: gold });
  await t.given.entry({ contest, customer, selected: true });
  return { gold, silver, benefit, event, contest, customer, subscription };
}

/** The contests of a list as the API shows each of them. */
const inFull = (api: Api, contests: readonly { readonly id: number }[]): Promise<unknown[]> =>
  Promise.all(contests.map(async ({ id }) => (await api.get(`/contests/${id}`)).body.contest));

/** The lists of an answer of the API, without what only the API's envelope has. */
async function shownBy(api: Api, name: keyof typeof LISTS): Promise<object> {
  const { body } = await api.get(LISTS[name]);
  if (name === 'contests') return { contests: await inFull(api, body.contests as { id: number }[]) };
  const shown = { [name]: body[name] as unknown };
  return name === 'events' ? { ...shown, pagination: body.pagination as unknown } : shown;
}

const count = async (table: string): Promise<number> =>
  Number((await t.db.query(`SELECT count(*) AS n FROM ${table}`))[0].n);

const looks = async (): Promise<unknown> =>
  t.db.query(`SELECT staff_id, customer_id FROM staff_audits WHERE action = 'member.seen' ORDER BY id`);

it('shows what a visitor gets', async () => {
  await world();
  const viewer = await staffOf(t, 'viewer');
  for (const name of ['plans', 'events', 'contests'] as const) {
    const shown = await shownBy(t.api, name);
    for (const query of ['', '?as=visitor']) {
      expect(await viewer.get(await preview(name + query))).toMatchObject({ status: 200, body: shown });
      expect((await viewer.get(await preview(name + query))).body).toEqual(shown);
    }
  }
  expect((await viewer.get(await preview('benefits'))).status).toBe(400);
  expect(await looks()).toEqual([]);
});

it('shows what a member gets, without a session, and puts it on record', async () => {
  const { customer, benefit } = await world();
  const kim = await staffOf(t, 'support');
  const api = await loggedIn(t, customer);
  const before = [await count('sessions'), await count('staff_sessions')];
  for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
    const shown = await kim.get(await preview(`${name}?as=member:${customer.id}`));
    expect(shown.headers).not.toHaveProperty('set-cookie');
    expect(shown.body).toEqual(await shownBy(api, name));
  }
  expect([await count('sessions'), await count('staff_sessions')]).toEqual(before);
  // The member's view differs from the visitor's, so the comparison above means something.
  const plans = await kim.get(await preview(`plans?as=member:${customer.id}`));
  expect(plans.body).toMatchObject({ plans: [{ name: 'Gold', current: true }, { name: 'Silver' }] });
  const events = await kim.get(await preview(`events?as=member:${customer.id}`));
  expect(events.body).toMatchObject({ events: [{ links: [{ codes: ['GOLD-ONLY'] }] }] });
  const contests = await kim.get(await preview(`contests?as=member:${customer.id}`));
  expect(contests.body).toMatchObject({ contests: [{ entered: true, selected: true }] });
  const benefits = await kim.get(await preview(`benefits?as=member:${customer.id}`));
  expect(benefits.body).toMatchObject({ benefits: [{ id: benefit.id }] });
  // Once per hour.
  expect(await looks()).toEqual([{ staff_id: kim.person.id, customer_id: customer.id }]);
});

it('shows what a visitor or a member gets at a later time', async () => {
  const { customer, contest } = await world();
  const period = await t.given.salesPeriod({
    startsAt: new Date('2027-07-15T00:00:00Z'),
    endsAt: new Date('2028-01-01T00:00:00Z'),
  });
  const next = await t.given.plan({ salesPeriod: period, price: '60.00' });
  const kim = await staffOf(t);
  const later = '2027-08-01T00:00:00Z';
  const available = async (query: string): Promise<number[]> => {
    const { body } = await kim.get(await preview(`plans?${query}`));
    const { plans } = body as { plans: { id: number; available_to_customer: boolean }[] };
    return plans.filter((plan) => plan.available_to_customer).map(({ id }) => id);
  };
  expect(await available('as=visitor')).not.toContain(next.id);
  expect(await available(`as=visitor&at=${later}`)).toContain(next.id);
  const running = async (query: string): Promise<unknown> =>
    (await kim.get(await preview(`contests?${query}`))).body;
  expect(await running(`at=${later}`)).toMatchObject({ contests: [{ id: contest.id, ended: true }] });
  const as = `as=member:${customer.id}&at=${later}`;
  // The membership has ended by then.
  expect((await kim.get(await preview(`benefits?${as}`))).body).toEqual({ benefits: [] });
  // All as the API answers when that time has come.
  for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
    const { body: member } = await kim.get(await preview(`${name}?${as}`));
    const visitor = await kim.get(await preview(`${name}?at=${later}`));
    const earlier = await shownBy(await loggedIn(t, customer), name);
    t.clock.set(later);
    expect(member).toEqual(await shownBy(await loggedIn(t, customer), name));
    if (name !== 'benefits') expect(visitor.body).toEqual(await shownBy(t.api, name));
    t.clock.set(NOW);
    expect(member).not.toEqual(earlier);
  }
});

it('shows blacklisted members what visitors get, since they cannot log in', async () => {
  await world();
  const customer = await t.given.customer({ blacklisted: true });
  const kim = await staffOf(t);
  const shown = await kim.get(await preview(`events?as=member:${customer.id}`));
  expect(shown.body).toEqual(await shownBy(t.api, 'events'));
  expect((await kim.get(await preview(`benefits?as=member:${customer.id}`))).status).toBe(400);
});

it('refuses what it cannot show, and members of other fan clubs', async () => {
  const { customer } = await world();
  const kim = await staffOf(t);
  for (const query of ['as=member:x', 'as=ada', 'at=soon', 'at=2027-13-01T00:00:00Z', 'page=0', 'limit=1']) {
    expect((await kim.get(await preview(`plans?${query}`))).status).toBe(400);
  }
  const { id: fanclubId } = await t.given.anotherFanclub();
  const stranger = await t.given.customer({ fanclubId });
  expect((await kim.get(await preview(`plans?as=member:${stranger.id}`))).status).toBe(404);
  expect((await kim.get(await preview('plans?as=member:999999'))).status).toBe(404);
  const parcels = await staffOf(t, 'fulfilment');
  expect((await parcels.get(await preview('plans'))).status).toBe(200);
  expect((await parcels.get(await preview(`plans?as=member:${customer.id}`))).status).toBe(403);
  expect((await parcels.get(await preview('events'))).status).toBe(403);
  expect(await looks()).toEqual([]);
});
