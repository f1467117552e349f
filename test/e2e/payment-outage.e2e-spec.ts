import { hundredths } from '#libs/money';
import type { Plan } from '#domains/plans/plan.entity';
import { PayableOrdersService } from '../../src/domains/payments';
import { PaymentAccountsService, ProviderUnavailable } from '../../src/domains/payment-providers';
import { mailsOf } from '../support/mails-of';
import {
  type BankAccount,
  openBank,
  payByCard,
  sendToBank,
  withDemoBank,
} from '../support/payments/demo-bank';
import { Pages } from '../support/pages';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

/*
 * Buyers, one after the other, at the demo bank. In the middle it does not answer the service for ten minutes, while its pages still
 * take cards. Its events never arrive, so that only asking helps. `OUTAGE_BUYERS=200` has more of them.
 */
const BUYERS = Number(process.env.OUTAGE_BUYERS ?? 50);
/** Those who buy before the outage, those who have their pages open when it begins, and those who begin during it. */
const [BEFORE, TYPING, DURING] = [BUYERS * 0.4, BUYERS * 0.06, BUYERS * 0.2].map(Math.round);

const t = testApp(withDemoBank);

let bank: BankAccount;
let plans: Plan[];

/** A buyer with an order, and the page on which it is paid once there is one. */
interface Purchase {
  readonly shopper: Shopper;
  readonly orderId: number;
  page: string | null;
}

const switchBank = (switches: Record<string, string>): Promise<unknown> =>
  sendToBank(t, '/demo-bank/switches', { account: bank.account.accountRef, silent: 'on', ...switches });

async function order(n: number): Promise<Purchase> {
  const shopper = await Shopper.of(t, await t.given.customer());
  const { orderId } = await shopper.buy(plans[n % plans.length]);
  return { shopper, orderId, page: null };
}

/** The buyer follows the link of the order. @returns whether there is a page; else the order waits, and the buyer is told so */
async function openPage(purchase: Purchase): Promise<boolean> {
  try {
    purchase.page = await t.app
      .get(PayableOrdersService)
      .pay(await purchase.shopper.viewer(), purchase.orderId);
  } catch (error) {
    expect(error).toBeInstanceOf(ProviderUnavailable);
  }
  return purchase.page !== null;
}

/** Two of three buyers come back to the service; the third one closes the browser. */
async function comeBack({ shopper, orderId }: Purchase, n: number): Promise<string | null> {
  if (n % 3 === 0) return null;
  return (await t.app.get(PayableOrdersService).observed(await shopper.viewer(), orderId)).progress;
}

/** The browser of a shopper. */
async function pagesOf(shopper: Shopper): Promise<Pages> {
  const pages = new Pages(t.origin);
  pages.http.cookies.store((await shopper.api()).cookies.split('; '));
  return pages;
}
const returnOf = ({ orderId }: Purchase): string =>
  `/fanclubs/${bank.account.fanclubId}/orders/${orderId}/return`;

async function jobs(): Promise<void> {
  // A run of the watch looks at a hundred payments.
  for (let run = 0; run < 4; run += 1) await runJob(t, 'payments.watch');
  await runJob(t, 'orders.expire');
}

it('an outage of ten minutes in the middle of many purchases loses nothing, and takes nothing twice', async () => {
  bank = await openBank(t);
  plans = [await t.given.plan({ price: '24.99' }), await t.given.plan({ price: '5.00' })];
  await switchBank({});
  const purchases: Purchase[] = [];
  const buy = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n += 1) {
      const purchase = await order(n);
      purchases.push(purchase);
      if (!(await openPage(purchase))) continue;
      await payByCard(t, purchase.page!);
      expect(await comeBack(purchase, n)).toBe(n % 3 === 0 ? null : 'paid');
    }
  };
  await buy(0, BEFORE);

  const typing = await Promise.all(Array.from({ length: TYPING }, (_, n) => order(n)));
  for (const purchase of typing) expect(await openPage(purchase)).toBe(true);
  await switchBank({ unavailable: 'on' });
  for (const [n, purchase] of typing.entries()) {
    await payByCard(t, purchase.page!);
    expect(await comeBack(purchase, n)).toBe(n % 3 === 0 ? null : 'pending');
    const page = await pagesOf(purchase.shopper).then((pages) => pages.open(returnOf(purchase)));
    expect([page.status, page.heading, page.buttons]).toEqual([200, 'One moment', []]);
    expect(page.text).toContain('Your payment is still being confirmed.');
    expect(page.html).toContain('<meta http-equiv="refresh"');
  }
  await buy(BEFORE, BEFORE + DURING);
  const waiting = purchases.slice(BEFORE);
  expect(waiting.every(({ page }) => page === null)).toBe(true);
  for (let minute = 0; minute < 10; minute += 1) {
    t.clock.advance(60);
    await runJob(t, 'payments.watch');
  }

  await switchBank({});
  for (const [n, purchase] of waiting.entries()) {
    expect(await openPage(purchase)).toBe(true);
    await payByCard(t, purchase.page!);
    await comeBack(purchase, n);
  }
  await buy(BEFORE + DURING, BUYERS - TYPING);
  t.clock.advance(5 * 60);
  await jobs();

  const rows = await t.db.query<{ payment: number; total: string; receipt: number; terms: number }[]>(
    `SELECT p.id AS payment, o.total, o.receipt_number AS receipt,
            (SELECT count(*)::integer FROM subscriptions s WHERE s.order_id = o.id) AS terms
     FROM orders o JOIN payments p ON p.order_id = o.id AND p.state = 'succeeded' AND NOT p.surplus
     WHERE o.paid_at IS NOT NULL ORDER BY p.id`,
  );
  expect(rows).toHaveLength(BUYERS);
  expect(rows.every(({ terms }) => terms === 1)).toBe(true);
  expect(rows.map(({ receipt }) => receipt).sort((a, b) => a - b)).toEqual(rows.map((_, at) => at + 1));
  expect((await mailsOf(t)).filter(({ kind }) => kind === 'receipt')).toHaveLength(BUYERS);

  const { client } = (await t.app
    .get(PaymentAccountsService)
    .account(bank.account.fanclubId, bank.account.id))!;
  const ledger: [number | null, bigint][] = [];
  for await (const { ownNumber, amount } of client.taken(new Date(0), t.clock.now()))
    ledger.push([ownNumber, hundredths(amount)]);
  const ours = rows.map(({ payment, total }): [number, bigint] => [payment, hundredths(total)]);
  const byNumber = ([a]: [number | null, bigint], [b]: [number | null, bigint]): number =>
    Number(a) - Number(b);
  expect(ledger.sort(byNumber)).toEqual(ours.sort(byNumber));
}, 180_000);
