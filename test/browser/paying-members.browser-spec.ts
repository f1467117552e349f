import type { Page } from 'playwright-core';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { PASSWORD } from '#samples';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { CARDS } from '../support/payments/contract';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { refundOrder } from '../support/payments/refund';
import { testApp } from '../support/start-test-app';
import { seriousFaults } from './axe';
import { browser, complaintsOf, shoot } from './chromium';

const t = testApp(withDemoBank);
const b = browser();

let customer: Customer;
let gold: Plan;
let root: string;
let page: Page;
let complaints: string[];
let name: string;

beforeEach(async () => {
  const club = await t.given.fanclub({
    name: 'The Lanterns',
    siteUrl: 'https://lanterns.example',
    taxRate: '19.00',
  });
  root = `${t.origin}/fanclubs/${club.id}`;
  await openBank(t);
  gold = await t.given.plan({ name: 'Gold', price: '24.99' });
  customer = await t.given.customer({ email: 'ada@x.example', firstName: 'Ada', autoRenewalEnabled: false });
});

async function look(what: string, withAxe: boolean): Promise<void> {
  await shoot(page, `paying-${name}-${what}`);
  const { width } = page.viewportSize()!;
  expect([what, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([what, width]);
  if (withAxe) expect([what, await seriousFaults(page)]).toEqual([what, []]);
}
const press = (label: string) => page.getByRole('button', { name: label }).click();
const follow = (label: string) => page.getByRole('link', { name: label }).click();
const heading = () => page.textContent('h1');

async function type(card: string): Promise<void> {
  for (const [field, value] of Object.entries({ number: card, name: 'Ada Lovelace' }))
    await page.fill(`#${field}`, value);
  await page.click('button');
}

/** A browser in which Ada is logged in. */
async function open(device: string, width: number, javaScriptEnabled: boolean): Promise<void> {
  name = device;
  page = await b.visitor({ javaScriptEnabled, viewport: { width, height: 900 } });
  complaints = complaintsOf(page);
  await page.goto(`${root}/login`);
  await page.fill('#email', 'ada@x.example');
  await page.fill('#password', PASSWORD);
  await press('Log in');
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

describe.each([
  ['phone', 390, false],
  ['desk', 1280, true],
])('on a %s', (device, width, javaScriptEnabled) => {
  it('a member upgrades for the difference, and gets the money back', async () => {
    const silver = await t.given.plan({ name: 'Silver', price: '10.00' });
    await t.given.upgrade(silver, gold);
    await t.given.subscription({ customer, plan: silver });
    await open(`${device}-upgrade`, width, javaScriptEnabled);
    await page.goto(`${root}/plans/${gold.id}/checkout`);
    expect(await page.textContent('table')).toMatch(/Upgrade to Gold[^]*\$14\.99/);
    await look('offer', javaScriptEnabled);
    await press('Continue to payment');
    await type(CARDS.works);
    await page.waitForURL(/\/return$/);
    expect(await heading()).toBe('Thank you');
    await look('thanks', javaScriptEnabled);

    const [{ id: orderId }] = await t.db.query<{ id: number }[]>('SELECT id FROM orders');
    await refundOrder(t, { id: gold.fanclubId }, { orderId, effect: 'restore' });
    const mails = await mailsOf(t);
    expect(mails.map(({ kind, payment }) => [kind, payment?.amount])).toEqual([
      ['receipt', '$14.99'],
      ['refund_issued', '$14.99'],
    ]);
    await page.goto(mails[1].link.replace(/^https?:\/\/[^/]+/, t.origin));
    expect(await heading()).toBe('This order was refunded');
    await look('refunded', javaScriptEnabled);
    const member = await loggedIn(t, customer);
    expect((await member.get('/orders/latest')).body.order).toMatchObject({
      totals: { total: '14.99' },
      refunded_at: expect.any(String),
    });
    expect((await member.get('/account')).body.customer.subscription.plan.name).toBe('Silver');
    expect(complaints).toEqual([]);
  });

  it('a member on trial buys what follows, and sees when it begins', async () => {
    const taster = await t.given.plan({
      name: 'Taster',
      price: '0',
      trial: true,
      convertsIntoPlanId: gold.id,
    });
    const ends = { startDate: new Date('2026-06-01T00:00:00Z'), endDate: new Date('2026-07-01T12:00:00Z') };
    await t.given.subscription({ customer, plan: taster, trialMembership: true, ...ends });
    await open(`${device}-trial`, width, javaScriptEnabled);
    await page.goto(`${root}/plans/${gold.id}/checkout`);
    expect(await page.textContent('table')).toContain('from July 1, 2026, when your trial ends');
    await look('offer', javaScriptEnabled);
    await press('Continue to payment');
    await type(CARDS.works);
    await page.waitForURL(/\/return$/);
    expect(await page.textContent('main')).toContain('when your present one ends');
    await look('thanks', javaScriptEnabled);
    await page.goto(`${root}/plans/${gold.id}/checkout`);
    await look('already', javaScriptEnabled);
    expect(await page.getByRole('button', { name: 'Continue to payment' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('a member saves a card, replaces it and removes it', async () => {
    await t.given.subscription({ customer, plan: gold });
    await open(`${device}-card`, width, javaScriptEnabled);
    await page.goto(`${root}/membership`);
    await look('none', javaScriptEnabled);
    await press('Save a card');
    await follow('Enter the card');
    await type(CARDS.works);
    await page.waitForURL(/\/membership/);
    expect(await page.textContent('main')).toContain('Visa ending in 4242');
    await look('saved', javaScriptEnabled);
    await press('Replace this card');
    await follow('Enter the card');
    await type(CARDS.declinedLater);
    await page.waitForURL(/\/membership/);
    expect(await page.textContent('main')).toContain('ending in 0341');
    await press('Remove this card');
    expect(await page.textContent('main')).toContain('You have no saved card');
    expect(complaints).toEqual([]);
  });
});
