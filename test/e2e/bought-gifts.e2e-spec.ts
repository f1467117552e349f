import { BoughtGiftsService, GiftMailFields } from '../../src/domains/bought-gifts';
import { orders } from '../../src/domains/orders';
import {
  ObservationsService,
  PayableOrdersService,
  PaymentCommandsService,
  RefundsService,
} from '../../src/domains/payments';
import { codes as codesOfOrders } from '../../src/domains/redeem-codes';
import { takeBack } from '../../src/domains/payments/refunds/take-back';
import { fill } from '../../libs/validation/src';
import { BoughtGift } from '#domains/bought-gifts/bought-gift.entity';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import { RedeemCode } from '#domains/redeem-codes/redeem-code.entity';
import { QueuedSubscription, Subscription } from '#domains/subscriptions/subscription.entity';
import { Sql } from '../../src/platform/database';
import { Mails } from '../../src/platform/mail';
import { Published } from '../../src/platform/published';
import { mailsOf } from '../support/mails-of';
import { buyGift, orderGift } from '../support/payments/buy-gift';
import { refundOrder, requestRefund } from '../support/payments/refund';
import { modelCheckout, type ModelCheckout } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
afterEach(() => jest.restoreAllMocks());

let at: ModelCheckout;

beforeEach(async () => {
  at = await modelCheckout(t, { customer: { email: 'ada@x.example', firstName: 'Ada' } });
});

const MAIL = { recipient_email: 'grace@x.example', mail_day: '2026-06-20' };

const order = (fields: object = {}, plan = at.plan, shopper = at.shopper) =>
  orderGift(t, shopper, plan, fields);

/** Orders a gift and pays it. @returns the id of the order */
const buy = (fields: object = {}, plan = at.plan, shopper = at.shopper) =>
  buyGift(t, at.bank, shopper, plan, fields);

const club = async () => (await t.app.get(Published).byId(at.plan.fanclubId))!;
const gift = async (id: number) => (await t.app.get(BoughtGiftsService).of(await club(), id))!;
const another = async () => Shopper.of(t, await t.given.customer({ email: 'grace@x.example' }));
const stored = async (id: number) => t.db.getRepository(Order).findOneByOrFail({ id });
const codes = () => t.db.getRepository(RedeemCode).find({ order: { id: 'ASC' } });
const memberships = async () => [
  await t.db.getRepository(Subscription).count(),
  await t.db.getRepository(QueuedSubscription).count(),
];
const mails = async (kind: string) => (await mailsOf(t)).filter((mail) => mail.kind === kind);

