import { randomUUID } from 'node:crypto';
import { Order } from '#domains/orders/order.entity';
import { Payment } from '#domains/payments/payment.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { PlanStock, StockItem } from '#domains/stock/plan-stock.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { ObservationsService, PayableOrdersService } from '../../src/domains/payments';
import { PlanSoldOut } from '../../src/domains/stock';
import { untilWaiting } from '../support/lock-waits';
import type { ModelBank } from '../support/payments/model-bank';
import { modelCheckout } from '../support/payments/with-model-bank';
import { refundOrder } from '../support/payments/refund';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let bank: ModelBank;
let shopper: Shopper;
let plan: Plan;

beforeEach(async () => {
  ({ bank, shopper, plan } = await modelCheckout(t));
});
afterEach(() => jest.restoreAllMocks());

const limited = (capacity: number, wanted = plan) => t.given.planStock({ plan: wanted, capacity });
const someone = async (): Promise<Shopper> => Shopper.of(t, await t.given.customer());
const fanclub = async () => (await shopper.viewer()).fanclub;
const stockOf = async ({ id }: Plan): Promise<Partial<PlanStock>> => {
  const [{ capacity, held, sold, waiting }] = await t.db
    .getRepository(PlanStock)
    .find({ where: { planId: id } });
  return { capacity, held, sold, waiting };
};
const availabilityOf = async (visitor: Shopper, wanted = plan) => (await visitor.offer(wanted)).availability;

/** Places an order and opens its payment page. @returns the page of the bank */
async function opened(visitor: Shopper): Promise<{ orderId: number; page: string }> {
  const { orderId } = await visitor.buy(plan);
  await t.app.get(PayableOrdersService).pay(await visitor.viewer(), orderId);
  return { orderId, page: bank.sessions.at(-1)!.ref };
}

/** What a visitor of the API reads about a plan. */
async function flagOf({ id }: Plan): Promise<boolean> {
  const { body } = await t.api.stranger().get('/plans');
  return (body.plans as { id: number; available_to_customer: boolean }[]).find((one) => one.id === id)!
    .available_to_customer;
}

