import type { Page } from 'playwright-core';
import { CARDS } from '../support/payments/contract';
import { openBank } from '../support/payments/demo-bank';
import { mailsOf } from '../support/mails-of';
import { SIGN_UP } from '../support/sign-up';
import { shoot } from './chromium';
import { shown, siteWithDemo } from './site-visit';

const { t, visit } = siteWithDemo();

const { email, password } = SIGN_UP;
const ADDRESS = { address: '1 Main St', city: 'Springfield', state: 'IL', postal_code: '62701' };

/** A fan with a phone, whose taps on links, buttons and choices are counted. */
class Fan {
  taps = 0;

  constructor(
    readonly page: Page,
    private readonly name: string,
  ) {}

  async tap(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    this.taps += 1;
    await this.page.getByRole(role, { name }).last().click();
  }

  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [field, value] of Object.entries(fields)) await this.page.fill(`[name=${field}]`, value);
  }

  async sees(heading: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    const step = String(this.taps).padStart(2, '0');
    await shoot(this.page, `fan-${this.name}-${step}`);
    expect([step, await this.page.evaluate('document.documentElement.scrollWidth')]).toEqual([step, 390]);
  }

  async mailed(kind: string): Promise<void> {
    const { link } = (await mailsOf(t)).find((mail) => mail.kind === kind && mail.to === email)!;
    await this.page.goto(link);
  }

  async register(): Promise<void> {
    await this.fill(SIGN_UP);
    this.taps += 1;
    await this.page.check('[name=accept_terms]');
    await this.tap('button', 'Register');
  }

  async confirmAndLogIn(): Promise<void> {
    await this.mailed('confirm_address');
    await this.fill({ password });
    await this.tap('button', 'Confirm this address');
    await this.sees('Your email address is confirmed');
    await this.tap('link', 'Log in');
    await this.fill({ email, password });
    await this.tap('button', 'Log in');
  }

  /** From the checkout to the membership. */
  async buy(): Promise<void> {
    await this.sees('Your membership');
    await this.fill(ADDRESS);
    this.taps += 1;
    await this.page.selectOption('select[name^=item_type]', { label: 'M' });
    await this.tap('button', 'Continue');
    await this.page.getByText('T-Shirt Size: M').waitFor();
    await this.sees('Your membership');
    await this.tap('button', 'Continue to payment');
    await this.sees('Pay by card');
    await this.fill({ number: CARDS.works });
    await this.tap('button', /^Pay /);
    await this.sees('Thank you');
    expect(await this.page.textContent('main')).toContain('Your membership “Comet Chaser” has begun.');
  }
}

beforeEach(async () => {
  await openBank(t, 1);
});

it('a fan with a phone joins from the example site, and finds the order there, in 15 taps', async () => {
  const { page, go } = await visit(390);
  const fan = new Fan(page, 'site');
  await go('/');
  await fan.tap('link', 'Log in');
  await fan.sees('Log in');
  await fan.tap('link', 'Register');
  await fan.register();
  await page.getByText('We have sent a mail').waitFor();
  await fan.confirmAndLogIn();
  await page.waitForURL(/\/$/);
  await shown(page);
  await fan.tap('link', 'Join');
  await fan.sees('Plans');
  fan.taps += 1;
  const plan = page.locator('article', { has: page.getByRole('heading', { name: 'Comet Chaser' }) });
  await plan.getByRole('link', { name: 'Take this plan' }).click();
  await fan.buy();
  await fan.tap('link', /^Continue to /);
  await shown(page);
  expect(await page.locator('#nav-join').innerText()).toBe('Plans');
  await fan.mailed('receipt');
  await fan.sees('Thank you');
  await go('/orders');
  await fan.sees('Orders');
  expect(await page.textContent('main')).toContain('Parcel is being prepared');
  await fan.tap('link', 'Comet Chaser');
  await fan.sees(/^Order no\. \d+$/);
  expect(fan.taps).toBe(15);
});

it('a fan whose browser has no JavaScript joins on the hosted pages, in 10 taps', async () => {
  const { page } = await visit(390, { javaScriptEnabled: false });
  const fan = new Fan(page, 'pages');
  const root = `${t.config.publicUrl}/fanclubs/1`;
  await page.goto(`${root}/register`);
  await fan.sees('Register');
  await fan.register();
  await fan.sees('Check your email');
  await fan.confirmAndLogIn();
  await page.goto(`${root}/plans/3/checkout`);
  await fan.buy();
  await fan.tap('link', /^Continue to /);
  await fan.mailed('receipt');
  await fan.sees('Thank you');
  expect(fan.taps).toBe(10);
});
