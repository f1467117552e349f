import { daysFrom } from '#samples';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

/** The lines of a CSV file without the byte order mark. */
const lines = (text: string): string[] => text.replace('\uFEFF', '').trimEnd().split('\r\n');

describe('the dashboard', () => {
  it('counts members, changes, renewals, parcels and members by week', async () => {
    const kim = await staffOf(t);
    const now = t.clock.now();
    const plan = await t.given.plan();
    const term = (start: number, end: number | null, more: object = {}) =>
      t.given.subscription({
        plan,
        startDate: daysFrom(now, start),
        endDate: end === null ? null : daysFrom(now, end),
        ...more,
      });
    await term(-100, null);
    await term(-100, 5);
    await term(-3, 20, { trialMembership: true });
    await term(-100, -2);
    await term(-100, -20);
    const order = await t.given.order();
    await t.given.shipment({ order, shipDate: null });
    const { status, body } = await kim.get(await path('dashboard'));
    expect([status, body]).toMatchObject([
      200,
      {
        members: { active: 3, lapsed: 0, trial: 1 },
        this_week: { joined: 1, left: 1 },
        renewals_due: { in_7_days: 1, in_30_days: 2 },
        parcels: { waiting: 1, with_issues: 1, batched: 0 },
        mails_given_up: 0,
      },
    ]);
    // The lists behind the tiles.
    const total = async (list: string): Promise<unknown> =>
      ((await kim.get(await path(list))).body as { total: number }).total;
    const lists = ['this_week=joined', 'this_week=left', 'ends_within=7', 'ends_within=30'];
    for (const [n, filter] of lists.entries())
      expect([filter, await total(`members?${filter}`)]).toEqual([filter, [1, 1, 1, 2][n]]);
    expect(await total('parcels?issue=any')).toBe(1);
    const weeks = (body as { members_by_week: { members: number }[] }).members_by_week;
    expect(weeks).toHaveLength(26);
    // Today, one week ago, three weeks ago, 15 weeks ago.
    expect([25, 24, 22, 10].map((n) => weeks[n].members)).toEqual([3, 3, 4, 0]);
  });

  it('has the revenue of each month in the zone of the fan club, without gifts and refunds', async () => {
    t.clock.set('2026-03-15T12:00:00Z');
    await t.given.fanclub({ timeZone: 'America/New_York', currency: 'EUR' });
    const kim = await staffOf(t);
    const sold = (paidAt: string | null, total: string | null, more: object = {}) => {
      const zero = total === null ? null : '0.00';
      const amounts = { shipping: zero, discount: zero, subtotal: total, total };
      return t.given.order({ paidAt: paidAt === null ? null : new Date(paidAt), ...amounts, ...more });
    };
    await sold('2026-03-01T06:00:00Z', '20.50');
    await sold('2026-03-01T04:00:00Z', '10.00');
    await sold('2026-03-02T00:00:00Z', '5.00', { refundedAt: new Date('2026-03-03T00:00:00Z') });
    await sold('2026-03-03T00:00:00Z', null);
    await sold(null, '99.00');
    await sold('2025-03-31T12:00:00Z', '7.00');
    // A gift that somebody bought, and its redemption.
    await sold('2026-03-04T00:00:00Z', '8.00', { kind: 'gift_purchase' });
    await sold('2026-03-05T00:00:00Z', '0.00', { kind: 'gift' });
    await t.given.orderGift({ order: await sold('2026-03-04T00:00:00Z', '0.00') });
    const { body } = await kim.get(await path('dashboard'));
    const months = (body as { revenue_by_month: object[] }).revenue_by_month;
    expect(months).toHaveLength(12);
    expect([months[0], months[10], months[11]]).toEqual([
      { month: '2025-04', currency: 'EUR', amount: '0.00', orders: 0 },
      { month: '2026-02', currency: 'EUR', amount: '10.00', orders: 1 },
      { month: '2026-03', currency: 'EUR', amount: '28.50', orders: 3 },
    ]);
    const support = await staffOf(t, 'support');
    expect((await support.get(await path('dashboard'))).body).not.toHaveProperty('revenue_by_month');
  });

  it('never adds amounts of several currencies, and subtracts partial refunds', async () => {
    t.clock.set('2026-03-15T12:00:00Z');
    await t.given.fanclub({ timeZone: 'UTC', currency: 'EUR' });
    const kim = await staffOf(t);
    const paidAt = new Date('2026-03-02T00:00:00Z');
    const sold = (total: string, currency: string) =>
      t.given.order({ paidAt, currency, shipping: '0.00', discount: '0.00', subtotal: total, total });
    await t.given.payment({ order: await sold('30.00', 'EUR'), amount: '30.00', refunded: '5.00' });
    await sold('7.00', 'USD');
    const { body } = await kim.get(await path('dashboard'));
    const months = (body as { revenue_by_month: { month: string }[] }).revenue_by_month;
    expect(months.filter(({ month }) => month === '2026-03')).toEqual([
      { month: '2026-03', currency: 'EUR', amount: '25.00', orders: 1 },
      { month: '2026-03', currency: 'USD', amount: '7.00', orders: 1 },
    ]);
    const file = lines(await kim.text(await path('dashboard/revenue.csv')));
    expect(file[0]).toBe('month,currency,amount,orders');
    expect(file.slice(-2)).toEqual(['2026-03,EUR,25.00,1', '2026-03,USD,7.00,1']);
    const support = await staffOf(t, 'support');
    expect((await support.get(await path('dashboard/revenue.csv'))).status).toBe(403);
  });

  it('counts who stayed by the month of joining, in the zone of the fan club, to the day', async () => {
    t.clock.set('2026-06-15T12:00:00Z');
    await t.given.fanclub({ timeZone: 'America/New_York' });
    const plan = await t.given.plan();
    const term = (start: string, end: string | null, more: object = {}) =>
      t.given.subscription({
        ...{ plan, startDate: new Date(start), endDate: end === null ? null : new Date(end) },
        ...more,
      });
    // Joined in December in New York, in January in UTC; stays.
    await term('2026-01-01T03:00:00Z', null);
    // Left after two months, and came back after four.
    const back = await t.given.customer();
    await term('2025-12-10T00:00:00Z', '2026-02-10T00:00:00Z', { customer: back });
    await term('2026-04-20T00:00:00Z', null, { customer: back });
    // Ended on the very day.
    await term('2025-12-15T00:00:00Z', '2026-01-15T00:00:00Z');
    // Cancelled before it began: never a member.
    await term('2025-12-20T00:00:00Z', '2026-12-20T00:00:00Z', {
      ...{ cancelled: true, updatedAt: new Date('2025-12-19T00:00:00Z') },
    });
    await term('2026-06-01T12:00:00Z', null);
    await term('2024-01-01T12:00:00Z', null);
    const kim = await staffOf(t, 'support');
    const { body } = await kim.get(await path('dashboard'));
    expect((body as { retention: object[] }).retention).toEqual([
      {
        ...{ month: '2025-12', joined: 3, stayed_1: 2, stayed_3: 1, stayed_6: null, stayed_12: null },
        ...{ percent_1: 67, percent_3: 33, percent_6: null, percent_12: null },
      },
      {
        ...{ month: '2026-06', joined: 1, stayed_1: null, stayed_3: null, stayed_6: null, stayed_12: null },
        ...{ percent_1: null, percent_3: null, percent_6: null, percent_12: null },
      },
    ]);
    const file = lines(await kim.text(await path('dashboard/retention.csv')));
    expect(file.slice(1)).toEqual(['2025-12,3,2,1,,,67,33,,', '2026-06,1,,,,,,,,']);
  });

  it('counts a member with several terms once in each week', async () => {
    const kim = await staffOf(t);
    const now = t.clock.now();
    const customer = await t.given.customer();
    const term = (start: number, end: number) =>
      t.given.subscription({ customer, startDate: daysFrom(now, start), endDate: daysFrom(now, end) });
    await term(-100, -30);
    await term(-60, -25);
    await term(-10, 5);
    const { body } = await kim.get(await path('dashboard'));
    const weeks = (body as { members_by_week: { members: number }[] }).members_by_week;
    // Now, two, five, eight and twenty weeks ago.
    expect([25, 23, 20, 17, 5].map((n) => weeks[n].members)).toEqual([1, 0, 1, 1, 0]);
  });

  it('tells paying members from free ones by week, and counts only paying ones among those who stayed', async () => {
    t.clock.set('2026-06-15T12:00:00Z');
    const { id: fanclubId } = await t.given.fanclub({ timeZone: 'UTC' });
    const [gold, free] = [await t.given.plan({ price: '50.00' }), await t.given.plan({ price: '0.00' })];
    const term = (plan: typeof gold, start: string, more: object = {}) =>
      t.given.subscription({ plan, startDate: new Date(start), endDate: null, ...more });
    await term(gold, '2026-01-10T12:00:00Z');
    await term(free, '2026-01-11T12:00:00Z');
    // A gift of the fan club.
    const customer = await t.given.customer({ fanclubId });
    const order = await t.given.order({
      customer,
      plan: gold,
      kind: 'gift',
      total: '0.00',
      discount: '50.00',
    });
    await term(gold, '2026-01-12T12:00:00Z', { customer, orderId: order.id });
    // Free since February, paying since May.
    const climber = await t.given.customer({ fanclubId });
    await term(free, '2026-02-10T12:00:00Z', {
      customer: climber,
      endDate: new Date('2026-05-01T12:00:00Z'),
    });
    await term(gold, '2026-05-01T12:00:00Z', { customer: climber });
    const { body } = await (await staffOf(t)).get(await path('dashboard'));
    const { members_by_week: weeks, retention } = body as {
      members_by_week: { members: number; paying: number }[];
      retention: { month: string; joined: number; stayed_3: number | null }[];
    };
    // Today, ten weeks ago, 25 weeks ago.
    expect([25, 15, 0].map((n) => [weeks[n].members, weeks[n].paying])).toEqual([
      [4, 2],
      [4, 1],
      [0, 0],
    ]);
    expect(retention.map(({ month, joined, stayed_3 }) => [month, joined, stayed_3])).toEqual([
      ['2026-01', 1, 1],
      ['2026-05', 1, null],
    ]);
  });

  it('names the sales periods whose extension is too short for a renewal', async () => {
    const kim = await staffOf(t);
    const now = t.clock.now();
    const short = async (): Promise<unknown> =>
      (await kim.get(await path('dashboard'))).body.short_extensions;
    expect(await short()).toEqual([]);
    const term = { startsAt: daysFrom(now, -300), endsAt: daysFrom(now, 60) };
    const { id } = await t.given.salesPeriod({ ...term, extendedUntil: daysFrom(now, 61) });
    expect(await short()).toEqual([id]);
    await t.db.query('UPDATE sales_periods SET extended_until = $1', [daysFrom(now, 160)]);
    expect(await short()).toEqual([]);
  });

  it('shows only parcels to fulfilment', async () => {
    const { status, body } = await (await staffOf(t, 'fulfilment')).get(await path('dashboard'));
    expect([status, Object.keys(body as object)]).toEqual([200, ['at', 'parcels']]);
  });
});