describe('the stock of a plan', () => {
  it('is held while an order waits, sold when it is paid, and given back when it is closed', async () => {
    await limited(2);
    const { orderId } = await opened(shopper);
    expect(await stockOf(plan)).toEqual({ capacity: 2, held: 1, sold: 0, waiting: 0 });
    bank.pay(bank.sessions[0].ref);
    await t.app.get(PayableOrdersService).observed(await shopper.viewer(), orderId);
    expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 1 });
    const other = await someone();
    const { orderId: second } = await opened(other);
    expect(await stockOf(plan)).toMatchObject({ held: 1, sold: 1 });
    await t.app.get(PayableOrdersService).cancel(await other.viewer(), second);
    expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 1 });
    await t.app.get(PayableOrdersService).cancel(await other.viewer(), second);
    expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 1 });
  });

  it('is sold out when it is reached, for visitors, at the checkout, and in what is published', async () => {
    await limited(1);
    expect(await flagOf(plan)).toBe(true);
    await opened(shopper);
    const other = await someone();
    expect(await availabilityOf(other)).toBe('sold_out');
    await expect(other.buy(plan)).rejects.toThrow(PlanSoldOut);
    expect(await flagOf(plan)).toBe(false);
    // What the buyer holds can be continued, and is one order.
    expect(await availabilityOf(shopper)).toBe('available');
    await shopper.buy(plan);
    expect(await t.db.getRepository(Order).count()).toBe(1);
    t.clock.advance(36 * 60);
    await runJob(t, 'payments.watch');
    expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 0 });
    expect(await flagOf(plan)).toBe(true);
  });

  it.each([0, 1])('is kept for a buyer who changes an open order while %d people wait', async (people) => {
    await limited(1);
    const first = await shopper.buy(plan);
    for (let n = 0; n < people; n += 1) await t.given.waitingEntry({ plan });
    const { text } = await t.given.redeemCode();
    t.clock.advance(1);
    const second = await shopper.buy(plan, undefined, text);
    expect(second.orderId).not.toBe(first.orderId);
    expect(await stockOf(plan)).toMatchObject({ held: 1, sold: 0, waiting: people });
    expect(await t.db.getRepository(StockItem).find()).toMatchObject([{ orderId: second.orderId }]);
    await shopper.buyAndPay(plan, bank, text);
    expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 1, waiting: people });
  });

  it('of a superseded order is free after ten minutes, if the buyer orders another plan', async () => {
    await limited(1);
    await shopper.buy(plan);
    await shopper.buy(await t.given.plan({ price: '5.00' }));
    expect(await stockOf(plan)).toMatchObject({ held: 1 });
    t.clock.advance(600);
    await runJob(t, 'waiting_lists.serve');
    expect(await stockOf(plan)).toMatchObject({ held: 0 });
  });

  it('of a free plan is sold at once', async () => {
    const free = await t.given.plan({ price: '0' });
    await limited(1, free);
    await (await Shopper.stranger(t)).buy(free);
    expect(await stockOf(free)).toMatchObject({ held: 0, sold: 1 });
    await expect((await Shopper.stranger(t)).buy(free)).rejects.toThrow(PlanSoldOut);
    expect(await t.db.getRepository(Subscription).count()).toBe(1);
  });

  it.each([
    ['in full', null, null, 0],
    ['in part', '5.00', null, 1],
    ['in part, with the membership', '5.00', 'cancel', 0],
    ['in full, and the membership stays', null, 'keep', 1],
  ] as const)('after a refund %s is given back with the membership', async (_title, amount, effect, sold) => {
    await limited(1);
    const orderId = await shopper.buyAndPay(plan, bank);
    await refundOrder(t, await fanclub(), { orderId, amount, effect });
    expect(await stockOf(plan)).toMatchObject({ held: 0, sold });
    expect(await availabilityOf(await someone())).toBe(sold === 0 ? 'available' : 'sold_out');
  });

  it('counts what was ordered before the plan had a capacity', async () => {
    await shopper.buyAndPay(plan, bank);
    await opened(await someone());
    await limited(2);
    expect(await stockOf(plan)).toEqual({ capacity: 2, held: 1, sold: 1, waiting: 0 });
    expect(await availabilityOf(await someone())).toBe('sold_out');
  });

  it('loses the items of deleted customers', async () => {
    const customer = await t.given.customer();
    await limited(1);
    await (await Shopper.of(t, customer)).buyAndPay(plan, bank);
    for (const table of ['subscriptions', 'orders'])
      await t.db.query(`DELETE FROM ${table} WHERE customer_id = $1`, [customer.id]);
    expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 0 });
  });
});

it('A gift of a sold-out plan is refused, also for a member of that plan', async () => {
  await limited(1);
  await shopper.buyAndPay(plan, bank);
  const { text } = await t.given.redeemCode({ batch: await t.given.redeemBatch({ plan }) });
  expect((await shopper.offer(plan, text)).availability).toBe('sold_out');
  await expect(shopper.buy(plan, undefined, text)).rejects.toThrow(PlanSoldOut);
});

it('A gift of a plan that is not on sale does not wait for the list, which makes no offers then', async () => {
  await limited(1);
  await t.given.waitingEntry({ plan });
  await t.db.query('UPDATE plans SET on_sale = false');
  const batch = await t.given.redeemBatch({ plan });
  const [first, second] = [await t.given.redeemCode({ batch }), await t.given.redeemCode({ batch })];
  expect((await shopper.offer(plan, first.text)).availability).toBe('available');
  await shopper.buy(plan, undefined, first.text);
  expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 1, waiting: 1 });
  const other = await someone();
  expect(await other.offer(plan, second.text)).toMatchObject({ availability: 'sold_out', skipsList: true });
  await expect(other.buy(plan, undefined, second.text)).rejects.toThrow(PlanSoldOut);
});

