import { countStatements } from '#libs/testing';
import { newToken } from '#libs/token';
import { anonymous } from '../../src/platform/access';
import {
  CheckoutService,
  OffersService,
  InvalidReference,
  NoPlanFound,
  OrderAlreadyPlaced,
  PlanAlreadyYours,
  PlanNotAvailable,
} from '../../src/domains/checkout';
import { PaymentNotSetUp } from '../../src/domains/payments';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { daysFrom } from '#samples';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const LOG_IN = { status: 'error', messages: ['Please log in to access your online benefits.'] };

const freePlan = (overrides: Partial<Plan> = {}): Promise<Plan> =>
  t.given.plan({ price: '0.00', ...overrides });
const subscriptions = (): Promise<Subscription[]> =>
  t.db.getRepository(Subscription).find({ order: { id: 'ASC' } });
const orders = (): Promise<Order[]> => t.db.getRepository(Order).find({ order: { id: 'ASC' } });
const customers = (): Promise<Customer[]> => t.db.getRepository(Customer).find({ order: { id: 'ASC' } });

/** Marks a customer as registered and confirmed. */
const register = (customerId: number): Promise<unknown> =>
  t.db.getRepository(Customer).update(customerId, {
    email: `new-${customerId}@example.test`,
    registered: true,
    confirmedAt: t.clock.now(),
  });

/** A member with a plan, at the checkout. */
async function member(plan: Plan, overrides: Partial<Subscription> = {}, customer?: Customer) {
  const buyer = customer ?? (await t.given.customer());
  const subscription = await t.given.subscription({ customer: buyer, plan, ...overrides });
  return { customer: buyer, subscription, shopper: await Shopper.of(t, buyer) };
}

/** A season that has ended, with a plan sold in it, and the open season. */
async function seasons(overrides: Partial<Plan> = {}) {
  const now = t.clock.now();
  const former = await t.given.salesPeriod({ startsAt: daysFrom(now, -400), endsAt: daysFrom(now, -30) });
  const open = await t.given.salesPeriod();
  const plan = await freePlan({ salesPeriodId: open.id, ...overrides });
  return { former, open, plan };
}