describe('a gift for somebody else', () => {
  it('costs its price, gives its buyer a code and no membership, and says so on the receipt', async () => {
    const id = await buy({ recipient_name: 'Grace', sender_name: 'Ada', message: 'Happy birthday!' });
    expect(await stored(id)).toMatchObject({ kind: 'gift_purchase', total: '24.99', receiptNumber: 1 });
    expect(await memberships()).toEqual([0, 0]);
    expect(await gift(id)).toMatchObject({
      ...{ state: 'ready', recipient: 'Grace', sender: 'Ada', message: 'Happy birthday!', email: null },
      code: expect.stringMatching(/^(\w{4}-){3}\w{4}$/) as string,
    });
    const [{ payment }] = await mails('receipt');
    expect(payment?.rows).toContainEqual({ label: `Gift: ${at.plan.name}`, value: '$24.99' });
  });

  it('is redeemed once, by a stranger, and its buyer is told without learning by whom', async () => {
    const id = await buy({ recipient_name: 'Grace' });
    const { code } = await gift(id);
    const grace = await another();
    expect((await grace.buy(at.plan, undefined, code)).isFree).toBe(true);
    expect(await memberships()).toEqual([1, 0]);
    expect(await gift(id)).toMatchObject({ state: 'redeemed', code: null });
    const [mail] = await mails('gift_redeemed');
    expect(mail).toMatchObject({ to: 'ada@x.example', firstName: 'Ada', gift: { recipient: 'Grace' } });
    expect(JSON.stringify(mail)).not.toContain('grace@x.example');
    await expect(
      (await Shopper.of(t, await t.given.customer())).buy(at.plan, undefined, code),
    ).rejects.toThrow('used already');
  });

  it('can be bought by a member of the same plan, and by one who waits for a payment of their own', async () => {
    const own = await at.shopper.buy(await t.given.plan({ price: '50.00' }));
    const member = await Shopper.of(t, await t.given.customer());
    await member.buyAndPay(at.plan, at.bank);
    t.clock.advance(60);
    await buy({}, at.plan, member);
    const id = await buy();
    t.clock.advance(60);
    expect((await stored(id)).paidAt).not.toBeNull();
    expect((await stored(own.orderId)).closedAt).toBeNull();
    // Nor does a gift close the order of the buyer, or count as a second payment of it.
    const second = await buy();
    expect([(await gift(id)).state, (await gift(second)).state]).toEqual(['ready', 'ready']);
    expect(await codes()).toHaveLength(3);
  });

  it('is not the first order of a member, and no order that replaces another', async () => {
    await buy();
    t.clock.advance(60);
    const { text } = await t.given.redeemCode({ batch: await t.given.redeemBatch({ firstOrderOnly: true }) });
    expect((await at.shopper.offer(at.plan, text)).code?.problems).toEqual([]);
    const id = await at.shopper.buyAndPay(at.plan, at.bank, text);
    expect((await stored(id)).paidAt).not.toBeNull();
  });

  it('that is ordered again before it is paid is the same order, with the new texts', async () => {
    const first = await order({ recipient_name: 'Grace' });
    const again = await order({ recipient_name: 'Joan' });
    expect(again.orderId).toBe(first.orderId);
    expect(await gift(first.orderId)).toMatchObject({ state: 'ordered', recipient: 'Joan', code: null });
  });

  it.each([
    ['is free', { price: '0.00' }],
    ['is not on sale', { onSale: false }],
  ])('cannot be one of a plan that %s', async (_title, facts) => {
    const plan = await t.given.plan({ price: '24.99', ...facts });
    await expect(order({}, plan)).rejects.toThrow('cannot be given');
  });

  it('needs a buyer with an address', async () => {
    await expect(order({}, at.plan, await Shopper.stranger(t))).rejects.toThrow();
  });

  it('leaves the shipping to its recipient', async () => {
    await t.given.package(at.plan, [{}], { domestic: '5.00', international: '15.00' });
    const id = await buy();
    expect(await stored(id)).toMatchObject({ shipping: '0.00', total: '24.99' });
    const { code } = await gift(id);
    const customer = await t.given.customer();
    await t.given.shippingAddress({ customer, country: 'US' });
    const { quote } = await (await Shopper.of(t, customer)).offer(at.plan, code);
    expect(quote).toMatchObject({ discount: '24.99', shipping: '5.00', total: '5.00' });
  });

  it('appears in the orders of its buyer, and is no membership', async () => {
    const id = await buy();
    const api = await at.shopper.api();
    const { orders } = (await api.get('/orders')).body as { orders: object[] };
    expect(orders).toEqual([
      expect.objectContaining({ id, totals: expect.objectContaining({ total: '24.99' }) as object }),
    ]);
    expect((await api.get('/orders/latest')).body).toMatchObject({ order: { id } });
    expect((await api.get('/account/subscription')).body).not.toMatchObject({
      subscription: { active: true },
    });
  });
});

describe('the stock of a plan', () => {
  const stock = () => t.db.query('SELECT held, sold, waiting FROM plan_stock');

  it('loses an item when a gift is ordered, and none when it is redeemed, even if nothing is left', async () => {
    await t.given.planStock({ plan: at.plan, capacity: 1 });
    const { orderId } = await order();
    expect(await stock()).toEqual([{ held: 1, sold: 0, waiting: 0 }]);
    await expect(order({}, at.plan, await another())).rejects.toThrow('sold out');
    expect(await buy()).toBe(orderId);
    expect(await stock()).toEqual([{ held: 0, sold: 1, waiting: 0 }]);
    const { code } = await gift(orderId);
    const joan = await Shopper.of(t, await t.given.customer({ email: 'joan@x.example' }));
    await joan.buy(at.plan, undefined, code);
    expect([await stock(), await memberships()]).toEqual([[{ held: 0, sold: 1, waiting: 0 }], [1, 0]]);
  });

  it('gets the item back when the gift is refunded before it was redeemed', async () => {
    await t.given.planStock({ plan: at.plan, capacity: 1 });
    const id = await buy();
    await refundOrder(t, await club(), { orderId: id });
    expect([await stock(), (await gift(id)).state]).toEqual([[{ held: 0, sold: 0, waiting: 0 }], 'void']);
  });

  it('gets the item back when the membership is taken back from who redeemed the gift, once', async () => {
    await t.given.package(at.plan, [{}], { domestic: '5.00', international: '15.00' });
    await t.given.planStock({ plan: at.plan, capacity: 1 });
    const id = await buy();
    const customer = await t.given.customer();
    await t.given.shippingAddress({ customer, country: 'US' });
    const redeeming = await (
      await Shopper.of(t, customer)
    ).buyAndPay(at.plan, at.bank, (await gift(id)).code);
    expect([await stock(), await memberships()]).toEqual([[{ held: 0, sold: 1, waiting: 0 }], [1, 0]]);
    await refundOrder(t, await club(), { orderId: redeeming });
    expect(await stock()).toEqual([{ held: 0, sold: 0, waiting: 0 }]);
    await refundOrder(t, await club(), { orderId: id, effect: 'keep' });
    expect(await stock()).toEqual([{ held: 0, sold: 0, waiting: 0 }]);
  });

  it('leaves the place of a buyer in the waiting list alone', async () => {
    await t.given.planStock({ plan: at.plan, capacity: 2 });
    const offeredUntil = new Date(t.clock.now().getTime() + 3_600_000);
    await t.given.waitingEntry({ plan: at.plan, customer: at.customer, state: 'offered', offeredUntil });
    await buy();
    expect(await t.db.query('SELECT state FROM waiting_entries')).toEqual([{ state: 'offered' }]);
    expect(await stock()).toEqual([{ held: 1, sold: 1, waiting: 0 }]);
  });
});

