import type { Page } from 'playwright-core';
import type { Plan } from '#domains/plans/plan.entity';
import { runJob } from '../support/run-job';
import { CARDS } from '../support/payments/contract';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { SIGN_UP } from '../support/sign-up';
import { testApp } from '../support/start-test-app';
import { seriousFaults } from './axe';
import { browser, complaintsOf, shoot } from './chromium';

const t = testApp(withDemoBank);
const b = browser();

let plan: Plan;
let page: Page;
let name: string;

beforeEach(async () => {
  await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });
  await openBank(t);
  plan = await t.given.plan({ name: 'Gold', price: '24.99' });
});

async function look(what: string, withAxe: boolean): Promise<void> {
  await shoot(page, `buying-${name}-${what}`);
  const { width } = page.viewportSize()!;
  expect([what, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([what, width]);
  if (withAxe) expect([what, await seriousFaults(page)]).toEqual([what, []]);
}

const fill = async (fields: Record<string, string>): Promise<void> => {
  for (const [field, value] of Object.entries(fields)) await page.fill(`#${field}`, value);
};
const press = (label: string) => page.getByRole('button', { name: label }).click();
const heading = () => page.textContent('h1');

async function type(card: string): Promise<void> {
  await fill({ number: card, name: 'Ada Lovelace' });
  await page.click('button');
}

describe.each([
  ['phone', 390, false],
  ['desk', 1280, true],
])('on a %s', (device, width, javaScriptEnabled) => {
  it('a stranger joins by card: declined, then another card, which asks for a confirmation', async () => {
    name = device;
    await t.given.package(plan, [{ name: 'Shirt' }], { domestic: '5.00', international: '15.00' });
    page = await b.visitor({ javaScriptEnabled, viewport: { width, height: 900 } });
    const complaints = complaintsOf(page);
    await page.goto(`${t.origin}/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`);
    await look('details', javaScriptEnabled);
    await fill(SIGN_UP);
    await fill({ address: '1 Main St', city: 'Springfield', state: 'IL', postal_code: '62701' });
    await page.check('#accept_terms');
    await press('Continue');
    expect(await page.textContent('table')).toMatch(/Total\s*\$29\.99/);
    expect(await page.isChecked('#auto_renewal')).toBe(false);
    await look('offer', javaScriptEnabled);
    await page.check('#auto_renewal');
    await press('Continue to payment');
    expect(await heading()).toBe('Pay by card');
    await page.getByRole('link', { name: 'Go back without paying' }).click();
    expect(await heading()).toBe('One step is left');
    await look('order', javaScriptEnabled);
    await page.getByRole('link', { name: 'Go to the payment' }).click();
    await type(CARDS.declined);
    expect(await page.textContent('[role=alert]')).toContain('The card was declined');
    await look('declined', javaScriptEnabled);
    await type(CARDS.confirmsOnce);
    await press('Yes, I agree');
    await page.waitForURL(/\/return$/);
    expect(await heading()).toBe('Thank you');
    await look('thanks', javaScriptEnabled);
    expect(complaints.filter((one) => !one.includes('422'))).toEqual([]);
    expect(await t.db.query('SELECT last4 FROM payment_methods')).toEqual([{ last4: '3155' }]);
  });

  it('a buyer cancels, and orders again the next day at another price', async () => {
    name = `${device}-again`;
    page = await b.visitor({ javaScriptEnabled, viewport: { width, height: 900 } });
    await page.goto(`${t.origin}/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`);
    await fill(SIGN_UP);
    await page.check('#accept_terms');
    await press('Continue');
    await press('Continue to payment');
    await page.getByRole('link', { name: 'Go back without paying' }).click();
    await press('Cancel this order');
    expect(await heading()).toBe('This order has ended');
    await look('ended', javaScriptEnabled);
    t.clock.advance(24 * 3600);
    await runJob(t, 'payments.watch');
    await page.getByRole('link', { name: 'See the offer' }).click();
    await t.db.query('UPDATE plans SET price = 30');
    await press('Continue to payment');
    expect(await page.textContent('.problems')).toContain('The price has changed');
    await look('price', javaScriptEnabled);
    await press('Continue to payment');
    await type(CARDS.works);
    await page.waitForURL(/\/return$/);
    expect(await page.textContent('table')).toMatch(/Total\s*\$30\.00/);
  });
});

it('a browser follows the order form to a payment page at another origin', async () => {
  page = await b.visitor();
  const complaints = complaintsOf(page);
  // The pages of the bank are at 127.0.0.1, which is another origin for browsers.
  const origin = t.origin.replace('127.0.0.1', 'localhost');
  await page.goto(`${origin}/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`);
  await fill(SIGN_UP);
  await page.check('#accept_terms');
  await press('Continue');
  await press('Continue to payment');
  expect(await heading()).toBe('Pay by card');
  expect([new URL(page.url()).hostname, complaints]).toEqual(['127.0.0.1', []]);
});
