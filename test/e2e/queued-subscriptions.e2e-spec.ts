import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { QueuedSubscription, Subscription } from '#domains/subscriptions/subscription.entity';
import { AnotherQueued, GiftsService, PlanAlreadyQueued } from '../../src/domains/checkout';
import { PayableOrdersService } from '../../src/domains/payments';
import { Sql } from '../../src/platform/database';
import type { ModelBank } from '../support/payments/model-bank';
import { loggedIn } from '../support/logged-in';
import { withModelBank } from '../support/payments/with-model-bank';
import { refundOrder } from '../support/payments/refund';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const DAY = 86_400;

const queued = (): Promise<QueuedSubscription[]> => t.db.getRepository(QueuedSubscription).find();
const subscriptions = (): Promise<Subscription[]> =>
  t.db.getRepository(Subscription).find({ order: { startDate: 'ASC' } });
const begin = (): Promise<unknown> => runJob(t, 'queued_subscriptions.begin');

describe('a paid plan that follows a trial', () => {
  const trialEnds = new Date('2026-07-01T00:00:00Z');

  let bank: ModelBank;
  let customer: Customer;
  let shopper: Shopper;
  let gold: Plan;
  let taster: Plan;

  beforeEach(async () => {
    bank = await withModelBank(t);
    gold = await t.given.plan({ price: '24.99' });
    taster = await t.given.plan({ price: '0', trial: true, convertsIntoPlanId: gold.id });
    customer = await t.given.customer();
    const startDate = new Date('2026-06-01T00:00:00Z');
    const trial = { trialMembership: true, startDate, endDate: trialEnds };
    await t.given.subscription({ customer, plan: taster, ...trial });
    shopper = await Shopper.of(t, customer);
  });

  const bought = (): Promise<number> => shopper.buyAndPay(gold, bank);

  it('is queued when it is paid, and begins when the trial ends', async () => {
    const offer = await shopper.offer(gold);
    expect(offer).toMatchObject({ change: 'conversion', begins: trialEnds, availability: 'available' });
    const orderId = await bought();
    const api = await shopper.api();
    const upcoming = (await api.get('/subscriptions/queued?scope=upcoming')).body;
    expect(upcoming).toEqual([
      expect.objectContaining({ processed_at: null, subscription_id: null, plan: expect.anything() }),
    ]);
    expect((await api.get('/account')).body.customer.trial_membership).toBe(true);
    await begin();
    expect(await subscriptions()).toHaveLength(1);

    t.clock.set('2026-07-01T00:05:00Z');
    await begin();
    await begin();
    const [, begun] = await subscriptions();
    expect(begun).toMatchObject({
      orderId,
      planId: gold.id,
      startDate: trialEnds,
      endDate: new Date('2027-07-01T00:00:00Z'),
      trialMembership: false,
    });
    expect(await queued()).toEqual([
      expect.objectContaining({ processedAt: t.clock.now(), subscriptionId: begun.id }),
    ]);
    const member = await loggedIn(t, customer);
    expect((await member.get('/account')).body.customer).toMatchObject({
      expired: false,
      trial_membership: false,
    });
    const past = (await member.get('/subscriptions/queued?scope=past')).body;
    expect(past).toEqual([expect.objectContaining({ subscription_id: begun.id })]);
  });

  it('cannot be bought twice', async () => {
    await bought();
    t.clock.advance(60);
    expect((await shopper.offer(gold)).availability).toBe('already_queued');
    await expect(shopper.buy(gold)).rejects.toThrow(PlanAlreadyQueued);
  });

  it('comes before any other membership, which it would replace', async () => {
    const platinum = await t.given.plan({ price: '99.00' });
    await t.given.upgrade(taster, platinum);
    expect((await shopper.offer(platinum)).availability).toBe('available');
    await bought();
    t.clock.advance(60);
    expect((await shopper.offer(platinum)).availability).toBe('after_queued');
    await expect(shopper.buy(platinum)).rejects.toThrow(AnotherQueued);
  });

  it('can be bought again after a refund of a part that ended it', async () => {
    const orderId = await bought();
    const { fanclub } = await shopper.viewer();
    await refundOrder(t, fanclub, { orderId, amount: '20.00', effect: 'cancel_queued' });
    t.clock.advance(60);
    expect(await shopper.buyAndPay(gold, bank)).not.toBe(orderId);
    expect((await queued()).map(({ cancelledAt }) => cancelledAt === null).sort()).toEqual([false, true]);
  });

  it('begins before what staff give away to follow it', async () => {
    await bought();
    t.clock.advance(60);
    const { fanclub } = await shopper.viewer();
    const gift = { customerId: customer.id, planId: gold.id, starts: 'queued', reason: 'kind' } as const;
    const given = await t.app.get(Sql).transaction((tx) => t.app.get(GiftsService).give(tx, fanclub, gift));
    expect(given.start).toEqual(new Date('2027-07-01T00:00:00Z'));
  });

  it('does not begin if it was refunded before', async () => {
    const orderId = await bought();
    const { fanclub } = await shopper.viewer();
    expect(await refundOrder(t, fanclub, { orderId })).toBe('succeeded');
    const cancelledAt = t.clock.now();
    t.clock.set('2026-07-02T00:00:00Z');
    await begin();
    expect(await subscriptions()).toHaveLength(1);
    expect(await queued()).toEqual([
      expect.objectContaining({ processedAt: cancelledAt, cancelledAt, subscriptionId: null }),
    ]);
  });

  it('begins at once if the trial ended while it was paid', async () => {
    const { orderId } = await shopper.buy(gold);
    await t.app.get(PayableOrdersService).pay(await shopper.viewer(), orderId);
    bank.pay(bank.sessions.at(-1)!.ref);
    t.clock.set('2026-07-01T00:10:00Z');
    await runJob(t, 'payments.watch');
    expect(await queued()).toEqual([]);
    expect((await subscriptions())[1]).toMatchObject({ orderId, startDate: t.clock.now() });
  });

  it('takes the place of the trial at once, if it never ends', async () => {
    await t.db.query('UPDATE plans SET duration = NULL WHERE id = $1', [gold.id]);
    await bought();
    expect(await subscriptions()).toEqual([
      expect.objectContaining({ trialMembership: true, cancelled: true }),
      expect.objectContaining({ planId: gold.id, startDate: t.clock.now(), endDate: null }),
    ]);
  });
});

