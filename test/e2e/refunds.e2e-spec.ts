import type { Customer } from '#domains/accounts/customer.entity';
import { Payment } from '#domains/payments/payment.entity';
import { Refund } from '#domains/payments/refunds/refund.entity';
import { Order } from '#domains/orders/order.entity';
import { Shipment } from '#domains/orders/shipment.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import {
  NothingPaid,
  NothingQueued,
  NothingToRestore,
  ObservationsService,
  PayableOrdersService,
  PaymentCommandsService,
  RefundsService,
  type RefundWish,
  WrongRefundAmount,
} from '../../src/domains/payments';
import { ProviderUnavailable } from '../../src/domains/payment-providers';
import type { ModelBank } from '../support/payments/model-bank';
import { modelCheckout } from '../support/payments/with-model-bank';
import { refundOrder, requestRefund } from '../support/payments/refund';
import { runJob } from '../support/run-job';
import type { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let bank: ModelBank;
let customer: Customer;
let shopper: Shopper;
let plan: Plan;

beforeEach(async () => {
  ({ bank, customer, shopper, plan } = await modelCheckout(t));
});
afterEach(() => jest.restoreAllMocks());

const refunding = (): RefundsService => t.app.get(RefundsService);
const only = async <Row extends object>(entity: new () => Row): Promise<Row> =>
  (await t.db.getRepository(entity).find())[0];

const paidOrder = (wanted = plan): Promise<number> => shopper.buyAndPay(wanted, bank);

async function requested(orderId: number, wish: Partial<RefundWish> = {}): Promise<number> {
  return requestRefund(t, (await shopper.viewer()).fanclub, { orderId, ...wish });
}

async function refunded(orderId: number, wish: Partial<RefundWish> = {}): Promise<string> {
  return refundOrder(t, (await shopper.viewer()).fanclub, { orderId, ...wish });
}

describe('a refund', () => {
  it('of all ends the membership, and its parcel is not sent', async () => {
    await t.given.package(plan, [{}], { domestic: '0', international: '0' });
    await t.given.shippingAddress({ customer });
    const orderId = await paidOrder();
    t.clock.advance(3600);
    expect(await refunded(orderId)).toBe('succeeded');
    expect((await only(Order)).refundedAt).toEqual(t.clock.now());
    expect(await only(Subscription)).toMatchObject({ cancelled: true, cancelledAt: t.clock.now() });
    expect(await t.db.getRepository(Shipment).count()).toBe(0);
    const api = await shopper.api();
    expect((await api.get('/account')).body.customer.subscription).toBeUndefined();
    expect((await api.get(`/orders/${orderId}`)).body.order).toMatchObject({
      totals: { total: '24.99' },
      refunded_at: expect.stringContaining('June 15, 2026'),
    });
    expect(bank.balance).toBe(0n);
  });

  it('of a part leaves the membership, and is not shown by the API', async () => {
    const orderId = await paidOrder();
    await refunded(orderId, { amount: '5.00' });
    expect((await only(Payment)).refunded).toBe('5.00');
    expect((await only(Subscription)).cancelled).toBe(false);
    expect((await (await shopper.api()).get(`/orders/${orderId}`)).body.order.refunded_at).toBeNull();
  });

  it('of all in parts counts as one of all', async () => {
    const orderId = await paidOrder();
    await refunded(orderId, { amount: '20.00' });
    expect((await only(Subscription)).cancelled).toBe(false);
    await refunded(orderId);
    expect((await only(Order)).refundedAt).not.toBeNull();
    expect((await only(Subscription)).cancelled).toBe(true);
  });

  it('of a part of an upgrade that restores the former membership lets it be upgraded again', async () => {
    const former = await t.given.plan({ price: '10.00' });
    await t.given.upgrade(former, plan);
    await t.given.subscription({ customer, plan: former });
    await refunded(await paidOrder(), { amount: '10.00', effect: 'restore' });
    t.clock.advance(60);
    await paidOrder();
    expect((await t.db.getRepository(Payment).find()).map(({ surplus }) => surplus)).toEqual([false, false]);
    const rows = await t.db.getRepository(Subscription).find({ order: { id: 'ASC' } });
    expect(rows.map(({ cancelled }) => cancelled)).toEqual([true, true, false]);
  });

  it('of an upgrade restores no membership that staff had ended before', async () => {
    const former = await t.given.plan({ price: '10.00' });
    await t.given.upgrade(former, plan);
    const { id } = await t.given.subscription({ customer, plan: former });
    const { orderId } = await shopper.buy(plan);
    await t.app.get(PayableOrdersService).pay(await shopper.viewer(), orderId);
    await t.db.query('UPDATE subscriptions SET cancelled = true, cancelled_at = $2 WHERE id = $1', [
      id,
      t.clock.now(),
    ]);
    t.clock.advance(60);
    bank.pay(bank.sessions[0].ref);
    await t.app.get(PayableOrdersService).observed(await shopper.viewer(), orderId);
    await refunded(orderId, { effect: 'restore' });
    expect((await t.db.getRepository(Subscription).find()).map(({ cancelled }) => cancelled)).toEqual([
      true,
      true,
    ]);
  });

  it('of an upgrade restores the former membership, if that is wanted', async () => {
    const former = await t.given.plan({ price: '10.00' });
    await t.given.upgrade(former, plan);
    await t.given.subscription({ customer, plan: former });
    await refunded(await paidOrder(), { effect: 'restore' });
    const rows = await t.db.getRepository(Subscription).find({ order: { id: 'ASC' } });
    expect(rows.map(({ cancelled }) => cancelled)).toEqual([false, true]);
  });

  it('of an upgrade restores nothing that was refunded itself, or that a later upgrade has left behind', async () => {
    const [bronze, silver] = [await t.given.plan({ price: '5.00' }), await t.given.plan({ price: '10.00' })];
    await t.given.upgrade(bronze, silver);
    await t.given.upgrade(silver, plan);
    const orders: number[] = [];
    for (const wanted of [bronze, silver, plan]) {
      orders.push(await paidOrder(wanted));
      t.clock.advance(60);
    }
    const active = async () =>
      (await t.db.getRepository(Subscription).findBy({ cancelled: false })).map(({ planId }) => planId);
    await refunded(orders[1], { effect: 'restore' });
    expect(await active()).toEqual([plan.id]);
    await refunded(orders[2], { effect: 'restore' });
    expect(await active()).toEqual([]);
  });

  it.each([
    ['more than was paid', { amount: '25.00' }, WrongRefundAmount],
    ['nothing', { amount: '0' }, WrongRefundAmount],
    ['a negative amount', { amount: '-1.00' }, WrongRefundAmount],
    ['no number', { amount: 'much' }, WrongRefundAmount],
    ['an upgrade that was none', { effect: 'restore' }, NothingToRestore],
    ['a membership that has begun as one that has not', { effect: 'cancel_queued' }, NothingQueued],
  ] as const)('of %s is refused, and nothing is stored', async (_title, wish, failure) => {
    const orderId = await paidOrder();
    await expect(requested(orderId, wish)).rejects.toThrow(failure);
    expect(await t.db.getRepository(Refund).count()).toBe(0);
  });

  it('of an order that was not paid is refused', async () => {
    const { orderId } = await shopper.buy(plan);
    await expect(requested(orderId)).rejects.toThrow(NothingPaid);
  });

  it('never exceeds what was paid, if fifty people refund at once', async () => {
    const orderId = await paidOrder();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => requested(orderId, { amount: '8.00' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await only(Payment)).refunded).toBe('24.00');
  });

  it('that never arrived is sent again with its key', async () => {
    const orderId = await paidOrder();
    bank.isAway = true;
    await expect(refunded(orderId)).rejects.toThrow(ProviderUnavailable);
    const { idempotencyKey, state } = await only(Refund);
    expect(state).toBe('requested');
    bank.isAway = false;
    t.clock.advance(121);
    await runJob(t, 'refunds.follow');
    expect(await only(Refund)).toMatchObject({ state: 'succeeded' });
    expect(bank.refunds).toMatchObject([{ idempotencyKey }]);
  });

  it('whose answer was lost is made once, also if its key has expired at the provider', async () => {
    const orderId = await paidOrder();
    bank.losesNext = true;
    await expect(refunded(orderId, { amount: '5.00' })).rejects.toThrow(ProviderUnavailable);
    Object.assign(bank.refunds[0], { idempotencyKey: 'expired' });
    t.clock.advance(25 * 3600);
    await runJob(t, 'refunds.follow');
    expect(await only(Refund)).toMatchObject({ state: 'succeeded', providerRef: bank.refunds[0].ref });
    expect(bank.refunds).toHaveLength(1);
  });

  it('whose answer was lost has not failed because the provider refuses everything now', async () => {
    const orderId = await paidOrder();
    bank.losesNext = true;
    await expect(refunded(orderId)).rejects.toThrow(ProviderUnavailable);
    bank.refuses = 'wrong_key';
    t.clock.advance(121);
    await runJob(t, 'refunds.follow');
    expect(await only(Refund)).toMatchObject({ state: 'requested' });
    bank.refuses = null;
    t.clock.advance(121);
    await runJob(t, 'refunds.follow');
    expect(await only(Refund)).toMatchObject({ state: 'succeeded' });
    expect(bank.refunds).toHaveLength(1);
  });

  it('that fails after it had succeeded can be made again', async () => {
    const orderId = await paidOrder();
    const id = await requested(orderId);
    const { fanclub } = await shopper.viewer();
    await refunding().submit(fanclub.id, id, 'command');
    bank.refunds[0].outcome = 'failed';
    expect(await refunding().submit(fanclub.id, id, 'webhook')).toBe('failed');
    expect((await only(Payment)).refunded).toBe('0.00');
    expect((await only(Order)).refundedAt).toBeNull();
    expect(await refunded(orderId, { effect: 'keep' })).toBe('succeeded');
  });

  it('that the provider refuses has failed, and its money can be refunded again', async () => {
    const orderId = await paidOrder();
    bank.refuses = 'charge_disputed';
    expect(await refunded(orderId)).toBe('failed');
    expect(await only(Refund)).toMatchObject({ failure: 'charge_disputed' });
    expect((await only(Payment)).refunded).toBe('0.00');
  });
});

/** A payment that was made although another order had given the membership. */
async function paidTwice(): Promise<{ orderId: number }> {
  const first = await shopper.buy(plan);
  const viewer = await shopper.viewer();
  await t.app.get(PayableOrdersService).pay(viewer, first.orderId);
  await t.app.get(ObservationsService).close(viewer.fanclub, first.orderId, 'cancelled', 'cancel');
  t.clock.advance(60);
  await paidOrder();
  bank.sessions[0].outcome = 'open';
  bank.pay(bank.sessions[0].ref);
  const [lost] = await t.db.getRepository(Payment).find({ order: { id: 'ASC' } });
  await t.app.get(ObservationsService).observe(viewer.fanclub, lost.id, 'webhook');
  return first;
}

describe('a surplus payment', () => {
  it('goes back by itself, and its buyer reads so', async () => {
    const { orderId } = await paidTwice();
    const { progress } = await t.app.get(PayableOrdersService).find(await shopper.viewer(), orderId);
    expect(progress).toBe('surplus');
    expect(await runJob(t, 'refunds.follow')).toBe(1);
    expect(await runJob(t, 'refunds.follow')).toBe(0);
    expect(bank.balance).toBe(2499n);
    expect((await t.db.getRepository(Subscription).find()).map(({ cancelled }) => cancelled)).toEqual([
      false,
    ]);
  });

  it('whose refund the provider refuses is tried again a day later, and is listed until then', async () => {
    await paidTwice();
    bank.refuses = 'balance_insufficient';
    for (let minute = 0; minute < 3; minute += 1) {
      await runJob(t, 'refunds.follow');
      t.clock.advance(60);
    }
    expect(await t.db.getRepository(Refund).find()).toMatchObject([{ state: 'failed' }]);
    const { fanclub } = await shopper.viewer();
    const { problems } = await t.app.get(PaymentCommandsService).status(fanclub);
    expect(problems.map(({ kind }) => kind)).toEqual(['refund_failed']);
    bank.refuses = null;
    t.clock.advance(24 * 3600);
    await runJob(t, 'refunds.follow');
    expect(bank.balance).toBe(2499n);
    expect((await t.app.get(PaymentCommandsService).status(fanclub)).problems).toEqual([]);
  });

  it.each([
    ['whose refund failed after it was made', true],
    ['that staff returned in another way', false],
  ])('%s is not refunded again by itself', async (_title, wasMade) => {
    await paidTwice();
    const { fanclub } = await shopper.viewer();
    if (!wasMade) bank.refuses = 'balance_insufficient';
    await runJob(t, 'refunds.follow');
    const [{ id }] = await t.db.getRepository(Refund).find();
    if (wasMade) {
      bank.refunds[0].outcome = 'failed';
      expect(await refunding().submit(fanclub.id, id, 'webhook')).toBe('failed');
    } else
      expect(await t.app.get(PaymentCommandsService).resolve(fanclub, 'refund', id, 'transferred')).toBe(
        true,
      );
    bank.refuses = null;
    t.clock.advance(48 * 3600);
    expect(await runJob(t, 'refunds.follow')).toBe(0);
    expect(await t.db.getRepository(Refund).count()).toBe(1);
  });

  it('of an order that was paid twice is what a refund by hand returns first, if its own failed', async () => {
    const { orderId } = await shopper.buy(plan);
    const viewer = await shopper.viewer();
    bank.gate = async (call, moment) => {
      bank.losesNext = call === 'openCheckout' && moment === 'after';
      await Promise.resolve();
    };
    await expect(t.app.get(PayableOrdersService).pay(viewer, orderId)).rejects.toThrow(ProviderUnavailable);
    bank.gate = () => Promise.resolve();
    t.clock.advance(180);
    await t.app.get(PayableOrdersService).pay(viewer, orderId);
    bank.pay(bank.sessions[1].ref);
    await t.app.get(PayableOrdersService).observed(viewer, orderId);
    bank.payLate(bank.sessions[0].ref);
    const [first] = await t.db.getRepository(Payment).find({ order: { id: 'ASC' } });
    await t.app.get(ObservationsService).observe(viewer.fanclub, first.id, 'webhook');
    bank.refuses = 'balance_insufficient';
    await runJob(t, 'refunds.follow');
    bank.refuses = null;
    expect(await refunded(orderId)).toBe('succeeded');
    expect(bank.refunds).toMatchObject([{ payment: first.paymentRef ?? `payment-${first.id}` }]);
    expect((await only(Subscription)).cancelled).toBe(false);
    expect(await refunded(orderId)).toBe('succeeded');
    expect((await only(Subscription)).cancelled).toBe(true);
    expect(bank.balance).toBe(0n);
  });

  it('of which somebody returned a part at the provider is returned in full', async () => {
    await paidTwice();
    bank.refundElsewhere(bank.sessions[0].ref, '5.00');
    await runJob(t, 'payments.compare');
    await runJob(t, 'refunds.follow');
    expect(bank.balance).toBe(2499n);
  });

  it('whose refund failed after it was made can be refunded by hand, and its membership stays', async () => {
    const { orderId } = await paidTwice();
    await runJob(t, 'refunds.follow');
    const [{ id }] = await t.db.getRepository(Refund).find();
    bank.refunds[0].outcome = 'failed';
    await refunding().submit((await shopper.viewer()).fanclub.id, id, 'webhook');
    expect(await refunded(orderId, { effect: 'cancel' })).toBe('succeeded');
    expect(bank.balance).toBe(2499n);
    expect((await t.db.getRepository(Subscription).find()).map(({ cancelled }) => cancelled)).toEqual([
      false,
    ]);
  });
});
