import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { WaitingEntry } from '#domains/stock/waiting-entry.entity';
import { PlanSoldOut } from '../../src/domains/stock';
import { sessionCookie } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages, type VisitedPage } from '../support/pages';
import type { ModelBank } from '../support/payments/model-bank';
import { modelCheckout } from '../support/payments/with-model-bank';
import { refundOrder } from '../support/payments/refund';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { SIGN_UP } from '../support/sign-up';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let bank: ModelBank;
let plan: Plan;
/** The order that has the only membership. */
let sold: number;

beforeEach(async () => {
  let shopper: Shopper;
  ({ bank, shopper, plan } = await modelCheckout(t, { plan: { name: 'Gold' } }));
  await t.given.planStock({ plan, capacity: 1 });
  sold = await shopper.buyAndPay(plan, bank);
});
afterEach(() => jest.restoreAllMocks());

const checkout = () => `/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`;
const serve = (): Promise<number> => runJob(t, 'waiting_lists.serve');
const offers = async (): Promise<{ to: string; link: string }[]> =>
  (await mailsOf(t))
    .filter(({ kind }) => kind === 'waiting_list_offer')
    .map(({ to, link }) => ({ to, link }));
const giveBack = (): Promise<string> => refundOrder(t, { id: plan.fanclubId }, { orderId: sold });

async function browserOf(customer: Customer): Promise<Pages> {
  const pages = new Pages(t.origin);
  pages.http.cookies.set(...sessionCookie(t, plan.fanclubId, await t.given.session({ customer })));
  return pages;
}

/** A member of the fan club who has joined the waiting list. */
async function waiting(email: string): Promise<{ pages: Pages; customer: Customer; page: VisitedPage }> {
  const customer = await t.given.customer({ email });
  const pages = await browserOf(customer);
  t.clock.advance(1);
  const page = await (await (await pages.open(checkout())).submit()).follow();
  return { pages, customer, page };
}

describe('the checkout of a sold-out plan', () => {
  it('says so, and lets visitors without an account sign up or log in', async () => {
    const page = await new Pages(t.origin).open(checkout());
    expect([page.status, page.heading]).toEqual([200, 'Sold out']);
    expect(page.text).toContain('“Gold” is sold out. Join the waiting list');
    expect(page.buttons).toEqual(['Sign up']);
    expect(page.links['Log in first']).toContain('/login?redirect=');
  });

  it('lets somebody who signs up join the list before confirming the address', async () => {
    const pages = new Pages(t.origin);
    const start = await pages.open(checkout());
    const faulty = await start.submit({ ...SIGN_UP, password: 'other' });
    expect([faulty.status, faulty.problems.length > 0]).toEqual([422, true]);
    const page = await (await start.submit({ ...SIGN_UP, accept_terms: 'true' })).follow();
    expect(page.buttons).toEqual(['Join the waiting list']);
    expect((await (await page.submit()).follow()).text).toContain('You are number 1 in the waiting list');
  });

  it('joins and leaves the list with one button each', async () => {
    const { page } = await waiting('ada@x.example');
    expect(page.text).toContain('You are number 1 in the waiting list of “Gold”.');
    expect((await waiting('bob@x.example')).page.text).toContain('You are number 2');
    const left = await (await page.press('Leave the waiting list')).follow();
    expect(left.buttons).toEqual(['Join the waiting list']);
    expect(await t.db.getRepository(WaitingEntry).count()).toBe(1);
  });
});

describe('a gift code of a sold-out plan', () => {
  const redeem = async (pages: Pages, code: string): Promise<VisitedPage> => {
    const form = await pages.open(`/fanclubs/${plan.fanclubId}/redeem`);
    return (await form.submit({ code })).follow();
  };
  const code = async (): Promise<string> =>
    (await t.given.redeemCode({ batch: await t.given.redeemBatch({ plan }) })).text;

  it('is not used, also after a sign-up with problems, and its visitor can wait', async () => {
    const page = await redeem(new Pages(t.origin), await code());
    expect([page.heading, page.buttons]).toEqual(['Sold out', ['Sign up']]);
    const faulty = await page.submit({ ...SIGN_UP, password: 'other' });
    for (const { text } of [page, faulty]) expect(text).toContain('Your code was not used. Type it again');
    expect(page.links['Redeem it']).toBeUndefined();
  });

  it('lets a member of the plan wait as well', async () => {
    const customer = await t.given.customer();
    await t.given.subscription({ customer, plan });
    const page = await redeem(await browserOf(customer), await code());
    expect(page.buttons).toEqual(['Join the waiting list']);
    expect((await (await page.submit()).follow()).text).toContain('You are number 1');
  });

  it('that was bought can be entered from there', async () => {
    const page = await new Pages(t.origin).open(checkout());
    expect(page.links['Redeem it']).toBe(`/fanclubs/${plan.fanclubId}/redeem`);
  });
});

