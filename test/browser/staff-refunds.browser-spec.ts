import type { Page } from 'playwright-core';
import { codeAt } from '../support/staff-client';
import { withModelBank } from '../support/payments/with-model-bank';
import { Shopper } from '../support/shoppers';
import { mailsOf } from '../support/mails-of';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite, watch } from './staff-site';

jest.setTimeout(120_000);

const { t, open, person, logIn } = staffSite();
const chromium = browser();

afterEach(() => jest.restoreAllMocks());

/** Looks at a screen: no serious fault, and nothing wider than it. */
async function look(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(400);
  await shoot(page, `refunds-${name}`);
  expect([name, await seriousFaults(page)]).toEqual([name, []]);
  const { width } = page.viewportSize()!;
  expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
}

/** The dialog of the button, filled in. */
async function askFor(page: Page, effect: string, amount?: string) {
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  if (amount !== undefined) await dialog.getByLabel('Amount in USD').fill(amount);
  await dialog.getByLabel('The membership').click();
  await page.getByRole('option', { name: effect }).click();
  await dialog.getByLabel('Reason').fill('ordered twice');
  return dialog;
}

const send = (dialog: ReturnType<Page['getByRole']>) =>
  dialog.getByRole('button', { name: 'Refund', exact: true }).click();

async function paidOrder() {
  await t.given.fanclub({ supportRefundLimit: '10.00' });
  const bank = await withModelBank(t);
  const customer = await t.given.customer({ email: 'ada@fans.example' });
  const plan = await t.given.plan({ name: 'Gold', price: '24.99' });
  return { bank, order: await (await Shopper.of(t, customer)).buyAndPay(plan, bank) };
}

it.each([
  ['desk', DESK],
  ['phone', NARROW],
])('on a %s, a manager refunds an order, in part and in full', async (device, viewport) => {
  const { bank, order } = await paidOrder();
  const kim = await person('manager');
  const page = await chromium.visitor({ viewport });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, kim);
  await open(page, `/orders/${order}/show`);
  await page.getByText('Visa ending in 4242').waitFor();
  await look(page, `${device}-order`);

  const part = await askFor(page, 'It stays as it is', '5.00');
  await look(page, `${device}-dialog`);
  await send(part);
  await part.getByText('The provider has taken the refund.', { exact: false }).waitFor();
  await look(page, `${device}-done`);
  await part.getByRole('button', { name: 'Close' }).click();

  // More than support may needs a proof if the last one is old.
  t.clock.advance(t.config.staff.proofLifetime + 1);
  await page.getByRole('cell', { name: 'ordered twice' }).waitFor();
  const rest = await askFor(page, 'It ends now, and a parcel that was not sent is cancelled');
  await rest.getByLabel('Amount in USD').fill('30.00');
  await send(rest);
  await rest.getByText('not more than 19.99', { exact: false }).waitFor();
  await look(page, `${device}-refused`);
  await rest.getByLabel('Amount in USD').fill('19.99');
  await send(rest);
  const proof = page.getByRole('dialog', { name: 'Prove that it is you' });
  await proof.getByLabel('Code of your authenticator app').fill(codeAt(t.clock.now()));
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await rest.getByText('The provider has taken the refund.', { exact: false }).waitFor();
  await rest.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Refunded').first().waitFor();
  await look(page, `${device}-refunded`);
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).isDisabled()).toBe(true);
  expect([bank.balance, bank.refunds.length]).toEqual([0n, 2]);
  expect((await mailsOf(t)).map(({ kind, payment }) => [kind, payment?.amount])).toEqual([
    ['receipt', '$24.99'],
    ['refund_issued', '$5.00'],
    ['refund_issued', '$19.99'],
  ]);
  expect(complaints.filter((one) => !one.includes('401') && !one.includes('422'))).toEqual([]);
});

it('support reads how much it may refund, and a failed refund is listed until somebody deals with it', async () => {
  const { bank, order } = await paidOrder();
  const sam = await person('support');
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, sam);
  await open(page, `/orders/${order}/show`);
  bank.refuses = 'charge_disputed';
  const dialog = await askFor(page, 'It stays as it is');
  expect(await dialog.innerText()).toContain(
    'You can refund up to 10.00 USD of this order; 24.99 USD are left',
  );
  await send(dialog);
  await dialog.getByText('The provider has refused the refund.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await t.given.paymentStray();
  await open(page, '/payments');
  await page.getByText('A refund failed').waitFor();
  expect(await page.getByRole('button', { name: 'Mark as done' }).count()).toBe(0);

  const kim = await chromium.visitor({ viewport: DESK });
  await logIn(kim, await person('manager'));
  await open(kim, '/');
  await kim.getByRole('link', { name: 'Payments that need attention' }).click();
  await look(kim, 'problems');
  for (const what of ['A refund failed', 'Payment without an order']) {
    const row = kim.getByRole('row', { name: what });
    await row.getByRole('button', { name: 'Mark as done' }).click();
    const done = kim.getByRole('dialog', { name: 'Mark as done' });
    await done.getByLabel('What was done').fill('paid by transfer');
    await done.getByRole('button', { name: 'Mark as done' }).click();
    await done.waitFor({ state: 'detached' });
  }
  await kim.getByText('Nothing needs your attention.').waitFor();
  await look(kim, 'no-problems');
});