describe('a late payment', () => {
  /** The first payment page, which has ended, on which the bank takes money all the same. */
  async function paidLate(): Promise<void> {
    const [{ id }] = await t.db.getRepository(Payment).find({ order: { id: 'ASC' } });
    bank.payLate(bank.sessions[0].ref);
    await t.app.get(ObservationsService).observe(await fanclub(), id, 'webhook');
  }

  it('of a closed order takes what is free, and is fulfilled', async () => {
    await limited(1);
    const { orderId } = await opened(shopper);
    await t.app.get(PayableOrdersService).cancel(await shopper.viewer(), orderId);
    await paidLate();
    expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 1 });
    expect(await t.db.getRepository(Subscription).count()).toBe(1);
  });

  it('of a closed order is refunded if nothing is left', async () => {
    await limited(1);
    const { orderId } = await opened(shopper);
    await t.app.get(PayableOrdersService).cancel(await shopper.viewer(), orderId);
    await (await someone()).buyAndPay(plan, bank);
    await paidLate();
    const { progress } = await t.app.get(PayableOrdersService).find(await shopper.viewer(), orderId);
    expect(progress).toBe('surplus');
    await runJob(t, 'refunds.follow');
    expect(bank.balance).toBe(2499n);
    expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 1 });
    expect(await t.db.getRepository(Subscription).count()).toBe(1);
  });

  it('of an order that is paid leaves its item sold', async () => {
    await limited(1);
    const { orderId } = await opened(shopper);
    bank.sessions[0].outcome = 'expired';
    await t.app.get(PayableOrdersService).observed(await shopper.viewer(), orderId);
    await t.app.get(PayableOrdersService).pay(await shopper.viewer(), orderId);
    bank.pay(bank.sessions[1].ref);
    await t.app.get(PayableOrdersService).observed(await shopper.viewer(), orderId);
    await paidLate();
    const surplus = await t.db.getRepository(Payment).find({ order: { id: 'ASC' } });
    expect(surplus.map((payment) => payment.surplus)).toEqual([true, false]);
    expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 1 });
  });
});

it('A renewal takes an item of the next plan, and one of the same plan takes none', async () => {
  const now = t.clock.now().getTime();
  const days = (count: number): Date => new Date(now + count * 86_400_000);
  const [former, present] = [
    await t.given.salesPeriod({ startsAt: days(-400), endsAt: days(-40), extendedUntil: days(40) }),
    await t.given.salesPeriod({ startsAt: days(-30), endsAt: days(300) }),
  ];
  const same = await t.given.plan({ price: '10.00', salesPeriod: present });
  const next = await t.given.plan({ price: '10.00', salesPeriod: present });
  for (const wanted of [same, next]) {
    await limited(1, wanted);
    const customer = await t.given.customer();
    const term = { startDate: days(-390), endDate: days(20), salesPeriodId: former.id };
    await t.given.subscription({ customer, plan: same, ...term });
    await (await Shopper.of(t, customer)).buyAndPay(wanted, bank);
    expect(await stockOf(wanted)).toMatchObject({ held: 0, sold: wanted === next ? 1 : 0 });
  }
});

it('The item of a membership that was renewed stays with the renewal if the first order is refunded', async () => {
  const now = t.clock.now().getTime();
  const days = (count: number): Date => new Date(now + count * 86_400_000);
  const former = await t.given.salesPeriod({
    startsAt: days(-400),
    endsAt: days(-40),
    extendedUntil: days(40),
  });
  const salesPeriod = await t.given.salesPeriod({ startsAt: days(-30), endsAt: days(300) });
  const renewed = await t.given.plan({ price: '10.00', salesPeriod });
  await limited(1, renewed);
  const customer = await t.given.customer();
  const member = await Shopper.of(t, customer);
  const first = await member.buyAndPay(renewed, bank);
  await t.db.query(
    'UPDATE subscriptions SET sales_period_id = $2, start_date = $3, end_date = $4 WHERE order_id = $1',
    [first, former.id, days(-390), days(20)],
  );
  t.clock.advance(1);
  const renewal = await member.buyAndPay(renewed, bank);
  const refund = { amount: '10.00', effect: 'cancel' } as const;
  await refundOrder(t, await fanclub(), { orderId: first, ...refund });
  expect(await stockOf(renewed)).toMatchObject({ held: 0, sold: 1 });
  await refundOrder(t, await fanclub(), { orderId: renewal, ...refund });
  expect(await stockOf(renewed)).toMatchObject({ held: 0, sold: 0 });
});

