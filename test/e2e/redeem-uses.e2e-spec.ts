import { CheckoutService } from '../../src/domains/checkout';
import { ObservationsService, PayableOrdersService } from '../../src/domains/payments';
import { CodeEntriesService } from '../../src/domains/redeem-codes';
import { RedeemBatch, RedeemCode, RedeemUse } from '#domains/redeem-codes/redeem-code.entity';
import { QueuedSubscription, Subscription } from '#domains/subscriptions/subscription.entity';
import { Order } from '#domains/orders/order.entity';
import { refundOrder } from '../support/payments/refund';
import { modelCheckout, type ModelCheckout } from '../support/payments/with-model-bank';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
afterEach(() => jest.restoreAllMocks());

let at: ModelCheckout;

beforeEach(async () => {
  at = await modelCheckout(t, { customer: { email: 'ada@x.example' } });
});

const coupon = async (facts: Partial<RedeemBatch> = {}) =>
  t.given.redeemCode({ batch: await t.given.redeemBatch(facts) });
const another = async () => Shopper.of(t, await t.given.customer());
const counts = async (): Promise<object[]> =>
  (await t.db.getRepository(RedeemCode).find()).map(({ held, used }) => ({ held, used }));
const taken = async (): Promise<number[]> =>
  (await t.db.getRepository(RedeemBatch).find({ order: { id: 'ASC' } })).map((batch) => batch.taken);
const states = async (): Promise<string[]> =>
  (await t.db.getRepository(RedeemUse).find({ order: { orderId: 'ASC' } })).map(({ state }) => state);
const order = async (id: number): Promise<Order> => t.db.getRepository(Order).findOneByOrFail({ id });
const close = async (id: number) =>
  t.app.get(ObservationsService).close((await at.shopper.viewer()).fanclub, id, 'cancelled', 'cancel');

