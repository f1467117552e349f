import type { Plan } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import { BoughtGiftsService } from '../../src/domains/bought-gifts';
import { PaymentCommandsService } from '../../src/domains/payments';
import { Published } from '../../src/platform/published';
import { buyGift } from '../support/payments/buy-gift';
import { ModelBank } from '../support/payments/model-bank';
import { refundOrder } from '../support/payments/refund';
import { withModelBank } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// `fanclub payments reconcile` calls the same use case: payments-command.
const t = testApp();
afterEach(() => jest.restoreAllMocks());

let bank: ModelBank;
let plan: Plan;
let orderId: number;
let codeId: number;

/** A member with a coupon, whose plan has a capacity. Nothing differs. */
beforeEach(async () => {
  await t.given.fanclub();
  bank = await withModelBank(t);
  plan = await t.given.plan({ price: '24.99' });
  await t.given.planStock({ plan, capacity: 5 });
  const code = await t.given.redeemCode({ batch: await t.given.redeemBatch({ maxUses: 3 }) });
  codeId = code.id;
  const shopper = await Shopper.of(t, await t.given.customer());
  orderId = await shopper.buyAndPay(plan, bank, code.text);
  expect(await reconcile()).toMatchObject({
    settled: 0,
    refunded: 0,
    disputed: 0,
    strays: 0,
    missing: 0,
    differences: [],
  });
});

const reconcile = async () =>
  t.app
    .get(PaymentCommandsService)
    .reconcile((await t.app.get(Published).byId(plan.fanclubId))!, daysFrom(t.clock.now(), -3));

const found = async () =>
  (await reconcile()).differences.map(({ what, id, here, counted }) => [what, id, here, counted]);
const change = (sql: string, ...parameters: unknown[]) => t.db.query(sql, parameters);
const payment = async (): Promise<number> =>
  (await t.db.query<[{ id: number }]>('SELECT max(id) AS id FROM payments'))[0].id;

/** Another member, whose charge for a renewal is sent now. */
async function charged(): Promise<number> {
  const customer = await t.given.customer({ autoRenewalEnabled: true });
  const [{ account }] = await t.db.query<[{ account: number }]>('SELECT id AS account FROM payment_accounts');
  const of = { customer, account: { id: account } as never };
  await t.given.paymentCustomer(of);
  const card = await t.given.paymentMethod(of);
  bank.cards.set(card.providerRef, 'works');
  const now = t.clock.now();
  const term = { startDate: daysFrom(now, -348), endDate: daysFrom(now, 17) };
  const subscription = await t.given.subscription({ customer, plan, ...term });
  const dates = { announcedAt: daysFrom(now, -14), chargeAt: now, nextAt: now, announcedTotal: '24.99' };
  const { id } = await t.given.renewal({ subscription, ...dates });
  // Renewals that were updated at this instant wait for the next run.
  t.clock.advance(1);
  await runJob(t, 'renewals.run');
  return id;
}

describe('what the provider knows better is settled', () => {
  it('a charge of a renewal that is not paid here', async () => {
    bank.losesNext = true;
    await charged();
    expect(await t.db.query('SELECT state, way FROM payments WHERE id = $1', [await payment()])).toEqual([
      { state: 'unknown', way: 'off_session' },
    ]);
    t.clock.advance(180);
    expect(await reconcile()).toMatchObject({ settled: 1, differences: [] });
    expect(await reconcile()).toMatchObject({ settled: 0 });
  });

  it('a charge that a restored backup has forgotten to send', async () => {
    const renewal = await charged();
    const id = await payment();
    await change('UPDATE stock_items SET sold = sold');
    await change('DELETE FROM queued_subscriptions');
    await change(
      `UPDATE payments SET state = 'unknown', payment_ref = NULL, settled_at = NULL WHERE id = $1`,
      id,
    );
    await change(
      `UPDATE orders SET paid_at = NULL, receipt_number = NULL WHERE id = (SELECT order_id FROM payments WHERE id = $1)`,
      id,
    );
    await change(`UPDATE renewals SET state = 'charging' WHERE id = $1`, renewal);
    t.clock.advance(180);
    expect(await reconcile()).toMatchObject({ settled: 1, differences: [] });
  });

  it('a dispute that is unknown here', async () => {
    bank.dispute(`payment-${await payment()}`);
    expect(await reconcile()).toMatchObject({ disputed: 1, differences: [] });
    expect(await reconcile()).toMatchObject({ disputed: 0 });
  });

  it('a dispute that was decided otherwise', async () => {
    const { ref } = bank.dispute(`payment-${await payment()}`)!;
    await reconcile();
    bank.decide(ref, 'lost');
    expect(await reconcile()).toMatchObject({ disputed: 1, differences: [] });
    bank.decide(ref, 'won');
    expect(await reconcile()).toMatchObject({ disputed: 1, differences: [] });
  });
});