describe('a free plan, bought by a new customer', () => {
  it('creates an unregistered customer with order and subscription, and a session that holds both', async () => {
    const season = await t.given.salesPeriod();
    const plan = await freePlan({ duration: 3, trial: true, salesPeriodId: season.id });
    const shopper = await Shopper.stranger(t);

    const { orderId, token, isFree } = await shopper.buy(plan);

    expect(token).toMatch(/^[\w-]{43}$/);
    expect(isFree).toBe(true);
    const [customer] = await customers();
    expect(customer).toMatchObject({
      email: null,
      passwordHash: null,
      firstName: null,
      lastName: null,
      birthdate: null,
      username: null,
      registered: false,
      confirmedAt: null,
      acceptedTermsAt: null,
    });
    const now = t.clock.now();
    expect(await orders()).toEqual([
      expect.objectContaining({
        id: orderId,
        customerId: customer.id,
        planId: plan.id,
        createdAt: now,
        paidAt: now,
        shipping: null,
        discount: null,
        subtotal: null,
        total: null,
      }),
    ]);
    expect(await subscriptions()).toEqual([
      expect.objectContaining({
        customerId: customer.id,
        planId: plan.id,
        salesPeriodId: season.id,
        startDate: now,
        endDate: new Date('2026-09-15T12:00:00Z'),
        trialMembership: true,
        cancelled: false,
      }),
    ]);
    const { visit, customer: loggedIn, unregistered } = await shopper.viewer();
    expect([visit?.orderId, loggedIn, unregistered?.id]).toEqual([orderId, null, customer.id]);
  });

  it('shows only the subscription in GET /account, and counts as logged out everywhere else', async () => {
    const plan = await freePlan({ name: 'Free Plan', trial: true });
    const shopper = await Shopper.stranger(t);
    await shopper.buy(plan);
    const api = await shopper.api();

    const { body } = await api.get('/account');

    expect(body.customer).toEqual({
      id: null,
      first_name: null,
      last_name: null,
      email: null,
      new_email: null,
      birthdate: null,
      age: null,
      fanclub_id: null,
      expired: false,
      trial_membership: true,
      at_renewal_cap: false,
      auto_renewal_enabled: false,
      lists_opt_in: false,
      email_aliases: [],
      invalid_email_message: null,
      authentications: [],
      subscription: expect.objectContaining({ plan: expect.objectContaining({ name: 'Free Plan' }) }),
    });
    for (const path of ['/orders', '/orders/latest', '/subscriptions', '/subscriptions/queued'])
      expect([path, (await api.get(path)).body]).toEqual([path, LOG_IN]);
  });

  it('is listed in the orders, without totals, and in the subscriptions after registration', async () => {
    const plan = await freePlan();
    await t.given.package(
      plan,
      [{ name: 'Card', thumbnail: 'https://x.example/card.png' }, { name: 'Pin' }],
      {
        domestic: '0.00',
        international: '0.00',
      },
    );
    const shopper = await Shopper.stranger(t);
    const { orderId } = await shopper.buy(plan);
    const [{ id }] = await customers();
    await register(id);
    const api = await shopper.api();

    expect((await api.get('/orders')).body.orders).toEqual([
      expect.objectContaining({
        id: orderId,
        customer_id: id,
        totals: null,
        created_at: 'June 15, 2026',
        paid_at: 'June 15, 2026',
        shipments: [{ status: 'Backordered', items: 2, issues: ['missing_shipment_address'] }],
      }),
    ]);
    expect((await api.get('/orders/latest')).body.order.shipments[0].items).toEqual([
      { name: 'Card', thumbnail: 'https://x.example/card.png', option: null },
      { name: 'Pin', thumbnail: null, option: null },
    ]);
    expect((await api.get('/subscriptions')).body.subscriptions).toEqual([
      expect.objectContaining({
        status: 'active',
        start_date: '2026-06-15T12:00:00Z',
        end_date: '2027-06-15T12:00:00Z',
      }),
    ]);
  });

  it('stays ordered and without totals when the plan becomes paid', async () => {
    const plan = await freePlan();
    const shopper = await Shopper.stranger(t);
    const { orderId } = await shopper.buy(plan);
    await register((await customers())[0].id);
    await t.db.query('UPDATE plans SET price = 25 WHERE id = $1', [plan.id]);

    const { body } = await (await shopper.api()).get('/orders');

    expect(body.orders).toEqual([expect.objectContaining({ id: orderId, totals: null })]);
  });

  it('has no end if the plan has no duration', async () => {
    await (await Shopper.stranger(t)).buy(await freePlan({ duration: null }));
    expect((await subscriptions())[0].endDate).toBeNull();
  });

  it('ends the session of a customer who counts as logged out because the address is not confirmed', async () => {
    const plan = await freePlan();
    const unconfirmed = await t.given.customer({ confirmedAt: null });
    const shopper = await Shopper.of(t, unconfirmed);

    const { token } = await shopper.buy(plan);

    expect(token).not.toBeNull();
    expect((await shopper.viewer()).unregistered?.id).not.toBe(unconfirmed.id);
  });

  it('takes twelve statements for any number of plans', async () => {
    const plan = await freePlan();
    await t.given.package(plan, [{}, {}], { domestic: '0', international: '0' });
    const viewer = await (await Shopper.stranger(t)).viewer();
    const counter = countStatements();
    await t.app.get(OffersService).find(viewer, plan.id);
    expect(counter.stop()).toHaveLength(1);
    for (let n = 0; n < 20; n += 1) await freePlan();

    const placing = countStatements();
    await t.app.get(CheckoutService).place(viewer, plan.id, { reference: newToken() });

    // Plans · limit · BEGIN · reference · customer · order · completed · item · subscription · shipment · session · COMMIT
    expect(placing.stop()).toHaveLength(12);
  });
});

