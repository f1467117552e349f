import { randomUUID } from 'node:crypto';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import { Payment } from '#domains/payments/payment.entity';
import { PaymentDispute } from '#domains/payments/disputes/payment-dispute.entity';
import { PaymentEvent } from '#domains/payment-providers/payment-event.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { PaymentCommandsService, PaymentDisputed, PayableOrdersService } from '../../src/domains/payments';
import { PROCESS_EVENT, type Hint } from '../../src/domains/payment-providers';
import type { ModelBank } from '../support/payments/model-bank';
import { modelCheckout } from '../support/payments/with-model-bank';
import { refundOrder, requestRefund } from '../support/payments/refund';
import { runJob } from '../support/run-job';
import type { Shopper } from '../support/shoppers';
import { staffOf } from '../support/staff-client';
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

const tools = (): PaymentCommandsService => t.app.get(PaymentCommandsService);
const fanclub = async () => (await shopper.viewer()).fanclub;
const only = async <Row extends object>(entity: new () => Row): Promise<Row> =>
  (await t.db.getRepository(entity).find())[0];
const problems = async (): Promise<[kind: string, ref: string, code: string][]> =>
  (await tools().status(await fanclub())).problems.map(({ kind, ref, code }) => [kind, ref, code]);
const DAY = 86_400_000;

/** Fetches all disputes from the provider, as the nightly comparison does. */
async function compared(): Promise<number> {
  const since = new Date(t.clock.now().getTime() - 3 * DAY);
  return (await tools().reconcile(await fanclub(), since)).disputed;
}

/** A paid order whose buyer disputes the payment, as the service knows it. */
async function disputed(): Promise<number> {
  const orderId = await shopper.buyAndPay(plan, bank);
  bank.dispute(bank.sessions[0].ref);
  expect(await compared()).toBe(1);
  return orderId;
}

async function decided(outcome: 'won' | 'lost'): Promise<void> {
  bank.decide('dispute-1', outcome);
  expect(await compared()).toBe(1);
}

describe('an open dispute', () => {
  it('flags the order and turns automatic renewal off, and the membership stays', async () => {
    await t.db.getRepository(Customer).update(customer.id, { autoRenewalEnabled: true });
    const orderId = await disputed();
    expect(await only(Order)).toMatchObject({ disputedAt: t.clock.now(), refundedAt: null });
    expect(await only(Subscription)).toMatchObject({ cancelled: false });
    expect((await only(Customer)).autoRenewalEnabled).toBe(false);
    expect(await problems()).toEqual([['disputed', String(orderId), '24.99 USD']]);
    expect(await compared()).toBe(0);
    expect(await t.db.getRepository(PaymentDispute).count()).toBe(1);
  });

  it('is shown to staff with its order, and counts on the dashboard until it is decided', async () => {
    const orderId = await disputed();
    const kim = await staffOf(t, 'manager');
    const club = `/fanclubs/${plan.fanclubId}`;
    const shown = await kim.get(`${club}/orders/${orderId}/payments`);
    expect(shown.body).toMatchObject({
      disputes: [{ reference: 'dispute-1', state: 'open', amount: '24.99', decided_at: null }],
      refundable: null,
      transitions: expect.arrayContaining([
        expect.objectContaining({ subject: 'payment', from: 'succeeded', to: 'disputed', cause: 'command' }),
      ]),
    });
    expect((await kim.get(`${club}/payments`)).body).toMatchObject({
      problems: [{ kind: 'disputed', order_id: orderId, code: '24.99 USD' }],
    });
    await decided('won');
    expect(await problems()).toEqual([]);
  });

  it('keeps its payment from being refunded until it is decided', async () => {
    const orderId = await disputed();
    await expect(requestRefund(t, await fanclub(), { orderId })).rejects.toThrow(PaymentDisputed);
    await decided('won');
    expect(await refundOrder(t, await fanclub(), { orderId })).toBe('succeeded');
    expect(bank.balance).toBe(0n);
  });

  it('is fetched when its event arrives, even before the news of the payment', async () => {
    const { orderId } = await shopper.buy(plan);
    await t.app.get(PayableOrdersService).pay(await shopper.viewer(), orderId);
    bank.pay(bank.sessions[0].ref);
    bank.dispute(bank.sessions[0].ref);
    const hint: Hint = {
      ref: 'event-1',
      type: 'charge.dispute.created',
      subject: 'dispute',
      object: `payment-${bank.sessions[0].asked.id}`,
      ownNumber: null,
      created: t.clock.now(),
    };
    bank.recent = async function* () {
      yield hint;
    };
    await runJob(t, 'payments.catch_up');
    const { fanclubId, accountId } = await only(PaymentEvent);
    await runJob(t, PROCESS_EVENT, undefined, { fanclubId, accountId, eventRef: 'event-1' });
    expect(await only(Order)).toMatchObject({ paidAt: t.clock.now(), disputedAt: t.clock.now() });
    expect(await only(PaymentDispute)).toMatchObject({ state: 'open' });
  });
});