describe('a coupon', () => {
  it.each([
    [{ discount: 'amount', value: '5.00' }, '5.00', '19.99'],
    [{ discount: 'amount', value: '50.00' }, '24.99', '0.00'],
    [{ discount: 'percent', value: '50.00' }, '12.50', '12.49'],
    [{ discount: 'price', value: '20.00' }, '4.99', '20.00'],
    [{ discount: 'price', value: '30.00' }, '0.00', '24.99'],
  ] as const)('that says %j takes %s off, so that %s is left', async (facts, discount, total) => {
    const { text } = await coupon(facts);
    expect((await at.shopper.offer(at.plan, text)).quote).toMatchObject({ discount, total });
  });

  it.each([
    ['a free plan', { price: '0.00' }, {}],
    ['a price that it does not lower', {}, { discount: 'price', value: '30.00' }],
    ['a plan without shipping', {}, { discount: 'price', value: '30.00', coversShipping: true }],
  ] as const)('is refused for %s, and not spent', async (_title, facts, batch) => {
    const plan = await t.given.plan({ price: '24.99', ...facts });
    const { text } = await coupon(batch);
    for (const shopper of [at.shopper, await Shopper.stranger(t)]) {
      const { quote, code, lacks } = await shopper.offer(plan, text);
      expect([quote, code]).toMatchObject([
        { discount: '0.00', total: plan.price, code: null },
        { discount: null, problems: ['Code does not lower the price of this membership.'] },
      ]);
      expect(lacks.account).toBe(shopper !== at.shopper && plan.price !== '0.00');
      await expect(shopper.buy(plan, undefined, text)).rejects.toThrow('does not lower the price');
    }
    expect([await counts(), await states()]).toEqual([[{ held: 0, used: 0 }], []]);
    expect((await at.shopper.buy(plan)).isFree).toBe(plan.price === '0.00');
  });

  it('that only covers shipping applies where shipping is charged', async () => {
    const plan = await t.given.plan({ price: '24.99' });
    await t.given.package(plan, [{}], { domestic: '5.00', international: '15.00' });
    const { text } = await coupon({ discount: 'price', value: '30.00', coversShipping: true });
    expect((await at.shopper.offer(plan, text)).quote).toMatchObject({ shipping: '0.00', total: '24.99' });
  });

  it('is held while the payment page lives, and counted when the order is paid', async () => {
    const { text } = await coupon({ maxUses: 1 });
    const { orderId } = await at.shopper.buy(at.plan, undefined, text);
    expect([await counts(), await states()]).toEqual([[{ held: 1, used: 0 }], ['held']]);
    expect((await (await another()).offer(at.plan, text)).code).toMatchObject({
      discount: null,
      problems: ['Code has been used already.'],
    });
    // The same order is continued.
    expect((await at.shopper.buy(at.plan, undefined, text)).orderId).toBe(orderId);
    expect(await at.shopper.buyAndPay(at.plan, at.bank, text)).toBe(orderId);
    expect([await counts(), await states()]).toEqual([[{ held: 0, used: 1 }], ['used']]);
    expect(await order(orderId)).toMatchObject({ discount: '5.00', total: '19.99', receiptNumber: 1 });
  });

  it('is free again for others when the order is closed', async () => {
    const { text } = await coupon({ maxUses: 1 });
    const { orderId } = await at.shopper.buy(at.plan, undefined, text);
    await close(orderId);
    expect([await counts(), await states()]).toEqual([[{ held: 0, used: 0 }], ['released']]);
    await (await another()).buyAndPay(at.plan, at.bank, text);
    expect(await counts()).toEqual([{ held: 0, used: 1 }]);
  });

  it('is part of the price that was shown', async () => {
    const { text } = await coupon();
    const { reference, digest } = await at.shopper.offer(at.plan, text);
    const other = await coupon();
    const place = async (code: string | null) => {
      return t.app.get(CheckoutService).place(await at.shopper.viewer(), at.plan.id, {
        ...{ reference, quote: digest, code },
      });
    };
    for (const code of [null, other.text]) await expect(place(code)).rejects.toThrow('The price has changed');
    expect((await place(text)).isFree).toBe(false);
  });

  it('of another batch takes the place of an open order at the same price', async () => {
    const [one, other] = [await coupon(), await coupon()];
    const first = await at.shopper.buy(at.plan, undefined, one.text);
    t.clock.advance(60);
    const second = await at.shopper.buy(at.plan, undefined, other.text);
    expect(second.orderId).not.toBe(first.orderId);
    expect(await states()).toEqual(['released', 'held']);
  });

  it('works as often for one member, and for a first order only, as the batch says', async () => {
    const [once, first] = [await coupon({ maxPerMember: 1 }), await coupon({ firstOrderOnly: true })];
    expect((await at.shopper.offer(at.plan, first.text)).code?.problems).toEqual([]);
    await at.shopper.buyAndPay(at.plan, at.bank, once.text);
    const plan = await t.given.plan({ price: '50.00' });
    expect((await at.shopper.offer(plan, once.text)).code?.problems).toEqual([
      'Code is one that you have used already.',
    ]);
    expect((await at.shopper.offer(plan, first.text)).code?.problems).toEqual([
      'Code is for the first order of a member only.',
    ]);
  });

  it('does not apply before and after its time, when void, to other plans, and in another currency', async () => {
    const now = t.clock.now();
    const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
    const other = await t.given.plan();
    const limited = await t.given.redeemBatch();
    await t.given.redeemBatchPlan({ batch: limited, plan: other });
    const codes = [
      [await coupon({ startsAt: after }), 'Code is not valid yet.'],
      [await coupon({ endsAt: now }), 'Code has expired.'],
      [await t.given.redeemCode({ voidedAt: before }), 'Code is no longer valid.'],
      [await t.given.redeemCode({ batch: limited }), 'Code is not for this membership.'],
      [await coupon({ currency: 'EUR' }), 'Code is not for this membership.'],
    ] as const;
    for (const [{ text }, problem] of codes)
      expect((await at.shopper.offer(at.plan, text)).code).toMatchObject({
        discount: null,
        problems: [problem],
      });
    expect((await at.shopper.offer(at.plan, '0000-0000-0000-0000')).code?.problems).toEqual([
      'Code is not one of ours. Check it, and type it again.',
    ]);
  });

  it('that pays all needs an account, and no payment page', async () => {
    const { text } = await coupon({ discount: 'percent', value: '100.00', maxUses: 1 });
    const stranger = await Shopper.stranger(t);
    expect((await stranger.offer(at.plan, text)).lacks).toMatchObject({ account: true });
    await expect(stranger.buy(at.plan, undefined, text)).rejects.toThrow();
    expect(await at.shopper.buy(at.plan, undefined, text)).toMatchObject({ isFree: true, token: null });
    expect(await counts()).toEqual([{ held: 0, used: 1 }]);
    expect(at.bank.sessions).toEqual([]);
  });

  it('that pays all takes the place of an open order, with its use, its item and its renewal', async () => {
    const days = (count: number): Date => new Date(t.clock.now().getTime() + count * 86_400_000);
    const former = await t.given.salesPeriod({
      startsAt: days(-400),
      endsAt: days(-40),
      extendedUntil: days(40),
    });
    const salesPeriod = await t.given.salesPeriod({ startsAt: days(-30), endsAt: days(300) });
    const [cheap, dear] = [
      await t.given.plan({ price: '10.00', salesPeriod }),
      await t.given.plan({ price: '50.00', salesPeriod }),
    ];
    for (const plan of [cheap, dear]) await t.given.planStock({ plan, capacity: 1 });
    const { text } = await coupon({ discount: 'amount', value: '10.00', maxUses: 1 });
    const term = { startDate: days(-390), endDate: days(20), salesPeriodId: former.id };
    await t.given.subscription({ customer: at.customer, plan: at.plan, ...term });
    const first = await at.shopper.buy(dear, undefined, text);
    expect((await order(first.orderId)).kind).toBe('renewal');
    t.clock.advance(1);
    const second = await at.shopper.buy(cheap, undefined, text);
    expect(second.isFree).toBe(true);
    expect(await order(second.orderId)).toMatchObject({ kind: 'renewal', total: '0.00' });
    expect(await order(first.orderId)).toMatchObject({ closedReason: 'superseded' });
    expect([await counts(), await states()]).toEqual([[{ held: 0, used: 1 }], ['released', 'used']]);
  });

  it('that pays all takes the last item from an open order of its buyer', async () => {
    await t.given.planStock({ plan: at.plan, capacity: 1 });
    await at.shopper.buy(at.plan);
    const { text } = await coupon({ discount: 'percent', value: '100.00' });
    t.clock.advance(1);
    expect((await at.shopper.buy(at.plan, undefined, text)).isFree).toBe(true);
    expect(await t.db.query('SELECT held, sold FROM plan_stock')).toEqual([{ held: 0, sold: 1 }]);
  });

  it('of another fan club is unknown', async () => {
    const club = await t.given.anotherFanclub();
    const batch = await t.given.redeemBatch({ fanclubId: club.id });
    const { text } = await t.given.redeemCode({ batch });
    const entries = t.app.get(CodeEntriesService);
    await expect(entries.find(await at.shopper.viewer(), text)).rejects.toThrow('Code is not one of ours');
  });

  it('stays counted after a refund', async () => {
    const { text } = await coupon({ maxUses: 1 });
    const orderId = await at.shopper.buyAndPay(at.plan, at.bank, text);
    await refundOrder(t, await t.given.fanclub(), { orderId, effect: 'cancel' });
    expect((await order(orderId)).refundedAt).not.toBeNull();
    expect(await counts()).toEqual([{ held: 0, used: 1 }]);
  });
});

