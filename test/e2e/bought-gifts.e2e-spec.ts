import { BoughtGiftsService, GiftFields } from '../../src/domains/bought-gifts';
import { GiftPurchasesService, type Placement } from '../../src/domains/checkout';
import { PayableOrdersService } from '../../src/domains/payments';
import { fill } from '../../libs/validation/src';
import type { Plan } from '#domains/plans/plan.entity';
import { Order } from '#domains/orders/order.entity';
import { RedeemCode } from '#domains/redeem-codes/redeem-code.entity';
import { QueuedSubscription, Subscription } from '#domains/subscriptions/subscription.entity';
import { Published } from '../../src/platform/published';
import { mailsOf } from '../support/mails-of';
import { refundOrder } from '../support/payments/refund';
import { modelCheckout, type ModelCheckout } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
afterEach(() => jest.restoreAllMocks());

let at: ModelCheckout;

beforeEach(async () => {
  at = await modelCheckout(t, { customer: { email: 'ada@x.example', firstName: 'Ada' } });
});

const MAIL = { recipient_email: 'grace@x.example', mail_day: '2026-06-20' };

async function order(fields: object = {}, plan: Plan = at.plan, shopper = at.shopper): Promise<Placement> {
  const purchases = t.app.get(GiftPurchasesService);
  const viewer = await shopper.viewer();
  const { reference, digest: quote } = await purchases.find(viewer, plan.id);
  return purchases.place(viewer, plan.id, { reference, quote, fields: fill(GiftFields, fields) });
}

/** Orders a gift and pays it. @returns the id of the order */
async function buy(fields: object = {}, plan: Plan = at.plan, shopper = at.shopper): Promise<number> {
  const { orderId } = await order(fields, plan, shopper);
  const payable = t.app.get(PayableOrdersService);
  await payable.pay(await shopper.viewer(), orderId);
  at.bank.pay(at.bank.sessions.at(-1)!.ref);
  await payable.observed(await shopper.viewer(), orderId);
  return orderId;
}

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
    expect(payment?.rows).toContainEqual({ label: 'Gift: Gold', value: '$24.99' });
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
    await expect((await Shopper.of(t, await t.given.customer())).buy(at.plan, undefined, code)).rejects.toThrow(
      'used already',
    );
  });
});
