import type { Page } from 'playwright-core';
import type { Plan } from '#domains/plans/plan.entity';
import { CARDS } from '../support/payments/contract';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { mailsOf } from '../support/mails-of';
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

/** A picture of the page, without scrolling sideways. With JavaScript also axe. */
async function look(what: string, withAxe: boolean): Promise<void> {
  await shoot(page, `gifts-${name}-${what}`);
  const { width } = page.viewportSize()!;
  expect([what, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([what, width]);
  if (withAxe) expect([what, await seriousFaults(page)]).toEqual([what, []]);
}

const press = (label: string) => page.getByRole('button', { name: label }).click();
const follow = (label: string) => page.getByRole('link', { name: label }).click();
const own = (path: string) => `${t.origin}/fanclubs/${plan.fanclubId}/${path}`;

async function signUp(email: string): Promise<void> {
  for (const [field, value] of Object.entries({ ...SIGN_UP, email })) await page.fill(`#${field}`, value);
  await page.check('#accept_terms');
}

describe.each([
  ['phone', 390, false],
  ['phone-axe', 390, true],
  ['desk', 1280, true],
])('on a %s', (device, width, javaScriptEnabled) => {
  it('a gift is bought, its card printed, and redeemed by a stranger who signs up', async () => {
    name = device;
    const viewport = { width, height: 900 };
    page = await b.visitor({ javaScriptEnabled, viewport });
    const complaints = complaintsOf(page);
    await page.goto(own(`plans/${plan.id}/checkout`));
    await look('checkout', javaScriptEnabled);
    await follow('Give it as a present');
    await look('sign-up', javaScriptEnabled);
    await signUp('ada@x.example');
    await press('Continue');
    await page.fill('#recipient_name', 'Grace');
    await page.fill('#sender_name', 'Ada');
    await page.fill('#message', 'Happy birthday!\nSee you at the concert.');
    await look('form', javaScriptEnabled);
    await page.fill('#recipient_email', 'grace');
    await press('Continue to payment');
    await look('problem', javaScriptEnabled);
    expect(await page.inputValue('#message')).toBe('Happy birthday!\nSee you at the concert.');
    await page.fill('#recipient_email', '');
    await press('Continue to payment');
    await page.fill('#number', CARDS.works);
    await page.fill('#name', 'Ada Lovelace');
    await page.click('button');
    await page.waitForURL(/\/return$/);
    expect(await page.textContent('main')).toContain('Your gift, the membership “Gold”, has a code.');
    await look('paid', javaScriptEnabled);
    await follow('See card and mail');
    await look('own', javaScriptEnabled);
    await follow('See the card');
    await look('card', javaScriptEnabled);
    const code = (await page.textContent('.present-code'))!;
    expect([page.url(), code]).toEqual([
      expect.not.stringContaining(code) as string,
      expect.stringMatching(/^(\w{4}-){3}\w{4}$/) as string,
    ]);
    await page.emulateMedia({ media: 'print' });
    await look('printed', false);
    expect(await page.isVisible('footer')).toBe(false);
    await page.emulateMedia({ media: null });

    page = await b.visitor({ javaScriptEnabled, viewport });
    const others = complaintsOf(page);
    await page.goto(own('redeem'));
    await page.fill('#code', code);
    await press('Continue');
    await signUp('grace@x.example');
    await press('Continue');
    await look('redeeming', javaScriptEnabled);
    await press('Redeem the gift');
    expect(await page.textContent('h1')).toBe('Thank you');
    await look('redeemed', javaScriptEnabled);
    const told = (await mailsOf(t)).find(({ kind }) => kind === 'gift_redeemed');
    expect(told?.to).toBe('ada@x.example');
    expect([...complaints, ...others].filter((one) => !one.includes('422'))).toEqual([]);
  });
});
