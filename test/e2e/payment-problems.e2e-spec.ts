import type { Customer } from '#domains/accounts/customer.entity';
import { Payment } from '#domains/payments/payment.entity';
import { PaymentStray } from '#domains/payments/reconciliation/payment-stray.entity';
import { Refund } from '#domains/payments/refunds/refund.entity';
import { Order } from '#domains/orders/order.entity';
import { PaymentAccount } from '#domains/payment-providers/payment-account.entity';
import { PaymentEvent } from '#domains/payment-providers/payment-event.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import {
  ObservationsService,
  PayableOrdersService,
  PaymentCommandsService,
} from '../../src/domains/payments';
import { PaymentPending } from '../../src/domains/checkout';
import {
  type Hint,
  Misconfigured,
  PROCESS_EVENT,
  ProviderUnavailable,
  type Taken,
} from '../../src/domains/payment-providers';
import type { ModelBank } from '../support/payments/model-bank';
import { refundOrder } from '../support/payments/refund';
import { withModelBank } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let bank: ModelBank;
let customer: Customer;
let shopper: Shopper;
let plan: Plan;

beforeEach(async () => {
  bank = await withModelBank(t);
  customer = await t.given.customer();
  shopper = await Shopper.of(t, customer);
  plan = await t.given.plan({ price: '24.99' });
});
afterEach(() => jest.restoreAllMocks());

const orders = (): Promise<Order[]> => t.db.getRepository(Order).find({ order: { id: 'ASC' } });
const payments = (): Promise<Payment[]> => t.db.getRepository(Payment).find({ order: { id: 'ASC' } });
const refunds = (): Promise<Refund[]> => t.db.getRepository(Refund).find({ order: { id: 'ASC' } });
const memberships = (): Promise<Subscription[]> =>
  t.db.getRepository(Subscription).find({ order: { id: 'ASC' } });
const payable = (): PayableOrdersService => t.app.get(PayableOrdersService);
const tools = (): PaymentCommandsService => t.app.get(PaymentCommandsService);
const fanclub = async () => (await shopper.viewer()).fanclub;
const problems = async (): Promise<[kind: string, ref: string, code: string][]> =>
  (await tools().status(await fanclub())).problems.map(({ kind, ref, code }) => [kind, ref, code]);

/** Places an order and opens its payment page. */
async function placed(wanted = plan): Promise<number> {
  const { orderId } = await shopper.buy(wanted);
  await payable().pay(await shopper.viewer(), orderId);
  return orderId;
}

/** Time passes, and the jobs run. */
async function later(minutes: number): Promise<void> {
  t.clock.advance(minutes * 60);
  for (const job of ['payments.watch', 'orders.expire', 'refunds.follow']) await runJob(t, job);
}

describe('a payment of another amount', () => {
  let orderId: number;
  beforeEach(async () => {
    orderId = await placed();
    bank.pay(bank.sessions[0].ref, '20.00');
    await payable().observed(await shopper.viewer(), orderId);
  });

  it('is listed, with the name of the payment at the provider', async () => {
    expect(await problems()).toEqual([['other_amount', String(orderId), 'amount_mismatch']]);
    expect((await payments())[0]).toMatchObject({
      state: 'open',
      paymentRef: `payment-${bank.sessions[0].asked.id}`,
    });
  });

  it('keeps its buyer from other orders until somebody resolves it', async () => {
    const other = await t.given.plan({ price: '5.00' });
    await later(60);
    await expect(shopper.buy(other)).rejects.toThrow(PaymentPending);
    expect(await tools().resolve(await fanclub(), 'order', orderId, 'returned at the provider')).toBe(true);
    expect(await tools().resolve(await fanclub(), 'order', orderId, 'again')).toBe(false);
    expect(await problems()).toEqual([]);
    expect((await orders())[0]).toMatchObject({ closedReason: 'given_up', paidAt: null });
    expect((await payments())[0]).toMatchObject({ state: 'failed', note: 'returned at the provider' });
    await shopper.buy(other);
    await t.app.get(ObservationsService).observe(await fanclub(), (await payments())[0].id, 'webhook');
    expect(await problems()).toEqual([]);
  });
});

