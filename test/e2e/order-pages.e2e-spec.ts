import type { Plan } from '#domains/plans/plan.entity';
import { Order } from '#domains/orders/order.entity';
import { Payment } from '#domains/payments/payment.entity';
import { sessionCookie } from '../support/logged-in';
import { elements } from '../support/page-html';
import { Pages, type VisitedPage } from '../support/pages';
import type { ModelBank } from '../support/payments/model-bank';
import { openPlaced } from '../support/payments/placed-order';
import { modelCheckout } from '../support/payments/with-model-bank';
import { testApp } from '../support/start-test-app';

// A browser without JavaScript, and a bank in memory. The clock is at noon UTC on June 15, 2026.
const t = testApp();

let bank: ModelBank;
let plan: Plan;
let pages: Pages;

beforeEach(async () => {
  const { customer, ...others } = await modelCheckout(t);
  ({ bank, plan } = others);
  pages = new Pages(t.origin);
  const session = await t.given.session({ customer });
  pages.http.cookies.set(...sessionCookie(t, plan.fanclubId, session));
});
afterEach(() => jest.restoreAllMocks());

/** Sends the order, and opens its page. */
async function ordered(): Promise<VisitedPage> {
  return openPlaced(t, pages, await sent());
}

/** Sends the order. */
async function sent(): Promise<VisitedPage> {
  const offer = await pages.open(`/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`);
  return offer.submit();
}

const linkOf = (page: VisitedPage): string | undefined => page.links['Go to the payment'];
/** Seconds after which a browser loads the page again; none for a page that stays. */
const refreshes = ({ html }: VisitedPage): string[] =>
  elements(html, 'meta')
    .filter((meta) => meta['http-equiv'] === 'refresh')
    .map(({ content }) => content);
const order = (): Promise<Order> => t.db.getRepository(Order).findOneByOrFail({ planId: plan.id });
const payments = (): Promise<Payment[]> => t.db.getRepository(Payment).find({ order: { id: 'ASC' } });

describe('the checkout of a paid plan', () => {
  it('leads straight to the payment page, whose origin is the only other one that its form may lead to', async () => {
    const offer = await pages.open(`/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`);
    expect(offer.headers['content-security-policy']).toContain("form-action 'self' https://bank.example;");
    const placing = await offer.submit();
    expect([placing.status, placing.location]).toEqual([303, `https://bank.example/${bank.sessions[0].ref}`]);
    const waiting = await openPlaced(t, pages, placing);
    expect(waiting.headers['content-security-policy']).toContain("form-action 'self';");
  });

  it('leads to the page of the order, with a link, if the payment page has another origin', async () => {
    bank.pageOrigin = 'https://elsewhere.example';
    const waiting = await (await sent()).follow();
    expect([waiting.heading, linkOf(waiting)]).toEqual([
      ...['One step is left', `https://bank.example/${bank.sessions[0].ref}`],
    ]);
  });

  it('names no other origin for a free order', async () => {
    const free = await t.given.plan({ price: '0.00' });
    const offer = await pages.open(`/fanclubs/${plan.fanclubId}/plans/${free.id}/checkout`);
    expect(offer.headers['content-security-policy']).toContain("form-action 'self';");
  });
});

describe('the page of an order whose money is on its way', () => {
  it('loads itself again until the money has arrived, and offers no cancellation', async () => {
    const waiting = await ordered();
    expect([refreshes(waiting), waiting.buttons]).toEqual([[], ['Cancel this order']]);
    bank.sessions[0].outcome = 'pending';
    const pending = await pages.open(`${waiting.path}/return`);
    expect([pending.status, pending.heading]).toEqual([200, 'One moment']);
    expect([refreshes(pending), pending.buttons]).toEqual([['4'], []]);
    const again = await pages.open(pending.path);
    expect([again.heading, refreshes(again)]).toEqual(['One moment', ['4']]);
    bank.pay(bank.sessions[0].ref);
    const paid = await pages.open(pending.path);
    expect([paid.heading, refreshes(paid), paid.buttons]).toEqual(['Thank you', [], []]);
  });

  it('keeps the order, whatever a form that was shown before sends', async () => {
    const waiting = await ordered();
    bank.sessions[0].outcome = 'pending';
    const kept = await (await waiting.submit()).follow();
    expect([kept.heading, refreshes(kept)]).toEqual(['One moment', ['4']]);
    expect(await order()).toMatchObject({ paidAt: null, closedAt: null });
  });
});

