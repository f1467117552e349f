import { PaymentAccountsService } from '../../src/domains/payment-providers';
import { CARDS } from '../support/payments/contract';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { testApp } from '../support/start-test-app';
import { seriousFaults } from './axe';
import { browser, complaintsOf, shoot } from './chromium';

const t = testApp(withDemoBank);
const b = browser();

it.each([
  [320, false],
  [1200, true],
])('the pages of the demo bank work at %i pixels, with JavaScript: %s', async (width, javaScriptEnabled) => {
  const { account } = await openBank(t);
  const { client } = (await t.app.get(PaymentAccountsService).account(account.fanclubId, account.id))!;
  const customer = await client.addCustomer({
    ...{ fanclubId: 1, customerId: 1, email: 'ada@x.example', name: null, idempotencyKey: 'customer' },
  });
  const { url, ref } = await client.openCheckout({
    ...{ id: 1, fanclubId: 1, orderId: 1, customer, idempotencyKey: 'page', saveCard: false },
    ...{ amount: '29.99', currency: 'USD', description: 'Gold (The Tin Comets)' },
    lines: [
      { name: 'Gold', amount: '24.99' },
      { name: 'Shipping', amount: '5.00' },
    ],
    ...{ returnUrl: `${t.origin}/healthz`, cancelUrl: `${t.origin}/` },
    expiresAt: new Date(t.clock.now().getTime() + 3_600_000),
  });
  const page = await b.visitor({ javaScriptEnabled, viewport: { width, height: 800 } });
  const complaints = complaintsOf(page);
  const type = async (card: string): Promise<void> => {
    await page.fill('#number', card);
    await page.fill('#name', 'Ada Lovelace');
    await page.click('button');
  };
  const look = async (name: string): Promise<void> => {
    await shoot(page, `bank-${name}-${width}`);
    expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
    if (javaScriptEnabled) expect([name, await seriousFaults(page)]).toEqual([name, []]);
  };
  await page.goto(url);
  await look('card');
  await type(CARDS.confirmsOnce);
  await look('confirm');
  await page.click('button[value=yes]');
  await page.waitForURL(`${t.origin}/healthz`);
  expect((await client.observe({ session: ref, payment: null })).outcome).toBe('succeeded');
  await page.goto(url);
  await look('ended');
  await page.goto(`${t.origin}/demo-bank/switches`);
  await look('switches');
  expect(complaints).toEqual([]);
});
