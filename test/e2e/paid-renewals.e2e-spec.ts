import { Customer } from '#domains/accounts/customer.entity';
import { Payment } from '#domains/payments/payment.entity';
import { Order } from '#domains/orders/order.entity';
import type { Plan, SalesPeriod } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { daysFrom } from '#samples';
import { ObservationsService, PayableOrdersService } from '../../src/domains/payments';
import { PlanNotAvailable } from '../../src/domains/checkout';
import type { ModelBank } from '../support/payments/model-bank';
import { withModelBank } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let bank: ModelBank;
let customer: Customer;
let shopper: Shopper;
/** A season that has ended, and one that is open. */
let [former, open]: SalesPeriod[] = [];
/** Two plans of the open season. */
let [gold, silver]: Plan[] = [];

beforeEach(async () => {
  bank = await withModelBank(t);
  const now = t.clock.now();
  former = await t.given.salesPeriod({ startsAt: daysFrom(now, -400), endsAt: daysFrom(now, -30) });
  open = await t.given.salesPeriod();
  gold = await t.given.plan({ price: '24.99', salesPeriod: open, renewalCap: 2 });
  silver = await t.given.plan({ price: '10.00', salesPeriod: open });
  customer = await t.given.customer();
  shopper = await Shopper.of(t, customer);
});
afterEach(() => jest.restoreAllMocks());

const minutes = (count: number): number => count * 60;
const daysAhead = (days: number): Date => daysFrom(t.clock.now(), days);
const orders = (): Promise<Order[]> => t.db.getRepository(Order).find({ order: { id: 'ASC' } });
const payments = (): Promise<Payment[]> => t.db.getRepository(Payment).find({ order: { id: 'ASC' } });
const subscriptions = (): Promise<Subscription[]> =>
  t.db.getRepository(Subscription).find({ order: { id: 'ASC' } });
const renewals = async (): Promise<number> =>
  (await t.db.getRepository(Customer).findOneByOrFail({ id: customer.id })).renewals;
const lockInto = (plan: Plan): Promise<unknown> =>
  t.db.getRepository(Customer).update(customer.id, { lockedPlanId: plan.id });

/** The customer's membership of the former season. */
const member = (endDate: Date): Promise<Subscription> =>
  t.given.subscription({ customer, plan: gold, salesPeriodId: former.id, endDate });

/** An order whose payment page is open. */
interface OpenOrder {
  readonly orderId: number;
  readonly session: string;
}

async function placed(plan: Plan): Promise<OpenOrder> {
  t.clock.advance(1);
  const { orderId } = await shopper.buy(plan);
  await t.app.get(PayableOrdersService).pay(await shopper.viewer(), orderId);
  return { orderId, session: bank.sessions.at(-1)!.ref };
}

async function cancel({ orderId }: OpenOrder): Promise<void> {
  await t.app.get(PayableOrdersService).cancel(await shopper.viewer(), orderId);
}

/** The buyer pays, and comes back. */
async function paid({ orderId, session }: OpenOrder): Promise<void> {
  expect(bank.pay(session)).toBe(true);
  await t.app.get(PayableOrdersService).observed(await shopper.viewer(), orderId);
}

/** Money arrives for an order that is closed: the bank says late that its page was paid. */
async function paidLate({ orderId, session }: OpenOrder): Promise<void> {
  bank.sessions.find(({ ref }) => ref === session)!.outcome = 'succeeded';
  const { id } = await t.db.getRepository(Payment).findOneByOrFail({ orderId });
  await t.app.get(ObservationsService).observe((await shopper.viewer()).fanclub, id, 'webhook');
}

/** What became of an order and of its money. */
async function outcomes() {
  const money = await payments();
  return (await orders()).map(({ id, paidAt, closedReason }) => ({
    order: paidAt ? 'paid' : (closedReason ?? 'open'),
    money: money
      .filter(({ orderId }) => orderId === id)
      .map(({ state, surplus }) => (surplus ? 'surplus' : state)),
  }));
}