describe('the unregistered customer of an earlier purchase', () => {
  it('stays the same, and the session gets the newer order', async () => {
    const basic = await freePlan();
    const better = await freePlan();
    await t.given.upgrade(basic, better);
    const shopper = await Shopper.stranger(t);
    await shopper.buy(basic);
    const [customer] = await customers();
    t.clock.advance(1);

    expect(await shopper.offer(better)).toMatchObject({ availability: 'available', change: 'upgrade' });
    const { orderId, token } = await shopper.buy(better);

    expect(token).toBeNull();
    expect((await customers()).map(({ id }) => id)).toEqual([customer.id]);
    const { visit } = await shopper.viewer();
    expect([visit?.orderId, visit?.customer.membership?.plan.id]).toEqual([orderId, better.id]);
  });

  it('gets neither the same plan again nor another without an upgrade to it', async () => {
    const [plan, other] = [await freePlan(), await freePlan()];
    const shopper = await Shopper.stranger(t);
    await shopper.buy(plan);

    expect((await shopper.offer(plan)).availability).toBe('already_yours');
    await expect(shopper.buy(plan)).rejects.toThrow(PlanAlreadyYours);
    expect((await shopper.offer(other)).availability).toBe('not_available');
    await expect(shopper.buy(other)).rejects.toThrow(PlanNotAvailable);
    expect([(await orders()).length, (await subscriptions()).length]).toEqual([1, 1]);
  });
});

describe('an upgrade path to a plan that is not on sale', () => {
  it('is an upgrade neither in the list of plans nor at the checkout, until the plan is sold again', async () => {
    const [basic, better] = [await freePlan(), await freePlan({ onSale: false })];
    await t.given.upgrade(basic, better);
    const { shopper } = await member(basic);
    const listed = async () => {
      const { body } = await (await shopper.api()).get('/plans');
      return body.plans.find(({ id }: { id: number }) => id === better.id);
    };

    expect(await listed()).toMatchObject({
      upgrade: false,
      upgrade_price: null,
      available_to_customer: false,
    });
    expect(await shopper.offer(better)).toMatchObject({ availability: 'not_available', change: null });
    await expect(shopper.buy(better)).rejects.toThrow(PlanNotAvailable);

    await t.db.query('UPDATE plans SET on_sale = true WHERE id = $1', [better.id]);
    expect(await listed()).toMatchObject({
      upgrade: true,
      upgrade_price: '0.0',
      available_to_customer: true,
    });
    expect(await shopper.offer(better)).toMatchObject({ availability: 'available', change: 'upgrade' });
  });
});