describe('contacts', () => {
  it('are searched and listed with source and custom fields', async () => {
    const sam = await staffOf(t, 'support');
    const ada = await t.given.contact({
      email: 'Ada@x.example',
      listsOptInSource: 'footer',
      confirmedAt: t.clock.now(),
      customFields: { city: 'Oslo' },
    });
    const bo = await t.given.contact({ email: 'bo@x.example', confirmedAt: null });
    const all = await sam.get(await path('contacts?sort=email'));
    expect(all.body).toMatchObject({
      data: [
        { id: ada.id, lists_opt_in_source: 'footer', custom_fields: { city: 'Oslo' }, confirmed: true },
        { id: bo.id, confirmed: false },
      ],
      total: 2,
    });
    expect((await sam.get(await path('contacts?q=da@x'))).body).toMatchObject({
      data: [{ id: ada.id }],
      total: 1,
    });
    expect((await sam.get(await path('contacts?confirmed=false'))).body).toMatchObject({
      data: [{ id: bo.id }],
    });
    expect((await sam.get(await path(`contacts/${bo.id}`))).body).toMatchObject({ email: 'bo@x.example' });
    expect((await sam.get(await path('contacts?confirmed=x'))).status).toBe(400);
  });

  it('are exported by scope with source and date of the opt-in, which is on record and needs proof', async () => {
    const kim = await staffOf(t, 'manager');
    const at = t.clock.now();
    await t.given.contact({ email: 'ada@x.example', confirmedAt: at, listsOptInSource: '=footer' });
    await t.given.contact({ email: 'both@x.example', confirmedAt: at });
    await t.given.contact({ confirmedAt: null });
    const optIn = { listsOptIn: true, listsOptInSource: 'account', listsOptInChangedAt: at };
    await t.given.customer({ email: 'both@x.example', ...optIn });
    await t.given.customer({ ...optIn, blacklisted: true });
    await t.given.customer();
    const emails = async (scope: string): Promise<string[]> => {
      const [headings, ...rows] = lines(await kim.text(await path(`contacts.csv?scope=${scope}`)));
      expect(headings).toBe('kind,id,email,first_name,last_name,opt_in_source,opt_in_at');
      return rows.map((row) => row.split(',')).map(([kind, , email]) => `${kind} ${email}`);
    };
    expect(await emails('confirmed')).toEqual(['contact ada@x.example', 'contact both@x.example']);
    expect(await emails('opted_in')).toEqual(['member both@x.example']);
    expect(await emails('both')).toEqual(['contact ada@x.example', 'member both@x.example']);
    expect(await kim.text(await path('contacts.csv?scope=confirmed'))).toContain(
      ",'=footer,2026-06-15T12:00:00Z",
    );
    const audited = async (order: string) =>
      t.db.query<unknown[]>(`SELECT action, after FROM staff_audits ORDER BY id ${order} LIMIT 1`);
    expect(await audited('ASC')).toEqual([{ action: 'contacts.exported', after: { scope: 'confirmed' } }]);
    // The contacts of the list. What was searched for is not on record.
    expect(await emails('confirmed&q=ada&confirmed=true')).toEqual(['contact ada@x.example']);
    const after = { scope: 'confirmed', confirmed: 'true', searched: true };
    expect(await audited('DESC')).toEqual([{ action: 'contacts.exported', after }]);
    expect(await emails('confirmed&confirmed=false')).toEqual([]);
    for (const query of ['scope=both&q=ada', 'scope=confirmed&confirmed=x', 'scope=confirmed&state=active'])
      expect((await kim.get(await path(`contacts.csv?${query}`))).status).toBe(400);
    expect((await kim.get(await path('contacts.csv'))).status).toBe(400);
    t.clock.set(new Date(at.getTime() + 20 * 60_000).toISOString());
    const stale = await kim.get(await path('contacts.csv?scope=both'));
    expect(stale).toMatchObject({ status: 401, body: { type: '/staff/problems/proof-required' } });
  });
});