describe('an imported queued subscription', () => {
  const endDate = new Date('2027-06-01T00:00:00Z');

  it('begins when its customer has no active subscription, one after the other', async () => {
    const customer = await t.given.customer();
    const plan = await t.given.plan();
    const until = new Date('2026-06-20T00:00:00Z');
    await t.given.subscription({ customer, plan, endDate: until });
    const later = { customer, plan, endDate: new Date('2028-06-01T00:00:00Z') };
    const second = await t.given.queuedSubscription({
      ...later,
      createdAt: new Date('2026-05-02T00:00:00Z'),
    });
    const first = await t.given.queuedSubscription({ customer, plan, endDate });
    await begin();
    expect(await subscriptions()).toHaveLength(1);
    t.clock.advance(6 * DAY);
    await begin();
    const begun = (await subscriptions())[1];
    expect(begun).toMatchObject({ startDate: t.clock.now(), endDate, orderId: null });
    const byId = new Map((await queued()).map((row) => [row.id, row.subscriptionId]));
    expect([byId.get(first.id), byId.get(second.id)]).toEqual([begun.id, null]);
  });

  it('stays as it is if its end has passed', async () => {
    const customer = await t.given.customer();
    await t.given.queuedSubscription({ customer, endDate: new Date('2026-06-01T00:00:00Z') });
    await begin();
    expect(await subscriptions()).toEqual([]);
    expect(await queued()).toEqual([expect.objectContaining({ processedAt: null })]);
  });

  it('does not keep the others waiting if it cannot begin', async () => {
    const [broken, sound] = [await t.given.customer(), await t.given.customer()];
    const plan = await t.given.plan();
    await t.given.queuedSubscription({ customer: broken, plan, endDate });
    await t.given.queuedSubscription({ customer: sound, plan, endDate });
    // The same start makes the first one collide with a subscription that was cancelled.
    await t.given.subscription({ customer: broken, plan, startDate: t.clock.now(), cancelled: true });
    await begin();
    const held = (await subscriptions()).filter(({ cancelled }) => !cancelled);
    expect(held).toEqual([expect.objectContaining({ customerId: sound.id })]);
  });
});