describe('a free plan, bought by a logged-in customer', () => {
  it('is assigned immediately, in the current session', async () => {
    const customer = await t.given.customer();
    const shopper = await Shopper.of(t, customer);

    const { orderId, token } = await shopper.buy(await freePlan());

    expect(token).toBeNull();
    expect((await orders()).map(({ id, customerId }) => [id, customerId])).toEqual([[orderId, customer.id]]);
    expect((await shopper.viewer()).visit?.orderId).toBeNull();
    expect((await (await shopper.api()).get('/orders/latest')).body.order.id).toBe(orderId);
  });

  it('begins today, even if an earlier subscription has expired', async () => {
    const plan = await freePlan();
    const { shopper } = await member(plan, {
      startDate: daysFrom(t.clock.now(), -400),
      endDate: daysFrom(t.clock.now(), -35),
    });
    expect(await shopper.offer(plan)).toMatchObject({ availability: 'available', change: null });
    await shopper.buy(plan);
    expect((await subscriptions()).map(({ startDate }) => startDate)[1]).toEqual(t.clock.now());
  });

  it('ends the subscription that it upgrades', async () => {
    const [basic, better] = [await freePlan(), await freePlan()];
    await t.given.upgrade(basic, better);
    const { shopper } = await member(basic);

    await shopper.buy(better);

    expect((await subscriptions()).map(({ planId, cancelled }) => [planId, cancelled])).toEqual([
      [basic.id, true],
      [better.id, false],
    ]);
    const { body } = await (await shopper.api()).get('/subscriptions');
    expect(body.subscriptions.map(({ status }: { status: string }) => status)).toEqual(['expired', 'active']);
  });

  it('is free if its upgrade is free, with any price for others, and the order totals 0', async () => {
    const [basic, better] = [await t.given.plan({ price: '20.00' }), await t.given.plan({ price: '30.00' })];
    await t.given.upgrade(basic, better, { price: '0.00' });
    const { shopper } = await member(basic);

    expect(await shopper.offer(better)).toMatchObject({ availability: 'available', price: 'Free' });
    await shopper.buy(better);

    const { body } = await (await shopper.api()).get('/orders/latest');
    expect(body.order.totals).toEqual({ shipping: '0.0', discount: '0.0', subtotal: '0.0', total: '0.0' });
  });

  it('is not free if the upgrade costs something', async () => {
    const [basic, better] = [await freePlan(), await freePlan()];
    await t.given.upgrade(basic, better, { price: '5.00' });
    const { shopper } = await member(basic);
    expect(await shopper.offer(better)).toMatchObject({ availability: 'payment_not_set_up', price: '$5.00' });
    await expect(shopper.buy(better)).rejects.toThrow(PaymentNotSetUp);
  });

  it.each([
    ['the rest of the former one', 60, '2027-08-14T12:00:00Z'],
    ['nothing, if the former one lapsed', -5, '2027-06-15T12:00:00Z'],
  ])('adds a renewal to %s', async (_, days, expected) => {
    const { former, plan } = await seasons();
    const now = t.clock.now();
    const endDate = daysFrom(now, days);
    await t.db.query('UPDATE sales_periods SET extended_until = $2 WHERE id = $1', [
      former.id,
      daysFrom(now, 30),
    ]);
    const { shopper, subscription } = await member(plan, { salesPeriodId: former.id, endDate });
    expect(await shopper.offer(plan)).toMatchObject({ availability: 'available', change: 'renewal' });

    await shopper.buy(plan);

    const [old, renewed] = await subscriptions();
    expect(old).toEqual(expect.objectContaining({ id: subscription.id, cancelled: false, endDate }));
    expect(renewed).toMatchObject({ startDate: now, endDate: new Date(expected) });
    expect((await shopper.offer(plan)).availability).toBe('already_yours');
  });

  it('counts only renewals of the plan that the customer is locked into', async () => {
    const { former, plan, open } = await seasons({ renewalCap: 3 });
    const other = await freePlan({ salesPeriodId: open.id });
    const locked = await t.given.customer({ lockedPlan: plan, renewals: 1 });
    const free = await t.given.customer({ lockedPlan: plan, renewals: 1 });
    await (await member(plan, { salesPeriodId: former.id }, locked)).shopper.buy(plan);
    await (await member(plan, { salesPeriodId: former.id }, free)).shopper.buy(other);
    expect((await customers()).map(({ renewals }) => renewals)).toEqual([2, 1]);
  });

  it('refuses every plan except the locked one at the renewal cap', async () => {
    const { former, plan, open } = await seasons({ renewalCap: 1 });
    const other = await freePlan({ salesPeriodId: open.id });
    const customer = await t.given.customer({ lockedPlan: plan, renewals: 1 });
    const { shopper } = await member(plan, { salesPeriodId: former.id }, customer);
    expect((await shopper.offer(other)).availability).toBe('not_available');
    await expect(shopper.buy(other)).rejects.toThrow(PlanNotAvailable);
    expect((await shopper.offer(plan)).availability).toBe('available');
  });
});