describe('a buyer who goes back without paying', () => {
  /** The address to which the payment page leads those who do not pay. */
  const back = (): string => bank.sessions[0].asked.cancelUrl;

  it('resumes the order on the same payment page, until shortly before its end', async () => {
    const waiting = await ordered();
    expect(back().endsWith(waiting.path)).toBe(true);
    for (const minutes of [0, 20, 13]) {
      t.clock.advance(minutes * 60);
      const resumed = await pages.open(back());
      expect([resumed.heading, linkOf(resumed)]).toEqual(['One step is left', linkOf(waiting)]);
    }
    bank.pay(bank.sessions[0].ref);
    expect((await pages.open(`${waiting.path}/return`)).heading).toBe('Thank you');
    expect(await payments()).toHaveLength(1);
  });

  it('gets another page in the last minute of the first one, which is ended before', async () => {
    const waiting = await ordered();
    t.clock.advance(34 * 60 + 1);
    const resumed = await pages.open(back());
    expect(linkOf(resumed)).not.toBe(linkOf(waiting));
    expect(bank.pay(bank.sessions[0].ref)).toBe(false);
    bank.pay(bank.sessions[1].ref);
    expect((await pages.open(`${waiting.path}/return`)).heading).toBe('Thank you');
    expect((await payments()).map(({ state }) => state)).toEqual(['expired', 'succeeded']);
  });

  it('finds the order ended after its 35 minutes, and orders again', async () => {
    await ordered();
    t.clock.advance(35 * 60 + 1);
    const ended = await pages.open(back());
    expect([ended.heading, linkOf(ended), ended.buttons]).toEqual(['This order has ended', undefined, []]);
    expect(ended.text).toContain('It was not paid in time. Nothing was taken from your card.');
    expect(await order()).toMatchObject({ closedReason: 'expired', closedAt: t.clock.now() });
    expect(bank.sessions).toHaveLength(1);

    const offer = await pages.open(ended.links['See the offer']);
    const again = await openPlaced(t, pages, await offer.submit());
    expect([again.heading, again.path === ended.path]).toEqual(['One step is left', false]);
    bank.pay(bank.sessions[1].ref);
    expect((await pages.open(`${again.path}/return`)).heading).toBe('Thank you');
  });
});

describe('an order whose payment page could not be opened', () => {
  beforeEach(async () => {
    bank.isAway = true;
    const waits = await sent();
    expect([waits.status, waits.heading]).toEqual([503, 'The payment has to wait']);
    bank.isAway = false;
  });

  const reopened = async (): Promise<VisitedPage> =>
    pages.open(`/fanclubs/${plan.fanclubId}/orders/${(await order()).id}`);

  it('is paid at the price that was shown for 35 minutes', async () => {
    await t.db.query('UPDATE plans SET price = 30');
    t.clock.advance(35 * 60);
    expect((await reopened()).heading).toBe('One step is left');
    expect(bank.sessions.map(({ asked }) => asked.amount)).toEqual(['24.99']);
  });

  it('ends when its buyer comes back after that, and opens no page', async () => {
    t.clock.advance(35 * 60 + 1);
    const ended = await reopened();
    expect([ended.heading, linkOf(ended)]).toEqual(['This order has ended', undefined]);
    expect(await order()).toMatchObject({ closedReason: 'expired', paidAt: null });
    expect(bank.sessions).toEqual([]);
  });
});
