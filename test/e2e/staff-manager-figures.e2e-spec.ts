import { daysFrom } from '#samples';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

/** The lines of a CSV file without the byte order mark. */
const lines = (text: string): string[] => text.replace('\uFEFF', '').trimEnd().split('\r\n');

describe('the dashboard answers a manager', () => {
  it('how many members pay, by plan, now and at the beginning of the month: free and given ones do not', async () => {
    t.clock.set('2026-03-15T12:00:00Z');
    await t.given.fanclub({ timeZone: 'America/New_York' });
    const [sam, vic] = [await staffOf(t, 'support'), await staffOf(t, 'fulfilment')];
    const gold = await t.given.plan({ name: 'Gold', price: '50.00' });
    const fan = await t.given.plan({ name: 'Fan', price: '0.00' });
    const term = (plan: { id: number }, start: string, more: object = {}) =>
      t.given.subscription({ plan, startDate: new Date(start), endDate: null, ...more } as never);
    await term(gold, '2026-01-01T00:00:00Z');
    // February in New York.
    await term(gold, '2026-03-01T03:00:00Z');
    await term(gold, '2026-03-01T06:00:00Z');
    const order = await t.given.order({ plan: gold });
    await t.given.orderGift({ order });
    await term(gold, '2026-02-01T00:00:00Z', { orderId: order.id });
    // Left in March; changed from the free plan in March.
    await term(gold, '2026-01-01T00:00:00Z', { endDate: new Date('2026-03-10T00:00:00Z') });
    const upgraded = await t.given.customer();
    const changed = new Date('2026-03-12T00:00:00Z');
    await term(fan, '2026-01-01T00:00:00Z', { customer: upgraded, cancelled: true, updatedAt: changed });
    await term(gold, '2026-03-12T00:00:00Z', { customer: upgraded });
    await term(fan, '2026-03-02T00:00:00Z');
    const { body } = await sam.get(await path('dashboard'));
    expect(body.members_by_plan).toEqual([
      {
        plan_id: gold.id,
        plan: 'Gold',
        free: false,
        members: 5,
        given: 1,
        members_before: 4,
        given_before: 1,
      },
      { plan_id: fan.id, plan: 'Fan', free: true, members: 1, given: 0, members_before: 1, given_before: 0 },
    ]);
    expect(body.members_now).toEqual({
      ...{ paid: 4, free: 1, given: 1 },
      ...{ paid_before: 3, free_before: 1, given_before: 1 },
    });
    expect(lines(await sam.text(await path('dashboard/members.csv')))).toEqual([
      'plan_id,plan,free,members,given,members_before,given_before',
      `${gold.id},Gold,false,5,1,4,1`,
      `${fan.id},Fan,true,1,0,1,0`,
    ]);
    // The months are those of the same calendar; only members who pay count.
    expect(body.churn.slice(-2)).toEqual([
      { month: '2026-02', members: 2, joined: 1, left: 0, percent_left: 0 },
      { month: '2026-03', members: 3, joined: 2, left: 1, percent_left: 33.3 },
    ]);
    expect(lines(await sam.text(await path('dashboard/churn.csv'))).at(-1)).toBe('2026-03,3,2,1,33.3');
    const theirs = (await vic.get(await path('dashboard'))).body;
    expect(Object.keys(theirs).sort()).toEqual(['at', 'parcels']);
  });

  it('that members whom nobody paid for do not pay: codes and coupons of the fan club, but not bought gifts', async () => {
    const kim = await staffOf(t, 'manager');
    const plan = await t.given.plan({ price: '50.00' });
    const startDate = daysFrom(t.clock.now(), -100);
    const ordered = async (facts: object) => {
      const amounts = { shipping: '0.00', discount: '50.00', subtotal: '50.00', total: '0.00' };
      const paid = { currency: 'USD', checkoutReference: null, paidAt: startDate };
      const order = await t.given.order({ plan, ...paid, ...amounts, ...facts });
      await t.given.subscription({ plan, startDate, endDate: null, orderId: order.id });
      return order;
    };
    await ordered({ kind: 'gift' });
    await ordered({ kind: 'new' });
    await ordered({ kind: 'new', discount: '49.00', total: '1.00' });
    const purchase = await t.given.order({ kind: 'gift_purchase', plan });
    const code = await t.given.redeemCode({ held: 1, boughtOrderId: purchase.id });
    await t.given.redeemUse({ order: await ordered({ kind: 'gift' }), code });
    const { body } = await kim.get(await path('dashboard'));
    expect(body.members_now).toMatchObject({ paid: 2, free: 0, given: 2 });
    expect(body.churn.at(-1)).toMatchObject({ members: 2, joined: 0, left: 0 });
  });

  it('what comes in and what sells, in money for those who may see it', async () => {
    t.clock.set('2026-03-15T12:00:00Z');
    await t.given.fanclub({ timeZone: 'UTC', currency: 'EUR' });
    const [kim, sam] = [await staffOf(t, 'manager'), await staffOf(t, 'support')];
    const gold = await t.given.plan({ name: 'Gold', price: '50.00' });
    const next = await t.given.plan({ name: 'Gold 27', price: '60.00', deleted: true });
    let cards = 0;
    const renewal = async (end: string, more: object) => {
      const { id, customerId } = await t.given.subscription({ plan: gold, endDate: new Date(end) });
      await t.given.renewal({ subscriptionId: id, customerId, planId: next.id, ...more });
    };
    const announced = {
      ...{ automatic: true, state: 'announced', announcedAt: new Date('2026-03-01T00:00:00Z') },
      ...{ announcedTotal: '64.00', chargeAt: new Date('2026-04-02T00:00:00Z') },
    };
    await renewal('2026-04-10T00:00:00Z', announced);
    await renewal('2026-03-20T00:00:00Z', { automatic: false, state: 'announced', announcedTotal: null });
    await renewal('2026-03-20T00:00:00Z', { automatic: false, state: 'stopped', reason: 'staff' });
    // Planned: neither a plan nor an amount is known yet. One member pays with a card, two by hand.
    const last = await t.given.plan({ price: '50.00', renewsIntoPlanId: next.id });
    const unknown = {
      planId: null,
      announcedTotal: null,
      announcedAt: null,
      chargeAt: null,
      automatic: false,
    };
    for (const autoRenewalEnabled of [true, false, true]) {
      const customer = await t.given.customer({ autoRenewalEnabled });
      const term = { plan: last, customer, endDate: new Date('2026-05-10T00:00:00Z') };
      const { id: subscriptionId } = await t.given.subscription(term);
      await t.given.renewal({
        subscriptionId,
        customerId: customer.id,
        kind: 'season',
        state: 'planned',
        ...unknown,
      });
      if (cards++ < 2) await t.given.paymentMethod({ customer });
    }
    const sold = (paidAt: string, total: string, more: object = {}) => {
      const amounts = { shipping: '0.00', discount: '0.00', subtotal: total, total, currency: 'EUR' };
      return t.given.order({ plan: gold, paidAt: new Date(paidAt), ...amounts, ...more });
    };
    await t.given.payment({ order: await sold('2026-03-02T00:00:00Z', '50.00'), refunded: '5.00' });
    await sold('2026-02-02T00:00:00Z', '50.00');
    await sold('2026-01-31T00:00:00Z', '50.00');
    await sold('2026-03-02T00:00:00Z', '0.00');
    await sold('2026-03-02T00:00:00Z', '50.00', { refundedAt: t.clock.now() });
    const { body } = await kim.get(await path('dashboard'));
    expect(body.expected_renewals).toEqual([
      {
        ...{ month: '2026-03', currency: 'EUR', automatic: 0, automatic_amount: '0.00' },
        ...{ by_hand: 1, by_hand_amount: '60.00' },
      },
      {
        ...{ month: '2026-04', currency: 'EUR', automatic: 1, automatic_amount: '64.00' },
        ...{ by_hand: 0, by_hand_amount: '0.00' },
      },
      {
        ...{ month: '2026-05', currency: 'EUR', automatic: 1, automatic_amount: '60.00' },
        ...{ by_hand: 2, by_hand_amount: '120.00' },
      },
    ]);
    expect(body.sales_by_plan).toEqual([
      {
        ...{ plan_id: gold.id, plan: 'Gold', currency: 'EUR', orders: 1, amount: '45.00' },
        ...{ orders_before: 1, amount_before: '50.00' },
      },
    ]);
    expect(lines(await kim.text(await path('dashboard/sales.csv'))).at(-1)).toBe(
      `${gold.id},Gold,EUR,1,45.00,1,50.00`,
    );
    expect(lines(await kim.text(await path('dashboard/expected_renewals.csv')))).toHaveLength(4);
    const masked = (await sam.get(await path('dashboard'))).body;
    expect([masked.expected_renewals, masked.sales_by_plan, masked.revenue_by_month]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await sam.get(await path('dashboard/sales.csv'))).status).toBe(403);
  });

  it('which events give presale codes', async () => {
    const kim = await staffOf(t, 'manager');
    const now = t.clock.now();
    const pool = await t.given.presalePool({ opensAt: daysFrom(now, -1), closesAt: daysFrom(now, 1) });
    const over = await t.given.presalePool({ opensAt: daysFrom(now, -60), closesAt: daysFrom(now, -40) });
    const event = await t.given.event({ title: 'Berlin' });
    const links = [await t.given.ticketLink({ event, pool })];
    links.push(await t.given.ticketLink({ event, pool }));
    links.push(await t.given.ticketLink({ event: await t.given.event(), pool: over }));
    await t.given.presaleCode({ pool, customer: await t.given.customer() });
    await t.given.presaleCode({ pool, customer: null });
    const { body } = await kim.get(await path('dashboard'));
    expect([links.length, body.codes_by_event]).toEqual([
      3,
      [{ id: event.id, title: 'Berlin', given: 1, total: 2 }],
    ]);
  });
});
