import { randomUUID } from 'node:crypto';
import type { Customer } from '#domains/accounts/customer.entity';
import { Refund } from '#domains/payments/refunds/refund.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import type { ModelBank } from '../support/payments/model-bank';
import { refundOrder, requestRefund } from '../support/payments/refund';
import { withModelBank } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { type StaffAnswer, type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let bank: ModelBank;
let customer: Customer;
let plan: Plan;
let club: { id: number };

beforeEach(async () => {
  club = await t.given.fanclub({ supportRefundLimit: '10.00' });
  bank = await withModelBank(t);
  customer = await t.given.customer({ email: 'ada@x.example' });
  plan = await t.given.plan({ price: '24.99' });
});
afterEach(() => jest.restoreAllMocks());

const paidOrder = async (): Promise<number> => (await Shopper.of(t, customer)).buyAndPay(plan, bank);

const path = (rest: string): string => `/fanclubs/${club.id}/${rest}`;

function refund(
  client: StaffClient,
  order: number,
  wish: object = {},
  key: string = randomUUID(),
): Promise<StaffAnswer> {
  const body = { reason: 'came twice', effect: 'keep', ...wish };
  return client.post(path(`orders/${order}/refunds`), body, { 'idempotency-key': key });
}

const refunds = () => t.db.getRepository(Refund).find({ order: { id: 'ASC' } });
const audits = () =>
  t.db.query<{ action: string; after: object }[]>('SELECT action, after FROM staff_audits ORDER BY id');

describe('a refund by staff', () => {
  it('returns the money, ends the membership, and is on record with its reason', async () => {
    const order = await paidOrder();
    const kim = await staffOf(t, 'manager');
    const { status, body } = await refund(kim, order, { effect: 'cancel' });
    const [{ id, staffId }] = await refunds();
    expect([status, body]).toEqual([200, { refund_id: id, state: 'succeeded' }]);
    expect(staffId).not.toBeNull();
    expect(bank.balance).toBe(0n);
    expect(await t.db.getRepository(Subscription).find()).toMatchObject([{ cancelled: true }]);
    expect(await audits()).toEqual([
      {
        action: 'order.refunded',
        after: { refund_id: id, amount: '24.99', currency: 'USD', effect: 'cancel', reason: 'came twice' },
      },
    ]);
  });

  it('ends what is left of the membership in other plans, after changes of plan', async () => {
    const order = await paidOrder();
    const kim = await staffOf(t, 'manager');
    for (const other of [await t.given.plan(), await t.given.plan()]) {
      const body = { plan_id: other.id, reason: 'the wrong one' };
      const key = { 'idempotency-key': randomUUID() };
      expect((await kim.post(path(`members/${customer.id}/change_plan`), body, key)).status).toBe(200);
    }
    const terms = async () => {
      const found = await t.db.getRepository(Subscription).find({ order: { id: 'ASC' } });
      return found.map(({ cancelled }) => cancelled);
    };
    expect(await terms()).toEqual([true, true, false]);
    expect((await refund(kim, order, { effect: 'cancel' })).status).toBe(200);
    expect(await terms()).toEqual([true, true, true]);
  });

  it('is made once, also if the request is sent several times at once', async () => {
    const order = await paidOrder();
    const [kim, key] = [await staffOf(t), randomUUID()];
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(kim, order, { amount: '5.00' }, key)));
    const [{ id }] = await refunds();
    for (const { status, body } of answers) {
      // While one of them sends it, the others say that it waits.
      const state = expect.stringMatching(/^(requested|succeeded)$/);
      expect([status, body]).toEqual([200, { refund_id: id, state }]);
    }
    expect([(await refunds()).length, bank.refunds.length]).toEqual([1, 1]);
  });

  it('names the field that is wrong, and stores nothing', async () => {
    const order = await paidOrder();
    const kim = await staffOf(t);
    const pointers = async (wish: object): Promise<unknown> => {
      const { status, body } = await refund(kim, order, wish);
      return [status, (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)];
    };
    expect(await pointers({ amount: '25.00' })).toEqual([422, ['#/amount']]);
    expect(await pointers({ amount: '0.00' })).toEqual([422, ['#/amount']]);
    expect(await pointers({ amount: '1.234' })).toEqual([422, ['#/amount']]);
    expect(await pointers({ effect: 'restore' })).toEqual([422, ['#/effect']]);
    expect(await pointers({ effect: 'none', reason: '' })).toEqual([422, ['#/reason', '#/effect']]);
    expect((await refund(kim, order, {}, 'x')).status).toBe(400);
    expect((await refund(kim, 999_999)).status).toBe(404);
    const open = await t.given.order({ paidAt: null });
    expect((await refund(kim, open.id)).status).toBe(422);
    expect([await refunds(), await audits()]).toEqual([[], []]);
  });

  it('waits if the provider does not answer, and is sent by the job', async () => {
    const order = await paidOrder();
    bank.losesNext = true;
    const { body } = await refund(await staffOf(t), order);
    expect(body).toMatchObject({ state: 'requested' });
    t.clock.advance(121);
    await runJob(t, 'refunds.follow');
    expect(await refunds()).toMatchObject([{ state: 'succeeded' }]);
    expect(bank.refunds).toHaveLength(1);
  });
});