describe('a checkout is refused', () => {
  it.each<[string, () => Promise<Plan>]>([
    ['is withdrawn', () => freePlan({ deleted: true })],
    ['is of another fan club', async () => freePlan({ fanclubId: (await t.given.fanclub({})).id })],
  ])('for a plan that %s', async (_, make) => {
    const shopper = await Shopper.stranger(t);
    const plan = await make();
    await expect(shopper.offer(plan)).rejects.toThrow(NoPlanFound);
    await expect(shopper.buy(plan, newToken())).rejects.toThrow(NoPlanFound);
    expect([await orders(), await customers()]).toEqual([[], []]);
  });

  it('for an unknown plan id', async () => {
    const shopper = await Shopper.stranger(t);
    const unknown = { id: 4711 } as Plan;
    await expect(shopper.offer(unknown)).rejects.toThrow(NoPlanFound);
  });

  it.each<[string, () => Promise<Plan>]>([
    ['it is not on sale', () => freePlan({ onSale: false })],
    [
      'its sales period is over',
      async () =>
        freePlan({
          salesPeriodId: (await t.given.salesPeriod({ endsAt: daysFrom(t.clock.now(), -1) })).id,
        }),
    ],
    [
      'its sales period has not begun',
      async () =>
        freePlan({
          salesPeriodId: (await t.given.salesPeriod({ startsAt: daysFrom(t.clock.now(), 1) })).id,
        }),
    ],
  ])('if %s', async (_, make) => {
    const plan = await make();
    for (const shopper of [await Shopper.stranger(t), await Shopper.of(t, await t.given.customer())]) {
      expect((await shopper.offer(plan)).availability).toBe('not_available');
      await expect(shopper.buy(plan)).rejects.toThrow(PlanNotAvailable);
    }
    expect([await orders(), await subscriptions()]).toEqual([[], []]);
  });

  it('for a paid plan, while no payments are possible', async () => {
    const plan = await t.given.plan({ price: '24.99' });
    const shopper = await Shopper.stranger(t);
    expect(await shopper.offer(plan)).toMatchObject({ price: '$24.99', availability: 'payment_not_set_up' });
    await expect(shopper.buy(plan)).rejects.toThrow('Paying is not set up for this fan club yet.');
    expect([await orders(), await customers()]).toEqual([[], []]);
  });

  it.each([
    ['5.00', '0.00', { domestic: '$5.00', international: 'Free' }],
    ['0.00', '15.50', { domestic: 'Free', international: '$15.50' }],
  ])(
    'for a free plan with a package that costs %s and %s to send',
    async (domestic, international, shipping) => {
      const plan = await freePlan();
      await t.given.package(plan, [{}], { domestic, international });
      const shopper = await Shopper.stranger(t);
      expect(await shopper.offer(plan)).toMatchObject({
        price: 'Free',
        shipping,
        availability: 'payment_not_set_up',
      });
      await expect(shopper.buy(plan)).rejects.toThrow(PaymentNotSetUp);
    },
  );

  it.each(['', 'short', `${'a'.repeat(43)}=`, `${'a'.repeat(42)}\0`])(
    'with the reference %j',
    async (reference) => {
      const plan = await freePlan();
      await expect((await Shopper.stranger(t)).buy(plan, reference)).rejects.toThrow(InvalidReference);
    },
  );

  it('for a customer who was blacklisted after the page was loaded', async () => {
    const plan = await freePlan();
    const customer = await t.given.customer();
    const viewer = await (await Shopper.of(t, customer)).viewer();
    await t.db.getRepository(Customer).update(customer.id, { blacklisted: true });
    const placing = t.app.get(CheckoutService).place(viewer, plan.id, { reference: newToken() });
    await expect(placing).rejects.toThrow('Please log in');
    expect(await orders()).toEqual([]);
  });
});