it('A renewal of the same plan takes an item if the renewed membership gave its own back', async () => {
  const now = t.clock.now().getTime();
  const days = (count: number): Date => new Date(now + count * 86_400_000);
  const former = await t.given.salesPeriod({
    startsAt: days(-400),
    endsAt: days(-40),
    extendedUntil: days(40),
  });
  const salesPeriod = await t.given.salesPeriod({ startsAt: days(-30), endsAt: days(300) });
  const renewed = await t.given.plan({ price: '10.00', salesPeriod });
  await limited(1, renewed);
  const customer = await t.given.customer();
  const term = { startDate: days(-390), endDate: days(20), salesPeriodId: former.id };
  const { id } = await t.given.subscription({ customer, plan: renewed, ...term });
  const member = await Shopper.of(t, customer);
  const { orderId } = await member.buy(renewed);
  await t.app.get(PayableOrdersService).pay(await member.viewer(), orderId);
  await t.db.query('UPDATE subscriptions SET cancelled = true, cancelled_at = $2 WHERE id = $1', [
    id,
    t.clock.now(),
  ]);
  bank.pay(bank.sessions.at(-1)!.ref);
  await t.app.get(PayableOrdersService).observed(await member.viewer(), orderId);
  expect(await stockOf(renewed)).toMatchObject({ held: 0, sold: 1 });
});

it('Closing and paying an order lock its code before the stock, as placing does', async () => {
  await limited(2);
  const { text, id: code } = await t.given.redeemCode();
  const first = await shopper.buy(plan, undefined, text);
  const other = await someone();
  const second = await other.buy(plan, undefined, text);
  await t.app.get(PayableOrdersService).pay(await other.viewer(), second.orderId);
  bank.pay(bank.sessions.at(-1)!.ref);
  const ends = [
    async () => t.app.get(PayableOrdersService).cancel(await shopper.viewer(), first.orderId),
    async () => t.app.get(PayableOrdersService).observed(await other.viewer(), second.orderId),
  ];
  for (const end of ends) {
    const holder = t.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM redeem_codes WHERE id = $1 FOR UPDATE', [code]);
    const ended = end();
    await untilWaiting(t, 1);
    // Fails if the other transaction has locked the stock already.
    await holder.query('SELECT FROM plan_stock WHERE plan_id = $1 FOR UPDATE NOWAIT', [plan.id]);
    await holder.commitTransaction();
    await holder.release();
    await ended;
  }
  expect(await stockOf(plan)).toMatchObject({ held: 0, sold: 1 });
});

describe('staff', () => {
  it('set the capacity with the plan, not below what is taken, and see the counts', async () => {
    const kim = await staffOf(t, 'manager');
    const path = `/fanclubs/${plan.fanclubId}/plans/${plan.id}`;
    const change = async (capacity: number | null) => {
      const { headers } = await kim.get(path);
      return kim.patch(path, { capacity }, headers.etag as string);
    };
    expect((await kim.get(path)).body).toMatchObject({ capacity: null });
    expect((await change(2)).status).toBe(200);
    await shopper.buyAndPay(plan, bank);
    await opened(await someone());
    const { status, body } = await change(1);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('must be at least 2')]);
    expect((await kim.get(path)).body).toMatchObject({ capacity: 2 });
    expect((await kim.get(`/fanclubs/${plan.fanclubId}/stock`)).body).toEqual({
      plans: [{ plan_id: plan.id, capacity: 2, held: 1, sold: 1, waiting: 0, sold_out: true }],
    });
    expect((await change(3)).status).toBe(200);
    expect(await availabilityOf(await someone())).toBe('available');
    expect((await change(null)).status).toBe(200);
    expect(await t.db.getRepository(PlanStock).count()).toBe(0);
    expect(await t.db.getRepository(StockItem).count()).toBe(2);
  });

  it('cannot give a membership of a sold-out plan', async () => {
    await limited(1);
    await shopper.buyAndPay(plan, bank);
    const kim = await staffOf(t, 'owner');
    const { id } = await t.given.customer();
    const gift = { plan_id: plan.id, reason: 'a prize' };
    const answer = await kim.post(`/fanclubs/${plan.fanclubId}/members/${id}/comp`, gift, {
      'idempotency-key': randomUUID(),
    });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      422,
      expect.stringContaining('This plan is sold out.'),
    ]);
    expect(await stockOf(plan)).toMatchObject({ sold: 1 });
  });
});