describe('a batch with a capacity', () => {
  /** The codes of such a batch. */
  async function codes(facts: Parameters<typeof t.given.redeemBatch>[0], count = 3): Promise<string[]> {
    const batch = await t.given.redeemBatch(facts);
    const made: string[] = [];
    for (let n = 0; n < count; n += 1) made.push((await t.given.redeemCode({ batch })).text);
    return made;
  }

  const usedUp = { discount: null, problems: ['Code has been used already.'] };

  it('counts the uses of all its codes, and refuses a new code when they are used up', async () => {
    const [one, two, three] = await codes({ capacity: 2 });
    await at.shopper.buyAndPay(at.plan, at.bank, one);
    await (await another()).buy(at.plan, undefined, two);
    expect([await taken(), await states()]).toEqual([[2], ['used', 'held']]);
    for (const text of [one, three])
      expect((await (await another()).offer(at.plan, text)).code).toMatchObject(usedUp);
  });

  it('gives a use back when its order is closed, and not when it is refunded', async () => {
    const [one, two] = await codes({ capacity: 1 });
    const { orderId } = await at.shopper.buy(at.plan, undefined, one);
    await close(orderId);
    await close(orderId);
    expect(await taken()).toEqual([0]);
    const paid = await (await another()).buyAndPay(at.plan, at.bank, two);
    await refundOrder(t, await t.given.fanclub(), { orderId: paid, effect: 'cancel' });
    expect(await taken()).toEqual([1]);
  });

  it('lets the member with its last use exchange the code for another one of the batch', async () => {
    const [one, two] = await codes({ capacity: 1 });
    await at.shopper.buy(at.plan, undefined, one);
    t.clock.advance(60);
    expect((await at.shopper.offer(at.plan, two)).code?.problems).toEqual([]);
    await at.shopper.buy(at.plan, undefined, two);
    expect([await taken(), await states()]).toEqual([[1], ['released', 'held']]);
  });

  it('refuses a code whose last use went to another code while the form was open', async () => {
    const [one, two] = await codes({ capacity: 1 });
    const { reference, digest } = await at.shopper.offer(at.plan, one);
    await (await another()).buy(at.plan, undefined, two);
    const form = { reference, quote: digest, code: one };
    await expect(
      t.app.get(CheckoutService).place(await at.shopper.viewer(), at.plan.id, form),
    ).rejects.toThrow('Code has been used already.');
    expect([await taken(), await counts()]).toEqual([[1], expect.arrayContaining([{ held: 0, used: 0 }])]);
  });

  it('of gift codes honours as many gifts as it says', async () => {
    const [one, two] = await codes({ capacity: 1, plan: at.plan });
    expect((await at.shopper.buy(at.plan, undefined, one)).isFree).toBe(true);
    expect((await (await another()).offer(at.plan, two)).code).toMatchObject(usedUp);
  });

  it('is limited by the database, also if a statement does not check it', async () => {
    await codes({ capacity: 1, taken: 1 });
    await codes({});
    for (const change of ['taken = 2', 'taken = -1', 'capacity = 0', 'sold = true'])
      await expect(t.db.query(`UPDATE redeem_batches SET ${change} WHERE capacity = 1`)).rejects.toThrow(
        'violates check',
      );
    await expect(t.db.query('UPDATE redeem_batches SET taken = 1 WHERE capacity IS NULL')).rejects.toThrow(
      'ck_redeem_batches_taken',
    );
  });
});

