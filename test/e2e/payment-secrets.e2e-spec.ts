import type { Plan } from '#domains/plans/plan.entity';
import { TEST_CARDS } from '../../src/demo-bank';
import { LogLines } from '../support/log-lines';
import { elements } from '../support/page-html';
import { Pages, type VisitedPage } from '../support/pages';
import { openPlaced } from '../support/payments/placed-order';
import { CARDS } from '../support/payments/contract';
import {
  type BankAccount,
  openBank,
  payByCard,
  postEvent,
  sendToBank,
  withDemoBank,
} from '../support/payments/demo-bank';
import { refundOrder } from '../support/payments/refund';
import { runJob } from '../support/run-job';
import { SIGN_UP } from '../support/sign-up';
import { testApp } from '../support/start-test-app';

const log = new LogLines();
const t = testApp(async () => ({ ...(await withDemoBank()), LOG_LEVEL: 'trace' }), { log });

const PERSON = {
  ...SIGN_UP,
  ...{ email: 'grace.hopper@secrets.example', first_name: 'Grace', last_name: 'Hopper' },
};
/** The address of a page of the bank, and the secret part of it. */
const linkOf = (page: VisitedPage): string => page.links['Go to the payment'];
const secretOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

let bank: BankAccount;
let plan: Plan;

/** All rows of the service's own tables, and its jobs, as text. Rows of the demo bank are not the service's. */
async function dump(): Promise<string> {
  const tables = await t.db.query<{ name: string }[]>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'graphile_worker') AND table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await t.db.query<{ row: string }[]>(`SELECT x::text AS row FROM ${name} x`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** A member looks at the saved card, begins to replace it, and removes it. @returns the address of the page for a new card */
async function savedCard(pages: Pages, seen: VisitedPage[]): Promise<string> {
  await t.db.query('UPDATE customers SET confirmed_at = created_at');
  const page = await pages.open(`/fanclubs/${plan.fanclubId}/membership`);
  expect(page.text).toContain('ending in 3155');
  const step = await page.press('Replace this card');
  const removed = await (await page.press('Remove this card')).follow();
  expect(removed.text).toContain('You have no saved card');
  seen.push(page, step, removed);
  return step.links['Enter the card'];
}

it('neither the log nor the database tells keys, card numbers or payment pages, and the log no addresses', async () => {
  bank = await openBank(t);
  plan = await t.given.plan({ name: 'Gold', price: '24.99' });
  const pages = new Pages(t.origin);
  const { id } = await t.given.fanclub();

  const offer = await pages.open(`/fanclubs/${id}/plans/${plan.id}/checkout`);
  const seen = [offer];
  const total = await (await offer.submit({ ...PERSON, accept_terms: 'true' })).follow();
  const waiting = await openPlaced(t, pages, await total.submit({ auto_renewal: 'true' }));
  seen.push(total, waiting);
  const link = linkOf(waiting);
  for (const number of [CARDS.declined, CARDS.poor, CARDS.confirmsOnce])
    await payByCard(t, link, number, { name: 'Grace Hopper' });
  await sendToBank(t, link, { confirm: 'yes' });
  seen.push(await pages.open(`${waiting.path}/return`));
  const cardLink = await savedCard(pages, seen);
  await postEvent(t.origin, bank, '{}', { 'demo-bank-signature': 't=1,v1=00' });

  // A refund, an outage and a wrong key are reported in the log.
  const [{ id: orderId }] = await t.db.query<{ id: number }[]>(
    'SELECT id FROM orders WHERE paid_at IS NOT NULL',
  );
  await refundOrder(t, { id }, { orderId, amount: '1.00' });
  await sendToBank(t, '/demo-bank/switches', { account: bank.account.accountRef, unavailable: 'on' });
  t.clock.advance(60);
  const other = await t.given.plan({ price: '49.00' });
  await t.given.upgrade(plan, other);
  const again = await pages.open(`/fanclubs/${id}/plans/${other.id}/checkout`);
  seen.push(again, await again.submit());
  await t.db.query('TRUNCATE demo_bank.objects');
  t.clock.advance(180);
  for (const job of ['payments.watch', 'refunds.follow', 'payments.catch_up', 'payments.compare'])
    await runJob(t, job);

  const [text, rows] = [log.text, await dump()];
  expect(text).toContain('/demo-bank/');
  expect(log.all).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        msg: 'order paid',
        orderId,
        amount: '24.99',
        currency: 'USD',
        cause: 'return',
      }),
      expect.objectContaining({ msg: 'refund succeeded', orderId, amount: '1.00', cause: 'command' }),
      expect.objectContaining({
        msg: 'payment request failed',
        code: 'provider_unavailable',
        ms: expect.any(Number),
      }),
      expect.objectContaining({ msg: 'payment request answered', call: 'openCheckout' }),
    ]),
  );
  expect(rows).toContain(PERSON.email);
  const secrets = [
    bank.secret,
    bank.webhookSecret,
    secretOf(link),
    secretOf(cardLink),
    ...TEST_CARDS.map(({ number }) => number),
  ];
  for (const secret of secrets) {
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
    expect([secret, rows.includes(secret)]).toEqual([secret, false]);
  }
  expect(text).not.toContain('secrets.example');
  expect(text).not.toContain('Hopper');
  const headings = ['Your membership', 'One step is left', 'Thank you', 'Membership'];
  expect(seen.map(({ heading }) => heading)).toEqual(expect.arrayContaining(headings));
  for (const page of seen)
    for (const { name = '', autocomplete = '' } of elements(page.html, 'input'))
      expect(`${name} ${autocomplete}`).not.toMatch(/card|cc-|cvc|number/i);
});