describe('a renewal that is paid', () => {
  it('adds its term to the rest of the former one, which stays', async () => {
    const endDate = daysAhead(60);
    const { id } = await member(endDate);
    const order = await placed(gold);
    expect(await orders()).toEqual([
      expect.objectContaining({ kind: 'renewal', renewsSubscriptionId: id, total: '24.99' }),
    ]);
    t.clock.advance(minutes(10));
    await paid(order);
    expect(await subscriptions()).toEqual([
      expect.objectContaining({ id, cancelled: false, endDate }),
      expect.objectContaining({
        ...{ planId: gold.id, salesPeriodId: open.id, orderId: order.orderId, cancelled: false },
        ...{ startDate: t.clock.now(), endDate: new Date('2027-08-14T12:00:00Z') },
      }),
    ]);
    expect((await shopper.offer(gold)).availability).toBe('already_yours');
    const { body } = await (await shopper.api()).get('/account');
    expect(body.customer.subscription.end_date).toBe('2027-08-14T12:00:00Z');
  });

  it('begins with the payment if the former membership lapsed', async () => {
    await t.db.query('UPDATE sales_periods SET extended_until = $2 WHERE id = $1', [
      ...[former.id, daysAhead(30)],
    ]);
    await member(daysAhead(-5));
    const order = await placed(gold);
    t.clock.set('2026-06-15T12:10:00Z');
    await paid(order);
    expect((await orders())[0].kind).toBe('renewal');
    expect((await subscriptions())[1]).toMatchObject({
      ...{ startDate: t.clock.now(), endDate: new Date('2027-06-15T12:10:00Z') },
    });
  });

  it('is a renewal also if its season ended while the payment page was open', async () => {
    await lockInto(gold);
    await member(daysAhead(60));
    const order = await placed(gold);
    await t.db.query('UPDATE sales_periods SET ends_at = $2 WHERE id = $1', [open.id, t.clock.now()]);
    t.clock.advance(minutes(10));
    await paid(order);
    expect((await subscriptions())[1].endDate).toEqual(new Date('2027-08-14T12:00:00Z'));
    expect(await renewals()).toBe(1);
  });

  it('counts towards the renewal cap of the plan that its buyer is locked into, once, and not before it is paid', async () => {
    await lockInto(gold);
    await t.db.getRepository(Customer).update(customer.id, { renewals: 1 });
    await member(daysAhead(60));
    const order = await placed(gold);
    expect(await renewals()).toBe(1);
    await paid(order);
    await runJob(t, 'payments.watch');
    await paidLate(order);
    expect(await renewals()).toBe(2);
    const { body } = await (await shopper.api()).get('/account');
    expect(body.customer.at_renewal_cap).toBe(true);
  });

  it.each([
    ['of another plan than the locked one', () => lockInto(gold), () => silver],
    ['without a lock', () => Promise.resolve(), () => gold],
  ])('%s counts towards no cap', async (_title, lock, wanted) => {
    await lock();
    await member(daysAhead(60));
    await paid(await placed(wanted()));
    expect((await subscriptions())[1].endDate).toEqual(new Date('2027-08-14T12:00:00Z'));
    expect(await renewals()).toBe(0);
  });

  it('at the cap leaves only the locked plan for the next one', async () => {
    await lockInto(gold);
    await t.db.getRepository(Customer).update(customer.id, { renewals: 1 });
    await member(daysAhead(60));
    expect((await shopper.offer(silver)).availability).toBe('available');
    await paid(await placed(gold));
    await t.db.query('UPDATE subscriptions SET cancelled = true WHERE order_id IS NOT NULL');
    await expect(shopper.buy(silver)).rejects.toThrow(PlanNotAvailable);
  });
});

