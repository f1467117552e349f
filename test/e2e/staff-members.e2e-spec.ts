import { randomBytes } from 'node:crypto';
import { daysFrom } from '#samples';
import { loggedIn } from '../support/logged-in';
import { type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const path = async (rest = ''): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/members${rest}`;

interface Item {
  id: number;
  email: string;
}

async function idsOf(client: StaffClient, query: string): Promise<number[]> {
  const { status, body } = await client.get(await path(`?${query}`));
  expect([query, status]).toEqual([query, 200]);
  return (body as { data: Item[] }).data.map(({ id }) => id).sort();
}

describe('the list of members', () => {
  it('is searched by what is in names and addresses, and by numbers', async () => {
    const kim = await staffOf(t);
    const ada = await t.given.customer({
      email: 'Ada@starmail.example',
      firstName: 'Ada',
      lastName: 'King',
      username: 'countess',
    });
    await t.given.emailAlias({ customer: ada, email: 'byron@old.example' });
    const order = await t.given.order({ customer: ada });
    const bo = await t.given.customer({ email: 'bo_1@x.example', firstName: 'Bo', lastName: 'Kingsley' });
    for (const q of ['ada@', 'ADA', 'king ada', 'countess', 'ount', 'tarma', 'n@o', `#${order.id}`]) {
      expect([q, await idsOf(kim, `q=${encodeURIComponent(q)}`)]).toEqual([q, [ada.id]]);
    }
    expect(await idsOf(kim, 'q=king')).toEqual([ada.id, bo.id]);
    expect(await idsOf(kim, `q=${encodeURIComponent('byron king')}`)).toEqual([ada.id]);
    expect(await idsOf(kim, 'q=bo%25')).toEqual([]);
    // Texts of two columns are not one text.
    expect(await idsOf(kim, 'q=adaking')).toEqual([]);
    expect(await idsOf(kim, 'q=bo_')).toEqual([bo.id]);
    expect(await idsOf(kim, `q=${bo.id}`)).toContain(bo.id);
  });

  it('finds words of one letter, and texts of 255 characters of 4 bytes', async () => {
    const kim = await staffOf(t);
    const long = () => [...randomBytes(255)].map((byte) => String.fromCodePoint(0x1f300 + byte)).join('');
    const facts = {
      firstName: long(),
      lastName: long(),
      username: long(),
      email: `${'x'.repeat(240)}@q.example`,
    };
    const { id } = await t.given.customer(facts);
    for (const q of ['q', facts.username, facts.lastName.slice(-4)])
      expect(await idsOf(kim, `q=${encodeURIComponent(q)}`)).toEqual([id]);
  });

  it('is filtered by state, plan, issue and blacklist', async () => {
    const kim = await staffOf(t);
    const now = t.clock.now();
    const period = await t.given.salesPeriod({
      startsAt: daysFrom(now, -400),
      endsAt: daysFrom(now, -30),
      extendedUntil: daysFrom(now, 30),
    });
    const gold = await t.given.plan();
    const active = await t.given.subscription({ plan: gold });
    const lapsed = await t.given.subscription({
      salesPeriodId: period.id,
      startDate: daysFrom(now, -300),
      endDate: daysFrom(now, -1),
    });
    const trial = await t.given.subscription({ trialMembership: true });
    const over = await t.given.subscription({ endDate: daysFrom(now, -1) });
    const banned = await t.given.customer({ blacklisted: true });
    expect(await idsOf(kim, 'state=active')).toEqual([active.customerId, trial.customerId]);
    expect(await idsOf(kim, 'state=lapsed')).toEqual([lapsed.customerId]);
    expect(await idsOf(kim, 'state=trial')).toEqual([trial.customerId]);
    expect(await idsOf(kim, 'state=none')).toEqual([over.customerId, banned.id]);
    expect(await idsOf(kim, `plan_id=${gold.id}`)).toEqual([active.customerId]);
    expect(await idsOf(kim, 'blacklisted=true')).toEqual([banned.id]);

    const order = await t.given.order({ plan: gold });
    await t.given.shipment({ order, shipDate: null });
    expect(await idsOf(kim, 'issue=address')).toEqual([order.customerId]);
    expect(await idsOf(kim, 'issue=option')).toEqual([]);
    for (const query of [
      'state=x',
      'issue=x',
      'this_week=x',
      'ends_within=x',
      'blacklisted=x',
      'plan_id=x',
      'sort=birthdate',
      'q=a+b+c+d+e+f',
    ]) {
      expect([query, (await kim.get(await path(`?${query}`))).status]).toEqual([query, 400]);
    }
  });

  it('has pages that contain each member once', async () => {
    const kim = await staffOf(t);
    for (let n = 0; n < 5; n += 1) await t.given.customer({ lastName: n % 2 ? 'Same' : null });
    for (const sort of ['-id', 'id', 'email', '-last_name']) {
      const pages = await Promise.all(
        [1, 2, 3].map(async (page) => kim.get(await path(`?sort=${sort}&per_page=2&page=${page}`))),
      );
      const ids = pages.flatMap(({ body }) => (body as { data: Item[] }).data.map(({ id }) => id));
      expect([sort, new Set(ids).size, ids.length]).toEqual([sort, 5, 5]);
      expect(pages[0].body).toMatchObject({ total: 5 });
    }
  });

  it('shows masked members to viewers, who cannot find them by names', async () => {
    const viewer = await staffOf(t, 'viewer');
    const ada = await t.given.customer({ email: 'ada@starmail.example', firstName: 'Ada', lastName: 'King' });
    const { body } = await viewer.get(await path());
    expect(body).toMatchObject({
      data: [{ id: ada.id, email: 'a…@s….example', first_name: 'A.', last_name: 'K.' }],
    });
    expect(await idsOf(viewer, `q=${ada.id}`)).toEqual([ada.id]);
    for (const query of ['q=ada', 'sort=email', 'sort=-last_name'])
      expect([query, (await viewer.get(await path(`?${query}`))).status]).toEqual([query, 400]);
    // The digest of what is masked could be guessed.
    const page = await viewer.get(await path(`/${ada.id}`));
    expect([page.status, page.headers.etag]).toEqual([200, undefined]);
  });
});