describe('what comes free', () => {
  it('is offered to the first in line, by a mail, and kept for a day', async () => {
    const [ada, bob] = [await waiting('ada@x.example'), await waiting('bob@x.example')];
    await giveBack();
    // It belongs to the list before the job has run.
    const stranger = await Shopper.of(t, await t.given.customer());
    await expect(stranger.buy(plan)).rejects.toThrow(PlanSoldOut);
    expect(await serve()).toBe(1);
    expect(await serve()).toBe(0);
    expect((await offers()).map(({ to }) => to)).toEqual(['ada@x.example']);
    await expect(stranger.buy(plan)).rejects.toThrow(PlanSoldOut);
    const page = await ada.pages.open(checkout());
    expect(page.buttons).toEqual(['Continue to payment', 'Use this code']);
    expect(page.text).toContain('A membership “Gold” is kept for you until June 16, 2026, 05:00.');
    const buyer = await Shopper.of(t, ada.customer);
    await buyer.buyAndPay(plan, bank);
    expect((await bob.pages.open(checkout())).text).toContain('You are number 1 in the waiting list');
    expect(await t.db.query('SELECT held, sold, waiting FROM plan_stock')).toEqual([
      { held: 0, sold: 1, waiting: 1 },
    ]);
  });

  it('passes to the next when its time is over', async () => {
    await waiting('ada@x.example');
    await waiting('bob@x.example');
    await giveBack();
    await serve();
    t.clock.advance(24 * 3600 + 1);
    expect(await serve()).toBe(2);
    expect((await offers()).map(({ to }) => to)).toEqual(['ada@x.example', 'bob@x.example']);
    expect(await t.db.query('SELECT held, sold, waiting FROM plan_stock')).toEqual([
      { held: 1, sold: 0, waiting: 0 },
    ]);
    t.clock.advance(24 * 3600 + 1);
    await serve();
    expect((await (await Shopper.of(t, await t.given.customer())).offer(plan)).availability).toBe(
      'available',
    );
  });

  it('stays offered if the order is cancelled before the offer ends, and is not after it', async () => {
    const { customer } = await waiting('ada@x.example');
    await giveBack();
    await serve();
    const buyer = await Shopper.of(t, customer);
    await buyer.buy(plan);
    t.clock.advance(36 * 60);
    await runJob(t, 'orders.expire');
    await runJob(t, 'payments.watch');
    expect(await t.db.getRepository(WaitingEntry).find()).toMatchObject([
      { state: 'offered', orderId: null },
    ]);
    t.clock.advance(23 * 3600);
    await buyer.buy(plan);
    t.clock.advance(3600);
    await runJob(t, 'payments.watch');
    await runJob(t, 'orders.expire');
    expect(await t.db.getRepository(WaitingEntry).count()).toBe(0);
    expect(await t.db.query('SELECT held, sold, waiting FROM plan_stock')).toEqual([
      { held: 0, sold: 0, waiting: 0 },
    ]);
  });

  it('can be declined by the link of the mail, without log-in', async () => {
    await waiting('ada@x.example');
    await waiting('bob@x.example');
    await giveBack();
    await serve();
    const [{ link }] = await offers();
    const stranger = new Pages(t.origin);
    const page = await stranger.open(link);
    expect(page.heading).toBe('Your place in the waiting list');
    expect(page.links['Continue to the checkout']).toBe(checkout());
    expect((await page.submit()).heading).toBe('You are not in the waiting list');
    expect((await stranger.open(link)).heading).toBe('You are not in the waiting list');
    expect((await stranger.open(link.replace(/token=./, 'token=_'))).heading).toBe(
      'You are not in the waiting list',
    );
    await serve();
    expect((await offers()).map(({ to }) => to)).toEqual(['ada@x.example', 'bob@x.example']);
  });

  it('can be declined by the link of the mail after the plan was withdrawn', async () => {
    await waiting('ada@x.example');
    await giveBack();
    await serve();
    await t.db.query('UPDATE plans SET deleted = true');
    const [{ link }] = await offers();
    const page = await new Pages(t.origin).open(link);
    expect([page.status, page.buttons, page.links['Continue to the checkout']]).toEqual([
      200,
      ['Leave the waiting list'],
      undefined,
    ]);
    expect((await page.submit()).heading).toBe('You are not in the waiting list');
    expect(await t.db.getRepository(WaitingEntry).count()).toBe(0);
  });

  it('also comes from a higher capacity, and waits while the plan is not on sale', async () => {
    await waiting('ada@x.example');
    await t.db.query('UPDATE plan_stock SET capacity = 2');
    await t.db.query('UPDATE plans SET on_sale = false');
    expect(await serve()).toBe(0);
    await t.db.query('UPDATE plans SET on_sale = true');
    expect(await serve()).toBe(1);
  });

  it('is free again if the person to whom it is offered is deleted', async () => {
    const { customer } = await waiting('ada@x.example');
    await giveBack();
    await serve();
    await t.db.query('DELETE FROM customers WHERE id = $1', [customer.id]);
    expect(await t.db.query('SELECT held, sold, waiting FROM plan_stock')).toEqual([
      { held: 0, sold: 0, waiting: 0 },
    ]);
  });
});