it('another amount that arrives late, for an order that was cancelled, is listed and resolved as well', async () => {
  const orderId = await placed();
  await payable().cancel(await shopper.viewer(), orderId);
  bank.payLate(bank.sessions[0].ref);
  bank.sessions[0].amount = '1.00';
  await t.app.get(ObservationsService).observe(await fanclub(), (await payments())[0].id, 'webhook');
  expect(await problems()).toEqual([['other_amount', String(orderId), 'amount_mismatch']]);
  expect((await payable().find(await shopper.viewer(), orderId)).progress).toBe('checking');
  expect(await tools().resolve(await fanclub(), 'order', orderId, 'returned')).toBe(true);
  expect(await problems()).toEqual([]);
});

it('problems of the same instant are listed by kind and reference', async () => {
  const orderId = await placed();
  const account = await t.db.getRepository(PaymentAccount).findOneByOrFail({});
  const { createdAt: takenAt } = (await payments())[0];
  const stray = {
    fanclubId: account.fanclubId,
    accountId: account.id,
    amount: '5.00',
    currency: 'EUR',
    takenAt,
  };
  await t.db.getRepository(PaymentStray).insert([
    { ...stray, id: 2, providerRef: 'second' },
    { ...stray, id: 1, providerRef: 'first' },
  ]);
  t.clock.advance(24 * 3600);
  expect((await problems()).map(([kind, ref]) => [kind, ref])).toEqual([
    ['stray', '1'],
    ['stray', '2'],
    ['waits', String(orderId)],
  ]);
});

describe('a provider that refuses the account', () => {
  it('is listed with its code, although no payment page was opened', async () => {
    bank.refuses = 'wrong_key';
    const { orderId } = await shopper.buy(plan);
    await expect(payable().pay(await shopper.viewer(), orderId)).rejects.toThrow(Misconfigured);
    expect((await problems()).map(([kind, , code]) => [kind, code])).toEqual([
      ['account_refuses', 'wrong_key'],
    ]);
    t.clock.advance(25 * 3600);
    expect(await problems()).not.toContainEqual(expect.arrayContaining(['account_refuses']));
  });

  it('leaves a page behind that does not end, until somebody resolves its order', async () => {
    const orderId = await placed();
    bank.refuses = 'wrong_key';
    await later(60);
    expect(await problems()).toContainEqual(['waits', String(orderId), 'open']);
    const other = await t.given.plan({ price: '5.00' });
    await expect(shopper.buy(other)).rejects.toThrow(Misconfigured);
    expect(await tools().resolve(await fanclub(), 'order', orderId, 'the account is gone')).toBe(true);
    await shopper.buy(other);
  });

  it('ends no page whose time is not over, if somebody resolves its order', async () => {
    const orderId = await placed();
    expect(await tools().resolve(await fanclub(), 'order', orderId, 'too early')).toBe(false);
    expect(await tools().resolve(await fanclub(), 'order', 999_999, 'unknown')).toBe(false);
    expect((await payments())[0].state).toBe('open');
  });
});

it('an order that is closed while its page is opened leaves no page on which it can be paid', async () => {
  const cheap = await t.given.plan({ price: '1.00' });
  await payable().cancel(await shopper.viewer(), await placed(cheap));
  t.clock.advance(1);
  const { orderId } = await shopper.buy(plan);
  // The provider does not know the page when the cancellation asks, and has opened it before the answer is stored.
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    bank.gate = async (call, moment) => {
      if (call !== 'find' || moment !== 'after') return;
      resolve();
      await new Promise<void>((answered) => (answer = answered));
    };
  });
  const viewer = await shopper.viewer();
  const cancelling = payable().cancel(viewer, orderId);
  await asked;
  expect(await payable().pay(viewer, orderId)).not.toBeNull();
  bank.gate = () => Promise.resolve();
  answer();
  await cancelling;
  expect((await orders())[1]).toMatchObject({ closedReason: 'cancelled' });
  expect(bank.pay(bank.sessions.at(-1)!.ref)).toBe(false);
  expect((await payments()).map(({ state }) => state)).toEqual(['expired', 'expired']);
});