describe('the page of a member', () => {
  async function aMember() {
    const plan = await t.given.plan({ name: 'Gold' });
    const customer = await t.given.customer({
      email: 'ada@starmail.example',
      firstName: 'Ada',
      birthdate: '1990-01-31',
    });
    await t.given.subscription({ customer, plan });
    await t.given.shippingAddress({ customer, firstName: 'Ada', address: '12 St. James Square' });
    const order = await t.given.order({ customer, plan });
    await t.given.shipment({ order, shipDate: '2026-06-10' });
    await t.given.session({ customer });
    return customer;
  }

  it('shows everything about them, with a time line', async () => {
    const kim = await staffOf(t);
    const { id } = await aMember();
    const { status, body, headers } = await kim.get(await path(`/${id}`));
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^"/);
    expect(body).toMatchObject({
      id,
      email: 'ada@starmail.example',
      state: 'active',
      plan: { name: 'Gold' },
      subscriptions: [{ state: 'active' }],
      orders: [{ kind: 'sale', parcels: 1, ship_dates: ['2026-06-10'] }],
      address: { address: '12 St. James Square' },
      logins: [{ over: false }],
    });
    const kinds = (body as { timeline: { kind: string }[] }).timeline.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['parcel.shipped', 'order.placed', 'session.opened']));
    expect((await kim.get(await path('/999999'))).status).toBe(404);
  });

  it('contains no personal data for viewers', async () => {
    const viewer = await staffOf(t, 'viewer');
    const { id } = await aMember();
    const { status, body } = await viewer.get(await path(`/${id}`));
    expect([status, (body as { address: unknown }).address]).toEqual([200, null]);
    const text = JSON.stringify(body);
    for (const secret of ['ada@', 'starmail', 'Ada', 'James', '1990-01-31'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });

  it('is on record once per person and hour', async () => {
    const [kim, lee] = [await staffOf(t), await staffOf(t, 'support')];
    const { id } = await aMember();
    const seen = async (): Promise<unknown> =>
      t.db.query(`SELECT staff_id, customer_id FROM staff_audits WHERE action = 'member.seen' ORDER BY id`);
    const looks = await Promise.all(Array.from({ length: 8 }, async () => kim.get(await path(`/${id}`))));
    expect(looks.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await seen()).toEqual([{ staff_id: kim.person.id, customer_id: id }]);
    await lee.get(await path(`/${id}`));
    expect(await seen()).toHaveLength(2);
    t.clock.set(new Date(t.clock.now().getTime() + 45 * 60_000).toISOString());
    await kim.get(await path(`/${id}`));
    expect(await seen()).toHaveLength(2);
    t.clock.set(new Date(t.clock.now().getTime() + 30 * 60_000).toISOString());
    await kim.get(await path(`/${id}`));
    expect(await seen()).toHaveLength(3);
  });
});

describe('what a member sees', () => {
  const view = async (client: StaffClient, id: number, query = '') =>
    client.get(await path(`/${id}/view_as${query}`));

  it('is what the API answers to the member, without a session', async () => {
    const sam = await staffOf(t, 'support');
    const plan = await t.given.plan({ name: 'Gold', price: '10.00' });
    await t.given.package(plan);
    await t.given.benefit({ plans: [plan] });
    await t.given.event();
    await t.given.contest();
    const customer = await t.given.customer({ firstName: 'Ada' });
    await t.given.subscription({ customer, plan });
    await t.given.shippingAddress({ customer, city: 'London' });
    const order = await t.given.order({ customer, plan });
    await t.given.shipment({ order });
    const { status, body } = await view(sam, customer.id);
    expect(status).toBe(200);
    expect(await t.db.query('SELECT id FROM sessions')).toEqual([]);
    const api = await loggedIn(t, customer);
    const requests = Object.keys(body as object);
    expect(requests).toHaveLength(9);
    for (const request of requests) {
      const answer = await api.get(request.replace('GET ', ''));
      expect([request, (body as Record<string, unknown>)[request]]).toEqual([request, answer.body]);
    }
    expect(await t.db.query('SELECT action, customer_id FROM staff_audits')).toEqual([
      { action: 'member.seen', customer_id: customer.id },
    ]);
  });

  it('depends on the time, and on whether the member can log in', async () => {
    const kim = await staffOf(t);
    const { customerId: id } = await t.given.subscription({ endDate: daysFrom(t.clock.now(), 10) });
    const expired = async (query: string): Promise<unknown> =>
      ((await view(kim, id, query)).body as Record<string, { customer: { expired: boolean } }>)[
        'GET /account'
      ].customer.expired;
    expect([await expired(''), await expired('?at=2026-08-01T00:00:00Z')]).toEqual([false, true]);
    const banned = await t.given.customer({ blacklisted: true });
    expect((await view(kim, banned.id)).body).toMatchObject({
      'GET /account': { status: 'ok', customer: null },
      'GET /orders': { status: 'error', messages: ['Please log in to access your online benefits.'] },
    });
    expect((await view(kim, id, '?at=soon')).status).toBe(400);
    expect((await view(kim, id, '?as=visitor')).status).toBe(400);
    expect((await view(kim, 999_999)).status).toBe(404);
  });
});