describe('a lost dispute', () => {
  it('ends the membership as a full refund does, and the service sends no money', async () => {
    await disputed();
    await decided('lost');
    expect(await only(Order)).toMatchObject({ refundedAt: t.clock.now(), disputedAt: t.clock.now() });
    expect(await only(Subscription)).toMatchObject({ cancelled: true });
    expect(await only(Payment)).toMatchObject({ refunded: '24.99', state: 'succeeded' });
    expect(bank.refunds).toEqual([]);
    expect(bank.balance).toBe(0n);
    expect(await problems()).toEqual([]);
    expect(await compared()).toBe(0);
  });

  it('ends what is left of the membership in another plan, after a change of plan', async () => {
    await disputed();
    const kim = await staffOf(t, 'manager');
    const body = { plan_id: (await t.given.plan()).id, reason: 'the wrong one' };
    const key = { 'idempotency-key': randomUUID() };
    const path = `/fanclubs/${plan.fanclubId}/members/${customer.id}/change_plan`;
    expect((await kim.post(path, body, key)).status).toBe(200);
    await decided('lost');
    const terms = await t.db.getRepository(Subscription).find();
    expect(terms.map(({ cancelled }) => cancelled)).toEqual([true, true]);
  });

  it('counts with an earlier refund of a part once each, and nothing can be refunded again', async () => {
    const orderId = await shopper.buyAndPay(plan, bank);
    await refundOrder(t, await fanclub(), { orderId, amount: '4.99' });
    bank.dispute(bank.sessions[0].ref);
    await compared();
    await decided('lost');
    expect(await only(Payment)).toMatchObject({ refunded: '24.99' });
    await expect(requestRefund(t, await fanclub(), { orderId })).rejects.toThrow('must be more than 0');
    expect(bank.balance).toBe(0n);
  });

  it('and a refund of the same money count once, until the refund fails', async () => {
    const orderId = await shopper.buyAndPay(plan, bank);
    await requestRefund(t, await fanclub(), { orderId });
    bank.dispute(bank.sessions[0].ref);
    await compared();
    await decided('lost');
    expect(await only(Payment)).toMatchObject({ refunded: '24.99' });
    t.clock.advance(180);
    await runJob(t, 'refunds.follow');
    expect(await t.db.query('SELECT state, failure FROM refunds')).toEqual([
      { state: 'failed', failure: 'charge_disputed' },
    ]);
    expect(await only(Payment)).toMatchObject({ refunded: '24.99' });
    expect(await only(Order)).toMatchObject({ refundedAt: expect.any(Date) });
    expect(bank.balance).toBe(0n);
  });

  it('that the bank decides again for the fan club counts as paid, and the membership stays ended', async () => {
    await disputed();
    await decided('lost');
    await decided('won');
    expect(await only(Payment)).toMatchObject({ refunded: '0.00' });
    expect(await only(Order)).toMatchObject({ refundedAt: null, disputedAt: null });
    expect(await only(Subscription)).toMatchObject({ cancelled: true });
  });
});

describe('a won dispute', () => {
  it('removes the flag, and nothing else has changed', async () => {
    await disputed();
    await decided('won');
    expect(await only(Order)).toMatchObject({ disputedAt: null, refundedAt: null });
    expect(await only(Subscription)).toMatchObject({ cancelled: false });
    expect(await only(Payment)).toMatchObject({ refunded: '0.00' });
  });

  it('whose event was missed is found months later, because open disputes are fetched', async () => {
    await disputed();
    t.clock.advance((70 * DAY) / 1000);
    await decided('won');
    expect(await only(PaymentDispute)).toMatchObject({ state: 'won', decidedAt: t.clock.now() });
  });
});