it('of two paid upgrades of one membership, the second goes back', async () => {
  const former = await t.given.plan({ price: '10.00' });
  const platinum = await t.given.plan({ price: '99.00' });
  await t.given.upgrade(former, plan);
  await t.given.upgrade(former, platinum);
  await t.given.subscription({ customer, plan: former });
  const orderId = await placed();
  await payable().cancel(await shopper.viewer(), orderId);
  t.clock.advance(60);
  await shopper.buyAndPay(platinum, bank);
  bank.sessions[0].outcome = 'open';
  bank.pay(bank.sessions[0].ref);
  await t.app.get(ObservationsService).observe(await fanclub(), (await payments())[0].id, 'webhook');
  await later(1);
  expect((await memberships()).map(({ planId, cancelled }) => [planId, cancelled])).toEqual([
    [former.id, true],
    [platinum.id, false],
  ]);
  expect(bank.balance).toBe(8900n);
});

describe('a refund that somebody makes at the provider', () => {
  let orderId: number;
  beforeEach(async () => {
    orderId = await shopper.buyAndPay(plan, bank);
  });

  const atProvider = (amount: string): string => {
    const payment = `payment-${bank.sessions[0].asked.id}`;
    const ref = `foreign-${bank.refunds.length}`;
    const facts = { id: 0, fanclubId: plan.fanclubId, payment, amount, currency: 'USD' };
    bank.refunds.push({ ...facts, ref, idempotencyKey: ref, outcome: 'succeeded' });
    return ref;
  };

  it('in full ends the membership, when its event arrives, once', async () => {
    const ref = atProvider('24.99');
    for (const event of ['one', 'two']) await processed({ ref: event, subject: 'refund', object: ref });
    expect(await refunds()).toMatchObject([
      {
        amount: '24.99',
        state: 'succeeded',
        effect: 'cancel',
        providerRef: ref,
        reason: 'made at the provider',
      },
    ]);
    expect((await payments())[0].refunded).toBe('24.99');
    expect((await orders())[0].refundedAt).toEqual(t.clock.now());
    expect((await memberships())[0].cancelled).toBe(true);
    await expect(refundOrder(t, await fanclub(), { orderId })).rejects.toThrow();
  });

  it('in part is found by the comparison of the night', async () => {
    const ref = atProvider('5.00');
    lists([{ ...takenOf(bank), refunded: '5.00' }]);
    expect(await runJob(t, 'payments.compare')).toBe(1);
    expect(await refunds()).toMatchObject([{ amount: '5.00', effect: 'keep', providerRef: ref }]);
    expect((await memberships())[0].cancelled).toBe(false);
    expect(await runJob(t, 'payments.compare')).toBe(0);
    await refundOrder(t, await fanclub(), { orderId });
    expect(bank.balance).toBe(0n);
  });

  it('is not one of ours whose answer was lost', async () => {
    bank.losesNext = true;
    await expect(refundOrder(t, await fanclub(), { orderId, amount: '5.00' })).rejects.toThrow(
      ProviderUnavailable,
    );
    lists([{ ...takenOf(bank), refunded: '5.00' }]);
    await processed({
      ref: 'event',
      subject: 'refund',
      object: bank.refunds[0].ref,
      ownNumber: bank.refunds[0].id,
    });
    t.clock.advance(60);
    await processed({
      ref: 'late',
      subject: 'refund',
      object: bank.refunds[0].ref,
      ownNumber: bank.refunds[0].id,
    });
    expect(await refunds()).toMatchObject([{ amount: '5.00', state: 'succeeded', reason: 'asked for it' }]);
    expect(bank.refunds).toHaveLength(1);
  });
});