describe('a refund of a gift', () => {
  it('voids the code when it is asked for, before the money is on its way', async () => {
    const id = await buy();
    const { code } = await gift(id);
    await requestRefund(t, await club(), { orderId: id });
    await expect((await another()).buy(at.plan, undefined, code)).rejects.toThrow('no longer valid');
  });

  it.each([
    ['that the provider refuses makes the code valid again', false],
    ['that fails leaves a code that staff have voided meanwhile', true],
  ])('%s', async (_title, isVoided) => {
    const id = await buy();
    const { code } = await gift(id);
    const refund = await requestRefund(t, await club(), { orderId: id });
    expect(await codes()).toMatchObject([{ codeSealed: expect.any(String) as string }]);
    const [{ id: codeId }] = await codes();
    if (isVoided) {
      const manager = await staffOf(t, 'manager');
      const path = `/fanclubs/${at.plan.fanclubId}/redeem_codes/${codeId}/void`;
      expect((await manager.post(path)).status).toBe(204);
    }
    at.bank.refuses = 'insufficient_balance';
    expect(await t.app.get(RefundsService).submit(at.plan.fanclubId, refund, 'command')).toBe('failed');
    expect(await gift(id)).toMatchObject(isVoided ? { state: 'void' } : { state: 'ready', code });
  });

  it('that fails leaves the code void while another refund takes it back, and deletes its text when that succeeds', async () => {
    const id = await buy();
    const part = { orderId: id, amount: '5.00', effect: 'cancel' } as const;
    const [first, second] = [
      await requestRefund(t, await club(), part),
      await requestRefund(t, await club(), part),
    ];
    const refunds = t.app.get(RefundsService);
    at.bank.refuses = 'insufficient_balance';
    await refunds.submit(at.plan.fanclubId, first, 'command');
    expect(await codes()).toMatchObject([
      { voidedAt: t.clock.now(), codeSealed: expect.any(String) as string },
    ]);
    at.bank.refuses = null;
    await refunds.submit(at.plan.fanclubId, second, 'command');
    expect(await codes()).toMatchObject([{ voidedAt: t.clock.now(), codeSealed: null }]);
  });

  it('is refused once the gift was redeemed, unless the membership is to stay', async () => {
    const id = await buy();
    await (await another()).buy(at.plan, undefined, (await gift(id)).code);
    const wish = { orderId: id };
    await expect(refundOrder(t, await club(), wish)).rejects.toThrow('This gift was redeemed');
    expect(await refundOrder(t, await club(), { ...wish, effect: 'keep' })).toBe('succeeded');
    expect([(await stored(id)).refundedAt !== null, (await gift(id)).state, await memberships()]).toEqual([
      true,
      'redeemed',
      [1, 0],
    ]);
  });

  it('that is made at the provider leaves the code to an order that has it, and returns the item when that order is closed', async () => {
    await t.given.package(at.plan, [{}], { domestic: '5.00', international: '15.00' });
    await t.given.planStock({ plan: at.plan, capacity: 1 });
    const id = await buy();
    const { code } = await gift(id);
    const customer = await t.given.customer();
    await t.given.shippingAddress({ customer, country: 'US' });
    const { orderId } = await (await Shopper.of(t, customer)).buy(at.plan, undefined, code);
    expect((await gift(id)).state).toBe('redeeming');
    await t.app.get(Sql).transaction(async (tx) => {
      const order = await orders.hold(tx, await club(), id);
      const change = { cause: 'webhook', now: t.clock.now() } as const;
      await orders.markRefunded(tx, await club(), id, change);
      await takeBack(tx, await club(), order, t.clock.now());
    });
    const sold = () => t.db.query('SELECT held, sold FROM plan_stock');
    expect(await sold()).toEqual([{ held: 0, sold: 1 }]);
    await t.app.get(ObservationsService).close(await club(), orderId, 'cancelled', 'cancel');
    expect([await sold(), (await gift(id)).state]).toEqual([[{ held: 0, sold: 0 }], 'void']);
  });
});