describe('two orders for one renewal', () => {
  beforeEach(() => member(daysAhead(60)));

  it('are never open at the same time', async () => {
    const first = await placed(gold);
    const second = await placed(silver);
    expect(bank.pay(first.session)).toBe(false);
    await paid(second);
    expect(await outcomes()).toEqual([
      { order: 'superseded', money: ['expired'] },
      { order: 'paid', money: ['succeeded'] },
    ]);
  });

  it('of different plans: a payment of the closed one is a surplus after the other was paid, and goes back', async () => {
    const first = await placed(gold);
    await cancel(first);
    await paid(await placed(silver));
    await paidLate(first);
    expect(await outcomes()).toEqual([
      { order: 'cancelled', money: ['surplus'] },
      { order: 'paid', money: ['succeeded'] },
    ]);
    await runJob(t, 'refunds.follow');
    expect(bank.balance).toBe(1000n);
    expect(await subscriptions()).toHaveLength(2);
  });

  it('of different plans: a late payment of the closed one settles it, and that of the open one is a surplus', async () => {
    const first = await placed(gold);
    await cancel(first);
    const second = await placed(silver);
    t.clock.advance(60);
    await paidLate(first);
    expect(await outcomes()).toEqual([
      { order: 'paid', money: ['succeeded'] },
      { order: 'open', money: ['open'] },
    ]);
    expect((await subscriptions())[1]).toMatchObject({
      ...{ planId: gold.id, endDate: new Date('2027-08-14T12:00:00Z') },
    });
    await paid(second);
    expect(await outcomes()).toEqual([
      { order: 'paid', money: ['succeeded'] },
      { order: 'given_up', money: ['surplus'] },
    ]);
    await runJob(t, 'refunds.follow');
    expect(bank.balance).toBe(2499n);
    expect(await subscriptions()).toHaveLength(2);
  });

  it('of one plan: a late payment of the closed one settles it, and that of the open one is a surplus', async () => {
    const first = await placed(gold);
    await cancel(first);
    const second = await placed(gold);
    await paidLate(first);
    await paid(second);
    expect(await outcomes()).toEqual([
      { order: 'paid', money: ['succeeded'] },
      { order: 'given_up', money: ['surplus'] },
    ]);
    await runJob(t, 'refunds.follow');
    expect(bank.balance).toBe(2499n);
  });
});

describe('a payment page that is open while the membership ends', () => {
  const ends = new Date('2026-06-15T12:20:00Z');
  const late = '2026-06-15T12:30:00Z';

  it('of a renewal begins a new membership, which counts towards no cap', async () => {
    await lockInto(gold);
    const { id } = await member(ends);
    const order = await placed(gold);
    t.clock.set(late);
    await paid(order);
    expect(await subscriptions()).toEqual([
      expect.objectContaining({ id, endDate: ends }),
      expect.objectContaining({ startDate: new Date(late), endDate: new Date('2027-06-15T12:30:00Z') }),
    ]);
    expect(await renewals()).toBe(0);
  });

  it('of an upgrade begins a new membership for the price that was shown, and leaves the former one as it is', async () => {
    const basic = await t.given.plan({ price: '10.00' });
    const better = await t.given.plan({ price: '24.99' });
    await t.given.upgrade(basic, better);
    const { id } = await t.given.subscription({ customer, plan: basic, endDate: ends });
    const order = await placed(better);
    expect((await orders())[0]).toMatchObject({ kind: 'upgrade', total: '14.99' });
    t.clock.set(late);
    await paid(order);
    expect(await subscriptions()).toEqual([
      expect.objectContaining({ id, endDate: ends, cancelled: false }),
      expect.objectContaining({ planId: better.id, startDate: new Date(late), cancelled: false }),
    ]);
  });

  it.each([
    ['a renewal', () => gold, () => member(ends)],
    ['an upgrade', () => silver, upgradable],
  ])('of %s leaves another membership alone that was given meanwhile', async (_title, wanted, given) => {
    await given();
    const order = await placed(wanted());
    t.clock.set(late);
    const endDate = daysAhead(200);
    const other = await t.given.subscription({ customer, startDate: ends, endDate });
    await paid(order);
    const [, , bought] = await subscriptions();
    expect(await subscriptions()).toContainEqual(
      expect.objectContaining({ id: other.id, cancelled: false, endDate }),
    );
    expect(bought).toMatchObject({ startDate: new Date(late), endDate: new Date('2027-06-15T12:30:00Z') });
  });

  /** A membership from which the silver plan is an upgrade. */
  async function upgradable(): Promise<Subscription> {
    const basic = await t.given.plan({ price: '5.00' });
    await t.given.upgrade(basic, silver);
    return t.given.subscription({ customer, plan: basic, endDate: ends });
  }
});