describe('a form that is sent again', () => {
  it('returns the same order to the customer of the session', async () => {
    const [plan, shopper, reference] = [await freePlan(), await Shopper.stranger(t), newToken()];
    const first = await shopper.buy(plan, reference);
    expect(await shopper.buy(plan, reference)).toEqual({ ...first, token: null });
    expect([(await orders()).length, (await subscriptions()).length]).toEqual([1, 1]);
  });

  it('returns the same order even after the customer has registered', async () => {
    const [plan, shopper, reference] = [await freePlan(), await Shopper.stranger(t), newToken()];
    const { orderId } = await shopper.buy(plan, reference);
    await t.db.query(`UPDATE customers SET email = 'ada@x.example', registered = true`);
    expect(await shopper.buy(plan, reference)).toMatchObject({ orderId, token: null });
    expect(await customers()).toHaveLength(1);
  });

  it('gives other visitors neither a session nor the order', async () => {
    const [plan, reference] = [await freePlan(), newToken()];
    await (await Shopper.stranger(t)).buy(plan, reference);
    const others = [await Shopper.stranger(t), await Shopper.of(t, await t.given.customer())];
    for (const other of others) {
      await expect(other.buy(plan, reference)).rejects.toThrow(OrderAlreadyPlaced);
    }
    expect([(await orders()).length, (await customers()).length]).toEqual([1, 2]);
  });

  it('does not buy another plan', async () => {
    const [plan, shopper, reference] = [await freePlan(), await Shopper.stranger(t), newToken()];
    await shopper.buy(plan, reference);
    await expect(shopper.buy(await freePlan(), reference)).rejects.toThrow(OrderAlreadyPlaced);
  });

  it('fifty times simultaneously, without a session, makes one order, one customer and one session', async () => {
    const [plan, reference] = [await freePlan(), newToken()];
    const viewer = await (await Shopper.stranger(t)).viewer();
    const checkout = t.app.get(CheckoutService);

    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => checkout.place(viewer, plan.id, { reference })),
    );

    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(49);
    expect(refused.every((reason) => reason instanceof OrderAlreadyPlaced)).toBe(true);
    const sessions = await t.db.query<unknown[]>('SELECT id FROM sessions');
    const counts = [await orders(), await customers(), await subscriptions(), sessions].map(
      (rows) => rows.length,
    );
    expect(counts).toEqual([1, 1, 1, 1]);
  });

  it('fifty times simultaneously, in one session, makes one order', async () => {
    const [plan, reference] = [await freePlan(), newToken()];
    const viewer = await (await Shopper.of(t, await t.given.customer())).viewer();
    const checkout = t.app.get(CheckoutService);

    const placements = await Promise.all(
      Array.from({ length: 50 }, () => checkout.place(viewer, plan.id, { reference })),
    );

    expect(new Set(placements.map(({ orderId }) => orderId)).size).toBe(1);
    expect([(await orders()).length, (await subscriptions()).length]).toEqual([1, 1]);
  });

  it('from fifty pages simultaneously makes one order, and the other pages report that the customer has the plan', async () => {
    const plan = await freePlan();
    const viewer = await (await Shopper.of(t, await t.given.customer())).viewer();
    const checkout = t.app.get(CheckoutService);

    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => checkout.place(viewer, plan.id, { reference: newToken() })),
    );

    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(49);
    expect(refused.every((reason) => reason instanceof PlanAlreadyYours)).toBe(true);
    expect([(await orders()).length, (await subscriptions()).length]).toEqual([1, 1]);
  });

  it('makes another order in another fan club', async () => {
    const reference = newToken();
    await (await Shopper.stranger(t)).buy(await freePlan(), reference);
    const other = await t.given.fanclub({});
    const plan = await freePlan({ fanclubId: other.id });
    const viewer = await (await Shopper.stranger(t)).viewer();
    const there = anonymous({ ...viewer.fanclub, id: other.id }, viewer.source);
    await expect(t.app.get(CheckoutService).place(there, plan.id, { reference })).resolves.toMatchObject({
      isFree: true,
    });
  });
});