describe('late money of a closed order', () => {
  /** An order with a code whose page was closed, and whose money arrives all the same. */
  async function late(
    meanwhile: (text: string, batch: RedeemBatch) => Promise<unknown>,
    facts: Partial<RedeemBatch> = { maxUses: 1 },
  ): Promise<number> {
    const batch = await t.given.redeemBatch(facts);
    const { text } = await t.given.redeemCode({ batch });
    const { orderId } = await at.shopper.buy(at.plan, undefined, text);
    await t.app.get(PayableOrdersService).pay(await at.shopper.viewer(), orderId);
    await close(orderId);
    await meanwhile(text, batch);
    at.bank.sessions[0].outcome = 'succeeded';
    const { fanclub } = await at.shopper.viewer();
    const observations = t.app.get(ObservationsService);
    const payment = (await observations.current(fanclub, orderId))!;
    await observations.observe(fanclub, payment.id, 'watch');
    return orderId;
  }

  it('takes the use again, if nobody else has', async () => {
    const id = await late(() => Promise.resolve());
    expect((await order(id)).paidAt).not.toBeNull();
    expect([await counts(), await states()]).toEqual([[{ held: 0, used: 1 }], ['used']]);
  });

  it('takes the use of a batch with a capacity again, if there is one left', async () => {
    const id = await late(() => Promise.resolve(), { capacity: 1 });
    expect((await order(id)).paidAt).not.toBeNull();
    expect([await taken(), await states()]).toEqual([[1], ['used']]);
  });

  it('is refunded, if others have used the batch', async () => {
    const id = await late(
      async (_, batch) =>
        (await another()).buyAndPay(at.plan, at.bank, (await t.given.redeemCode({ batch })).text),
      { capacity: 1 },
    );
    expect((await order(id)).paidAt).toBeNull();
    expect([await taken(), await states()]).toEqual([[1], ['released', 'used']]);
  });

  it('is refunded, if others have used the code, and the batch counts nothing', async () => {
    const facts = { capacity: 5, maxUses: 1 };
    const id = await late(async (text) => (await another()).buyAndPay(at.plan, at.bank, text), facts);
    expect((await order(id)).paidAt).toBeNull();
    expect(await taken()).toEqual([1]);
  });

  it('is refunded, if others have used the code', async () => {
    const id = await late(async (text) => (await another()).buyAndPay(at.plan, at.bank, text));
    expect((await order(id)).paidAt).toBeNull();
    expect([await counts(), await states()]).toEqual([[{ held: 0, used: 1 }], ['released', 'used']]);
    const [{ surplus }] = await t.db.query<{ surplus: boolean }[]>(
      'SELECT surplus FROM payments WHERE order_id = $1',
      [id],
    );
    expect(surplus).toBe(true);
  });
});