describe('the comparison with the provider', () => {
  it('lists money that was taken for an id of ours before a backup was restored', async () => {
    await shopper.buyAndPay(plan, bank);
    lists([takenOf(bank), { ...takenOf(bank), payment: 'before-the-restore', amount: '99.00' }]);
    expect(await compared()).toEqual({
      taken: 2,
      settled: 0,
      refunded: 0,
      disputed: 0,
      strays: 1,
      missing: 0,
      differences: [],
    });
    expect(await t.db.getRepository(PaymentStray).find()).toMatchObject([
      { providerRef: 'before-the-restore', amount: '99.00' },
    ]);
  });

  it('lists it also if the id is that of an open order now', async () => {
    await placed();
    lists([{ ...takenOf(bank), payment: 'before-the-restore', amount: '99.00' }]);
    expect(await compared()).toMatchObject({ settled: 0, strays: 1 });
    expect((await payments())[0].state).toBe('open');
  });

  it('counts payments of ours that the provider does not list', async () => {
    await shopper.buyAndPay(plan, bank);
    t.clock.advance(3600);
    lists([]);
    expect(await compared()).toMatchObject({ taken: 0, missing: 1 });
  });

  it('goes on after a payment of which it cannot learn more', async () => {
    await shopper.buyAndPay(plan, bank);
    const broken = { ...takenOf(bank), payment: 'broken', amount: 'nonsense', ownNumber: null };
    lists([broken, { ...takenOf(bank), payment: 'stray', ownNumber: null }]);
    expect(await compared()).toMatchObject({ taken: 2, strays: 1 });
  });
});

describe('events that were missed', () => {
  it('are fetched from where the last complete run ended', async () => {
    const since: string[] = [];
    let breaksOff = true;
    bank.recent = async function* (from: Date) {
      since.push(from.toISOString());
      yield { ...hintOf({ ref: `event-${since.length}`, subject: 'other', object: 'x' }) };
      if (breaksOff) throw new ProviderUnavailable('the second page');
    };
    await runJob(t, 'payments.catch_up');
    t.clock.advance(3600);
    breaksOff = false;
    await runJob(t, 'payments.catch_up');
    t.clock.advance(3600);
    await runJob(t, 'payments.catch_up');
    expect(since).toEqual([
      '2026-06-14T12:00:00.000Z',
      '2026-06-14T13:00:00.000Z',
      '2026-06-15T12:00:00.000Z',
    ]);
  });

  it('and whose job has given up are queued again, once', async () => {
    const account = (await payments())[0]?.accountId ?? (await accountId());
    await t.given.paymentEvent({
      ...{ account: { id: account, fanclubId: plan.fanclubId } as never, processedAt: null },
      receivedAt: new Date(t.clock.now().getTime() - 2 * 3_600_000),
    });
    const jobs = async (): Promise<number> =>
      (await t.db.query("SELECT id FROM graphile_worker._private_jobs WHERE key LIKE 'payment_event:%'"))
        .length;
    await runJob(t, 'payments.catch_up');
    await runJob(t, 'payments.catch_up');
    expect(await jobs()).toBe(1);
  });
});

/** What the provider lists as taken. */
function lists(taken: readonly Taken[]): void {
  bank.taken = async function* () {
    await Promise.resolve();
    yield* taken;
  };
}

const takenOf = ({ sessions: [{ asked }] }: ModelBank): Taken => ({
  ...{ payment: `payment-${asked.id}`, ownNumber: asked.id, amount: asked.amount, currency: 'USD' },
  ...{ refunded: '0.00', at: t.clock.now() },
});

const accountId = async (): Promise<number> =>
  (await t.db.query<{ id: number }[]>('SELECT id FROM payment_accounts WHERE enabled'))[0].id;

async function compared() {
  const { events: _, ...found } = await tools().reconcile(
    await fanclub(),
    new Date(t.clock.now().getTime() - 86_400_000),
  );
  return found;
}

type Told = Pick<Hint, 'ref' | 'subject' | 'object'> & Partial<Hint>;

const hintOf = (told: Told): Hint => ({ type: 'test', ownNumber: null, created: t.clock.now(), ...told });

/** An event of the provider arrives, and is processed. */
async function processed(told: Told): Promise<void> {
  const { ref: eventRef, subject, object: objectRef, ownNumber } = hintOf(told);
  const fanclubId = plan.fanclubId;
  const account = await accountId();
  await t.db.getRepository(PaymentEvent).insert({
    ...{ accountId: account, eventRef, fanclubId, type: 'test', subject, objectRef, ownNumber },
    ...{ sentAt: t.clock.now(), receivedAt: t.clock.now(), processedAt: null, lastError: null },
  });
  await runJob(t, PROCESS_EVENT, undefined, { fanclubId, accountId: account, eventRef });
}