describe('what contradicts itself is listed', () => {
  it('the uses of a coupon are counted wrongly', async () => {
    await change('UPDATE redeem_codes SET used = 2 WHERE id = $1', codeId);
    expect(await found()).toEqual([['uses of code', codeId, '0 + 2', '0 + 1']]);
  });

  it('the uses of a batch with a capacity are counted wrongly', async () => {
    const [{ id }] = await t.db.query<[{ id: number }]>('SELECT id FROM redeem_batches');
    await change('UPDATE redeem_batches SET capacity = 5, taken = 3');
    expect(await found()).toEqual([['uses of batch', id, '3', '1']]);
    await change('UPDATE redeem_batches SET taken = 1');
    expect(await found()).toEqual([]);
  });

  it('the use of a paid order is still held', async () => {
    await change(`UPDATE redeem_uses SET state = 'held', used_at = NULL`);
    await change('UPDATE redeem_codes SET held = 1, used = 0');
    expect(await found()).toEqual([['code of order', orderId, 'held', 'used']]);
  });

  it('a gift was settled without its code', async () => {
    await change('DELETE FROM redeem_uses');
    await change('UPDATE redeem_codes SET used = 0');
    await change(`UPDATE orders SET kind = 'gift'`);
    expect(await found()).toEqual([['code of order', orderId, 'none', 'used']]);
  });

  it('the stock of a plan is counted wrongly', async () => {
    await change('UPDATE plan_stock SET held = 1, sold = 2');
    expect(await found()).toEqual([['stock of plan', plan.id, '1 + 2 + 0', '0 + 1 + 0']]);
  });

  it('an item is held for an order that is paid', async () => {
    await change('UPDATE stock_items SET sold = false');
    expect(await found()).toEqual([['item of order', orderId, 'held', 'sold']]);
  });

  it('an open order holds no item', async () => {
    const { orderId: open } = await (await Shopper.of(t, await t.given.customer())).buy(plan);
    await change('DELETE FROM stock_items WHERE order_id = $1', open);
    expect(await found()).toEqual([['item of order', open, 'none', 'held']]);
  });

  describe('of a gift that a member bought:', () => {
    let purchase: number;

    beforeEach(async () => {
      t.clock.advance(60);
      const buyer = await Shopper.of(t, await t.given.customer());
      purchase = await buyGift(t, bank, buyer, plan);
      expect(await found()).toEqual([]);
    });

    it('it was paid and has no code', async () => {
      await change('DELETE FROM redeem_codes WHERE bought_order_id = $1', purchase);
      expect(await found()).toEqual([['code of gift', purchase, 'none', 'one']]);
    });

    it('its code belongs to an order that is not paid', async () => {
      const { orderId: open } = await (await Shopper.of(t, await t.given.customer())).buy(plan);
      await change('UPDATE redeem_codes SET bought_order_id = $1 WHERE bought_order_id = $2', open, purchase);
      expect(await found()).toEqual([
        ['code of gift', purchase, 'none', 'one'],
        ['code of unpaid gift', open, 'one', 'none'],
      ]);
    });

    it.each(['cancel', 'keep'] as const)(
      'its money was returned with the effect "%s", and its code is valid',
      async (effect) => {
        await refundOrder(t, { id: plan.fanclubId }, { orderId: purchase, effect });
        expect(await found()).toEqual([]);
        await change('UPDATE redeem_codes SET voided_at = NULL WHERE bought_order_id = $1', purchase);
        const codes = (await found()).filter(([what]) => what === 'code of returned gift');
        expect(codes).toEqual(
          effect === 'keep' ? [] : [['code of returned gift', purchase, 'valid', 'void']],
        );
      },
    );

    it('its dispute was lost, and its code is valid', async () => {
      const { ref } = bank.dispute(`payment-${await payment()}`)!;
      bank.decide(ref, 'lost');
      expect(await found()).toEqual([]);
      await change('UPDATE redeem_codes SET voided_at = NULL WHERE bought_order_id = $1', purchase);
      expect(await found()).toContainEqual(['code of returned gift', purchase, 'valid', 'void']);
    });

    it('it has no item, before and after it is redeemed', async () => {
      await change('DELETE FROM stock_items WHERE order_id = $1', purchase);
      expect(await found()).toEqual([['item of order', purchase, 'none', 'sold']]);
      const { code } = (await t.app.get(BoughtGiftsService).of({ id: plan.fanclubId }, purchase))!;
      await (await Shopper.of(t, await t.given.customer())).buy(plan, undefined, code);
      expect(await found()).toEqual([['item of order', purchase, 'none', 'sold']]);
    });
  });

  it('returned money is counted wrongly', async () => {
    const id = await payment();
    await change(`UPDATE payments SET refunded = '1.00'`);
    expect(await found()).toEqual([['returned money of payment', id, '1.00', '0']]);
  });

  it('a dispute is stored twice, and its order is not refunded', async () => {
    const id = await payment();
    const facts = {
      payment: { id, fanclubId: plan.fanclubId } as never,
      state: 'lost',
      amount: '19.99',
    } as const;
    for (const providerRef of ['one', 'two'])
      await t.given.paymentDispute({ ...facts, providerRef, decidedAt: t.clock.now() });
    await change(`UPDATE payments SET refunded = '19.99'`);
    expect(await found()).toEqual([
      ['lost dispute of order', orderId, 'not refunded', '39.98'],
      ['money returned twice of payment', id, '19.99', '39.98'],
    ]);
  });
});