describe('a gift whose buyer disputes the payment', () => {
  const compare = async () =>
    t.app.get(PaymentCommandsService).reconcile(await club(), new Date(t.clock.now().getTime() - 86_400_000));

  it('is neither mailed nor redeemed until the dispute is decided, and the automatic renewal of its buyer stays on', async () => {
    await t.db.getRepository(Customer).update(at.customer.id, { autoRenewalEnabled: true });
    const id = await buy({ ...MAIL, mail_day: '2026-06-15' });
    const { code } = await gift(id);
    const { ref } = at.bank.dispute(at.bank.sessions.at(-1)!.ref)!;
    await compare();
    await runJob(t, 'bought_gifts.mail');
    expect([(await gift(id)).state, await mails('gift_received')]).toEqual(['disputed', []]);
    const grace = await another();
    await expect(grace.buy(at.plan, undefined, code)).rejects.toThrow(
      'Code cannot be used at the moment. Ask the person who gave it to you.',
    );
    const { autoRenewalEnabled } = await t.db.getRepository(Customer).findOneByOrFail({ id: at.customer.id });
    expect(autoRenewalEnabled).toBe(true);
    at.bank.decide(ref, 'won');
    await compare();
    await runJob(t, 'bought_gifts.mail');
    expect(await mails('gift_received')).toHaveLength(1);
    await grace.buy(at.plan, undefined, code);
    expect((await gift(id)).state).toBe('redeemed');
  });

  it('is not redeemed by an order whose offer was made before the dispute', async () => {
    const id = await buy();
    const [{ id: code }] = await codes();
    await t.db.query('UPDATE orders SET disputed_at = $1 WHERE id = $2', [t.clock.now(), id]);
    const { id: order } = await t.given.order({ kind: 'gift', customer: at.customer, plan: at.plan });
    const use = { order, code, customer: at.customer.id };
    const held = t.app
      .get(Sql)
      .transaction(async (tx) => codesOfOrders.hold(tx, await club(), use, t.clock.now()));
    await expect(held).rejects.toThrow('used already');
  });
});