it('exports all members with their consent', async () => {
  const kim = await staffOf(t);
  const customer = await t.given.customer({
    email: 'ada@x.example',
    listsOptIn: true,
    listsOptInSource: 'join',
  });
  await t.given.subscription({ customer, plan: await t.given.plan({ name: 'Gold' }) });
  const [headings, row] = lines(await kim.text(await path('members.csv')));
  expect(headings.split(',')).toEqual(expect.arrayContaining(['email', 'lists_opt_in_source', 'plan']));
  expect(row).toMatch(/ada@x\.example.*true,join.*Gold/);
  expect(await t.db.query('SELECT action FROM staff_audits')).toEqual([{ action: 'members.exported' }]);
  // An export has the rows of the list.
  const other = await t.given.customer({ email: 'bob@x.example', blacklisted: true });
  const ids = async (query: string) =>
    lines(await kim.text(await path(`members.csv?${query}`)))
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
  expect(await ids('')).toEqual([customer.id, other.id]);
  expect(await ids('blacklisted=true')).toEqual([other.id]);
  expect(await ids('q=ada')).toEqual([customer.id]);
  // What was searched for is not on record: it would stay there when the member is erased.
  const [{ after }] = await t.db.query<[{ after: object }]>(
    'SELECT after FROM staff_audits ORDER BY id DESC LIMIT 1',
  );
  expect(after).toEqual({ searched: true });
  await t.db.query(
    `INSERT INTO customers (fanclub_id, email, created_at, updated_at)
     SELECT $1, 'many-' || n || '@x.example', now(), now() FROM generate_series(1, 1001) n`,
    [customer.fanclubId],
  );
  const many = await ids('q=many-');
  expect([many.length, new Set(many).size]).toEqual([1001, 1001]);
  expect((await kim.get(await path('members.csv?state=gone'))).status).toBe(400);
});
