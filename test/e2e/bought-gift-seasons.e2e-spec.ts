import { BoughtGiftsService } from '../../src/domains/bought-gifts';
import { stock } from '../../src/domains/stock';
import { offerView } from '../../src/pages/offer.rules';
import { Sql } from '../../src/platform/database';
import { Published } from '../../src/platform/published';
import { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { QueuedSubscription, Subscription } from '#domains/subscriptions/subscription.entity';
import { sessionCookie } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { buyGift } from '../support/payments/buy-gift';
import { modelCheckout, type ModelCheckout } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let at: ModelCheckout;

beforeEach(async () => {
  at = await modelCheckout(t, { customer: { email: 'ada@x.example', firstName: 'Ada' } });
});

const club = async () => (await t.app.get(Published).byId(at.plan.fanclubId))!;
const another = async () => Shopper.of(t, await t.given.customer({ email: 'grace@x.example' }));

describe('a gift of a plan that ends with its season', () => {
  const YEAR = 365 * 86_400_000;
  const seasonOf = (year: number) =>
    t.given.salesPeriod({
      startsAt: new Date(`${year}-01-01T00:00:00Z`),
      endsAt: new Date(`${year}-12-31T00:00:00Z`),
    });
  const facts = { price: '24.99', duration: null };
  let plan: Plan;
  let bought: number;
  let code: string;

  /** A plan of another year, as which the bought one is renewed. */
  async function followedBy(year: number, other: object = {}): Promise<Plan> {
    const salesPeriodId = (await seasonOf(year)).id;
    const next = await t.given.plan({ ...facts, name: `Gold ${year}`, salesPeriodId, ...other });
    await t.db.query('UPDATE plans SET renews_into_plan_id = $1 WHERE id = $2', [next.id, plan.id]);
    return next;
  }

  /** Buys the gift in June 2026. Its season is over at the end of the year. */
  beforeEach(async () => {
    plan = await t.given.plan({ ...facts, name: 'Gold 2026', salesPeriodId: (await seasonOf(2026)).id });
    bought = await buyGift(t, at.bank, at.shopper, plan, {
      ...{ recipient_email: 'grace@x.example', mail_day: '2027-02-01' },
    });
    code = (await t.app.get(BoughtGiftsService).of(await club(), bought))!.code!;
    t.clock.advance(240 * 86_400);
  });

  it('says in its mail, also after the season, what the code gives', async () => {
    await runJob(t, 'bought_gifts.mail');
    const [mail] = (await mailsOf(t)).filter(({ kind }) => kind === 'gift_received');
    expect(mail).toMatchObject({
      gift: {
        rows: [
          { label: 'Code' },
          { label: 'Season', value: expect.stringContaining('next season') as string },
        ],
      },
    });
  });

  it('gives the plan that it is renewed as, in the season after', async () => {
    const next = await followedBy(2027);
    const ends = new Date('2027-12-31T00:00:00Z');
    const grace = await another();
    const offer = await grace.offer(next, code);
    expect(offer).toMatchObject({ availability: 'available', isFree: true, ends });
    expect(offer.code).toMatchObject({ problems: [], formerPlan: 'Gold 2026' });
    await expect(grace.buy(plan, undefined, code)).rejects.toThrow('not for this membership');
    await grace.buy(next, undefined, code);
    expect(await t.db.getRepository(Subscription).find()).toMatchObject([{ planId: next.id, endDate: ends }]);
  });

  it('gives a term as long as the season, if no plan follows, also if its shipping is paid first', async () => {
    await t.given.package(plan, [{}], { domestic: '5.00', international: '5.00' });
    const grace = await t.given.customer({ email: 'grace@x.example' });
    await t.given.shippingAddress({ customer: grace });
    await (await Shopper.of(t, grace)).buyAndPay(plan, at.bank, code);
    const [{ startDate, endDate }] = await t.db.getRepository(Subscription).find();
    expect(endDate!.getTime() - startDate.getTime()).toBe(YEAR - 86_400_000);
  });

  it('gives a term as long as the season after a membership that outlasts the next season', async () => {
    const next = await followedBy(2027);
    const grace = await t.given.customer({ email: 'grace@x.example' });
    const endDate = new Date('2028-03-01T00:00:00Z');
    await t.given.subscription({ customer: grace, plan: at.plan, endDate });
    const shopper = await Shopper.of(t, grace);
    expect(await shopper.offer(next, code)).toMatchObject({ availability: 'available', begins: endDate });
    await shopper.buy(next, undefined, code);
    const [queued] = await t.db.getRepository(QueuedSubscription).find();
    expect(queued).toMatchObject({ planId: next.id, startsAt: endDate });
    expect(queued.endDate.getTime() - endDate.getTime()).toBe(YEAR - 86_400_000);
  });

  it('returns its own item when it is refunded, and leaves the renewal of the next plan with one of its own', async () => {
    const next = await followedBy(2027, { duration: 12 });
    await t.given.planStock({ plan, capacity: 5 });
    await t.given.planStock({ plan: next, capacity: 5 });
    const grace = await another();
    const { orderId } = await grace.buy(next, undefined, code);
    const sold = async () =>
      t.db.query('SELECT plan_id, order_id FROM stock_items WHERE fanclub_id = $1 ORDER BY order_id', [
        plan.fanclubId,
      ]);
    const ofGift = { plan_id: plan.id, order_id: bought };
    expect(await sold()).toEqual([ofGift]);
    const [{ id, customerId }] = await t.db.getRepository(Subscription).findBy({ orderId });
    const customer = await t.db.getRepository(Customer).findOneByOrFail({ id: customerId });
    const paid = { paidAt: t.clock.now(), checkoutReference: 'renewal', renewsSubscriptionId: id };
    const renewal = await t.given.order({ customer, plan: next, ...paid });
    const [fanclub, now] = [await club(), t.clock.now()];
    const sql = t.app.get(Sql);
    await sql.transaction((tx) => stock.sell(tx, fanclub, { id: renewal.id, planId: next.id }, now));
    expect(await sold()).toEqual([ofGift, { plan_id: next.id, order_id: renewal.id }]);
    // A renewal that was sold before plans had a capacity has none: it gets no item of another plan.
    await t.db.query('DELETE FROM stock_items WHERE order_id = $1', [renewal.id]);
    await sql.transaction((tx) => stock.giveBack(tx, fanclub, orderId, now, bought));
    expect(await sold()).toEqual([]);
  });

  it('leads to the next plan if the season ends between the offer and the order', async () => {
    await followedBy(2027);
    // Half an hour before the end.
    t.clock.advance(-41.5 * 86_400 - 1_800);
    const pages = new Pages(t.origin);
    const customer = await t.given.customer({ email: 'grace@x.example' });
    const session = await t.given.session({ customer, expiresAt: new Date('2028-01-01T00:00:00Z') });
    pages.http.cookies.set(...sessionCookie(t, plan.fanclubId, session));
    const own = (page: string): string => `/fanclubs/${plan.fanclubId}/${page}`;
    const offer = await (await (await pages.open(own('redeem'))).submit({ code })).follow();
    expect(offer.text).toContain('Gold 2026 (until December 30, 2026)');
    t.clock.advance(3_600);
    let page = await offer.submit();
    while (page.location) page = await page.follow();
    expect(page.text).toContain('It was bought for “Gold 2026”, whose season is over.');
    expect(page.text).toContain('Gold 2027 (until December 30, 2027)');
  });

  it('that staff made shows after the season when it ended', async () => {
    const batch = await t.given.redeemBatch({ plan });
    const { text } = await t.given.redeemCode({ batch });
    const offer = await (await another()).offer(plan, text);
    expect(offer).toMatchObject({ availability: 'season_over', ends: new Date('2026-12-31T00:00:00Z') });
    expect(offerView(offer, await club()).rows[0].item).toBe('Gold 2026 (until December 30, 2026)');
  });
});