describe('the limit of support', () => {
  it('counts what was refunded of the order before', async () => {
    const order = await paidOrder();
    const sam = await staffOf(t, 'support');
    expect((await refund(sam, order, { amount: '6.00' })).status).toBe(200);
    const { status, body } = await refund(sam, order, { amount: '4.01' });
    expect([status, body.detail]).toEqual([
      403,
      'Your role can refund at most 10.00 of an order, counting earlier refunds.',
    ]);
    expect((await refund(sam, order, { amount: '4.00' })).status).toBe(200);
    expect((await refunds()).map(({ amount }) => amount)).toEqual(['6.00', '4.00']);
  });

  it('is the amount above which owners and managers need a recent proof', async () => {
    const order = await paidOrder();
    const kim = await staffOf(t);
    t.clock.advance(11 * 60);
    const { status, body } = await refund(kim, order);
    expect([status, body.type]).toEqual([401, '/staff/problems/proof-required']);
    expect((await refund(kim, order, { amount: '10.00' })).status).toBe(200);
    expect(await refunds()).toHaveLength(1);
  });

  it('of 0 refuses every refund by support', async () => {
    await t.db.query(`UPDATE fanclubs SET support_refund_limit = 0`);
    const order = await paidOrder();
    const sam = await staffOf(t, 'support');
    expect((await refund(sam, order, { amount: '0.01' })).status).toBe(403);
    expect((await sam.get(path(`orders/${order}/payments`))).body).toMatchObject({ refundable: null });
  });
});

describe('the payments of an order', () => {
  it('have the card, what became of them, and what can be refunded', async () => {
    const order = await paidOrder();
    const kim = await staffOf(t);
    await refund(kim, order, { amount: '4.99' });
    const { body } = await kim.get(path(`orders/${order}/payments`));
    const paid = { state: 'succeeded', amount: '24.99', refunded: '4.99', currency: 'USD' };
    expect(body).toMatchObject({
      receipt_number: 1,
      payments: [
        { ...paid, provider_title: 'Demo bank', card: { brand: 'visa', last4: '4242' }, failure: null },
      ],
      refunds: [{ amount: '4.99', state: 'succeeded', reason: 'came twice', by: expect.any(String) }],
      refundable: { most: '20.00', left: '20.00', currency: 'USD', effects: ['keep', 'cancel'] },
    });
    const steps = (body as { transitions: { subject: string; to: string; cause: string }[] }).transitions;
    expect(steps.map(({ subject, to, cause }) => `${subject} ${to} ${cause}`)).toEqual([
      'payment open place',
      'payment succeeded return',
      'order paid return',
      'refund succeeded staff',
    ]);
  });

  it('show support what is left of its limit, viewers no card and no words, and fulfilment nothing', async () => {
    const order = await paidOrder();
    await refundOrder(t, club, { orderId: order, amount: '4.00' });
    const seen = async (role: 'support' | 'viewer' | 'fulfilment') =>
      (await staffOf(t, role)).get(path(`orders/${order}/payments`));
    expect((await seen('support')).body).toMatchObject({ refundable: { most: '6.00', left: '20.99' } });
    expect((await seen('viewer')).body).toMatchObject({
      payments: [{ card: null }],
      refunds: [{ reason: null }],
      refundable: null,
    });
    expect((await seen('fulfilment')).status).toBe(403);
  });

  it('offer to restore the former membership of an upgrade', async () => {
    const former = await t.given.plan({ price: '10.00' });
    await t.given.upgrade(former, plan);
    await t.given.subscription({ customer, plan: former });
    const order = await paidOrder();
    const kim = await staffOf(t);
    const { body } = await kim.get(path(`orders/${order}/payments`));
    expect(body).toMatchObject({ refundable: { effects: ['keep', 'cancel', 'restore'] } });
    expect((await refund(kim, order, { effect: 'restore' })).status).toBe(200);
    const terms = await t.db.getRepository(Subscription).find({ order: { id: 'ASC' } });
    expect(terms.map(({ cancelled }) => cancelled)).toEqual([false, true]);
  });
});