describe('a gift code', () => {
  const gift = async (facts: Partial<RedeemBatch> = {}) =>
    t.given.redeemCode({ batch: await t.given.redeemBatch({ plan: at.plan, ...facts }) });

  it('gives a member a membership that follows the present one, of a plan that is no longer on sale', async () => {
    const period = await t.given.salesPeriod({ endsAt: new Date(t.clock.now().getTime() - 86_400_000) });
    const former = await t.given.plan({ salesPeriod: period, price: '40.00' });
    const batch = await t.given.redeemBatch({ plan: former });
    const { text } = await t.given.redeemCode({ batch });
    await at.shopper.buyAndPay(at.plan, at.bank);
    const [{ endDate }] = await t.db.getRepository(Subscription).find();
    const offer = await at.shopper.offer(former, text);
    expect([offer.availability, offer.begins, offer.isFree]).toEqual(['available', endDate, true]);
    const { orderId } = await at.shopper.buy(former, undefined, text);
    expect(await order(orderId)).toMatchObject({
      kind: 'gift',
      subtotal: '40.00',
      discount: '40.00',
      total: '0.00',
    });
    expect(await t.db.getRepository(QueuedSubscription).find()).toMatchObject([
      { planId: former.id, orderId, startsAt: endDate },
    ]);
    // A second one follows the first.
    const second = await t.given.redeemCode({ batch });
    t.clock.advance(60);
    await at.shopper.buy(former, undefined, second.text);
    const [first, next] = await t.db.getRepository(QueuedSubscription).find({ order: { id: 'ASC' } });
    expect(next.startsAt).toEqual(first.endDate);
  });

  it('is of no use to a member whose membership never ends', async () => {
    const forever = await t.given.plan({ price: '10.00', duration: null });
    await at.shopper.buyAndPay(forever, at.bank);
    const { text } = await gift();
    expect((await at.shopper.offer(at.plan, text)).availability).toBe('never_ends');
    await expect(at.shopper.buy(at.plan, undefined, text)).rejects.toThrow('never ends');
    expect(await counts()).toEqual([{ held: 0, used: 0 }]);
  });

  it('of a plan that has a season and no months gives the rest of the season, and nothing after it', async () => {
    const endsAt = new Date(t.clock.now().getTime() + 30 * 86_400_000);
    const season = await t.given.plan({
      ...{ price: '10.00', duration: null, salesPeriod: await t.given.salesPeriod({ endsAt }) },
    });
    const batch = await t.given.redeemBatch({ plan: season });
    await at.shopper.buy(season, undefined, (await t.given.redeemCode({ batch })).text);
    expect(await t.db.getRepository(Subscription).find()).toMatchObject([{ endDate: endsAt }]);
    const { text } = await t.given.redeemCode({ batch });
    expect((await at.shopper.offer(season, text)).availability).toBe('season_over');
    await expect(at.shopper.buy(season, undefined, text)).rejects.toThrow('season of this plan is over');
  });

  it('whose shipping is not covered is spent when the shipping is paid', async () => {
    await t.given.package(at.plan, [{}], { domestic: '5.00', international: '5.00' });
    await t.given.shippingAddress({ customer: at.customer });
    const { text } = await gift();
    const { orderId } = await at.shopper.buy(at.plan, undefined, text);
    expect(await counts()).toEqual([{ held: 1, used: 0 }]);
    await at.shopper.buyAndPay(at.plan, at.bank, text);
    expect(await order(orderId)).toMatchObject({
      kind: 'gift',
      discount: '24.99',
      shipping: '5.00',
      total: '5.00',
    });
    expect(await counts()).toEqual([{ held: 0, used: 1 }]);
    expect(await t.db.getRepository(Subscription).find()).toMatchObject([{ orderId, planId: at.plan.id }]);
  });

  it('whose shipping is covered costs nothing, and the package waits for an address', async () => {
    await t.given.package(at.plan, [{}], { domestic: '5.00', international: '15.00' });
    const { text } = await gift({ coversShipping: true });
    const { orderId, isFree } = await at.shopper.buy(at.plan, undefined, text);
    expect([isFree, await order(orderId)]).toMatchObject([true, { shipping: '0.00', total: '0.00' }]);
    expect(await t.db.query('SELECT order_id FROM shipments')).toEqual([{ order_id: orderId }]);
  });

  it('is refused with the address of the support if the plan was withdrawn', async () => {
    const { text } = await gift();
    await t.db.query('UPDATE plans SET deleted = true WHERE id = $1', [at.plan.id]);
    const entries = t.app.get(CodeEntriesService);
    const viewer = await at.shopper.viewer();
    await expect(entries.find(viewer, text)).rejects.toThrow(viewer.fanclub.supportEmail);
  });

  it('that was voided while the form was open is refused', async () => {
    const { text } = await gift();
    const { reference, digest } = await at.shopper.offer(at.plan, text);
    await t.db.query('UPDATE redeem_codes SET voided_at = now()');
    const form = { reference, quote: digest, code: text };
    await expect(
      t.app.get(CheckoutService).place(await at.shopper.viewer(), at.plan.id, form),
    ).rejects.toThrow('no longer valid');
  });
});