describe('the mail of a gift', () => {
  const received = () => mails('gift_received');

  it('goes on its day in the time zone of the fan club, once, with message and code', async () => {
    const id = await buy({ ...MAIL, recipient_name: 'Grace', message: 'Happy birthday!' });
    await runJob(t, 'bought_gifts.mail');
    expect(await received()).toEqual([]);
    t.clock.set(new Date('2026-06-20T03:59:59Z'));
    await runJob(t, 'bought_gifts.mail');
    expect(await received()).toEqual([]);
    t.clock.set(new Date('2026-06-20T12:00:00Z'));
    await runJob(t, 'bought_gifts.mail');
    await runJob(t, 'bought_gifts.mail');
    const { code } = await gift(id);
    const [mail, ...others] = await received();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      ...{ to: 'grace@x.example', firstName: 'Grace' },
      gift: {
        rows: [
          { label: 'Message', value: 'Happy birthday!' },
          { label: 'Code', value: code },
        ],
      },
    });
    expect(mail.link).toMatch(/\/redeem$/);
  });

  it.each([
    ['is not paid', async () => void (await order({ ...MAIL, mail_day: '2026-06-15' }))],
    [
      'was redeemed',
      async () => {
        const id = await buy({ ...MAIL, mail_day: '2026-06-15' });
        await (await another()).buy(at.plan, undefined, (await gift(id)).code);
      },
    ],
    [
      'was refunded',
      async () =>
        void (await refundOrder(t, await club(), {
          orderId: await buy({ ...MAIL, mail_day: '2026-06-15' }),
        })),
    ],
  ])('does not go for a gift that %s', async (_title, arrange) => {
    await arrange();
    await runJob(t, 'bought_gifts.mail');
    expect(await received()).toEqual([]);
  });

  it('can be corrected and sent again, five times at most, until the gift is redeemed', async () => {
    const gifts = t.app.get(BoughtGiftsService);
    const id = await buy();
    const change = async (fields: object) => gifts.changeMail(await club(), id, fill(GiftMailFields, fields));
    await expect(gifts.mailNow(await club(), id)).rejects.toThrow('no longer be changed');
    await change(MAIL);
    expect(await gift(id)).toMatchObject({ email: 'grace@x.example', mailOn: '2026-06-20' });
    for (let n = 0; n < 5; n += 1) {
      await gifts.mailNow(await club(), id);
      await runJob(t, 'bought_gifts.mail');
    }
    expect(await received()).toHaveLength(5);
    await expect(gifts.mailNow(await club(), id)).rejects.toThrow('sent often enough');
    await (await another()).buy(at.plan, undefined, (await gift(id)).code);
    await expect(change(MAIL)).rejects.toThrow('no longer be changed');
  });

  it('is not lost if the process ends between the payment and the mail', async () => {
    // The settling transaction stores the code and the day; the job finds both whenever it runs.
    const id = await buy({ ...MAIL, mail_day: '2026-06-15' });
    const queued = jest.spyOn(t.app.get(Mails), 'queue').mockRejectedValueOnce(new Error('the process ends'));
    await runJob(t, 'bought_gifts.mail').catch(() => undefined);
    expect([queued.mock.calls.length, await received()]).toEqual([1, []]);
    expect(await gift(id)).toMatchObject({ mailOn: '2026-06-15', mailedAt: null });
    await runJob(t, 'bought_gifts.mail');
    expect(await received()).toHaveLength(1);
  });
});

describe('what a buyer has written', () => {
  const rows = () => t.db.getRepository(BoughtGift).find();
  const later = (days: number) => t.clock.advance(days * 86_400);

  it('is stored sealed', async () => {
    await buy({ ...MAIL, recipient_name: 'Grace', message: 'Happy birthday!' });
    expect(JSON.stringify(await rows())).not.toMatch(/grace|Happy/i);
  });

  it('is erased: the address 30 days after the mail, the card 30 days after the gift was redeemed', async () => {
    const id = await buy({ ...MAIL, mail_day: '2026-06-15', recipient_name: 'Grace' });
    await runJob(t, 'bought_gifts.mail');
    later(29);
    await runJob(t, 'bought_gifts.purge');
    expect(await gift(id)).toMatchObject({ email: 'grace@x.example', recipient: 'Grace' });
    later(2);
    await runJob(t, 'bought_gifts.purge');
    expect(await gift(id)).toMatchObject({ state: 'ready', email: null, recipient: 'Grace' });
    await (await another()).buy(at.plan, undefined, (await gift(id)).code);
    later(31);
    await runJob(t, 'bought_gifts.purge');
    expect(await rows()).toMatchObject([{ cardSealed: null, emailSealed: null }]);
  });

  it('is lost when money arrives after it was deleted, and the gift can be reached all the same', async () => {
    const { orderId } = await order({ recipient_name: 'Grace' });
    await t.app.get(PayableOrdersService).pay(await at.shopper.viewer(), orderId);
    const { ref } = at.bank.sessions.at(-1)!;
    await t.app.get(ObservationsService).close(await club(), orderId, 'cancelled', 'cancel');
    later(31);
    await runJob(t, 'bought_gifts.purge');
    expect(await rows()).toEqual([]);
    at.bank.payLate(ref);
    await t.app.get(PaymentCommandsService).observe(await club(), orderId);
    expect(await gift(orderId)).toMatchObject({
      ...{ state: 'ready', recipient: null, message: null, email: null },
      code: expect.any(String) as string,
    });
  });

  it('is deleted 30 days after an order that was not paid, and with the order', async () => {
    const { orderId } = await order(MAIL);
    await t.app.get(ObservationsService).close(await club(), orderId, 'cancelled', 'cancel');
    later(31);
    await runJob(t, 'bought_gifts.purge');
    expect(await rows()).toEqual([]);
    const id = await buy({}, at.plan, await another());
    await t.db.query('DELETE FROM payments');
    await t.db.query('DELETE FROM orders WHERE id = $1', [id]);
    expect(await rows()).toEqual([]);
    expect(await codes()).toMatchObject([{ boughtOrderId: null }]);
  });
});