describe('what needs a person', () => {
  const listed = async (client: StaffClient) =>
    ((await client.get(path('payments'))).body as { problems: { kind: string; ref: string }[] }).problems;

  it('is a failed refund until it is made again or resolved', async () => {
    const order = await paidOrder();
    const kim = await staffOf(t);
    bank.refuses = 'charge_disputed';
    const [first, second] = [await refund(kim, order), await refund(kim, order)];
    expect([first.body.state, second.body.state]).toEqual(['failed', 'failed']);
    const [{ id }, { id: later }] = await refunds();
    const problem = { kind: 'refund_failed', order_id: order, code: 'charge_disputed' };
    expect(await listed(kim)).toMatchObject([
      { ...problem, ref: String(id) },
      { ...problem, ref: String(later) },
    ]);
    expect((await kim.get(path('dashboard'))).body).toMatchObject({ payment_problems: 2 });
    const resolved = () => kim.post(path(`payments/refunds/${later}/resolve`), { note: 'by transfer' });
    expect([(await resolved()).status, (await resolved()).status]).toEqual([204, 404]);
    expect(await listed(kim)).toMatchObject([{ ref: String(id) }]);
    bank.refuses = null;
    await requestRefund(t, club, { orderId: order });
    expect(await listed(kim)).toEqual([]);
    expect((await audits()).at(-1)).toEqual({ action: 'refund.resolved', after: { note: 'by transfer' } });
  });

  it('is a refund that the provider does not take for a quarter of an hour', async () => {
    const order = await paidOrder();
    const kim = await staffOf(t);
    bank.isAway = true;
    await refund(kim, order);
    expect(await listed(kim)).toEqual([]);
    t.clock.advance(16 * 60);
    expect(await listed(kim)).toMatchObject([{ kind: 'refund_waits', order_id: order, code: 'requested' }]);
    bank.isAway = false;
    await runJob(t, 'refunds.follow');
    expect(await listed(kim)).toEqual([]);
  });

  it('is money without an order, until it is resolved', async () => {
    const kim = await staffOf(t, 'manager');
    const { id } = await t.given.paymentStray();
    expect(await listed(kim)).toMatchObject([
      { kind: 'stray', ref: String(id), code: expect.stringMatching(/^5\.00 USD, stray-/) },
    ]);
    const sam = await staffOf(t, 'support');
    expect((await sam.post(path(`payments/strays/${id}/resolve`), { note: 'x' })).status).toBe(403);
    expect((await kim.post(path(`payments/strays/${id}/resolve`), { note: '' })).status).toBe(422);
    expect((await kim.post(path(`payments/strays/${id}/resolve`), { note: 'given back' })).status).toBe(204);
    expect(await listed(kim)).toEqual([]);
    // An erasure would not find a name in the note, because the money belongs to nobody here.
    expect((await audits()).at(-1)).toEqual({ action: 'stray.resolved', after: null });
  });
});

it('revenue excludes partial refunds', async () => {
  const order = await paidOrder();
  await refundOrder(t, club, { orderId: order, amount: '4.99' });
  const { body } = await (await staffOf(t)).get(path('dashboard'));
  const { revenue_by_month: months } = body as { revenue_by_month: { amount: string }[] };
  expect(months.at(-1)).toMatchObject({ amount: '20.00', orders: 1 });
});
