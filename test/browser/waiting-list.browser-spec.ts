import type { Page } from 'playwright-core';
import type { Plan } from '#domains/plans/plan.entity';
import { refundOrder } from '../support/payments/refund';
import { CARDS } from '../support/payments/contract';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { mailsOf } from '../support/mails-of';
import { runJob } from '../support/run-job';
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
  await shoot(page, `waiting-list-${name}-${what}`);
  const { width } = page.viewportSize()!;
  expect([what, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([what, width]);
  if (withAxe) expect([what, await seriousFaults(page)]).toEqual([what, []]);
}

const press = (label: string) => page.getByRole('button', { name: label }).click();
const checkout = () => `${t.origin}/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`;

async function signUp(email: string): Promise<void> {
  for (const [field, value] of Object.entries({ ...SIGN_UP, email })) await page.fill(`#${field}`, value);
  await page.check('#accept_terms');
}

describe.each([
  ['phone', 390, false],
  ['phone-axe', 390, true],
  ['desk', 1280, true],
])('on a %s', (device, width, javaScriptEnabled) => {
  it('a stranger finds the plan sold out, waits, gets a mail, and buys', async () => {
    name = device;
    const viewport = { width, height: 900 };
    await t.given.planStock({ plan, capacity: 1 });
    page = await b.visitor({ javaScriptEnabled, viewport });
    await page.goto(checkout());
    await signUp('first@x.example');
    await press('Continue');
    await press('Continue to payment');
    await page.fill('#number', CARDS.works);
    await page.fill('#name', 'First Buyer');
    await page.click('button');
    await page.waitForURL(/\/return$/);
    const [{ id: sold }] = await t.db.query<[{ id: number }]>('SELECT id FROM orders');

    page = await b.visitor({ javaScriptEnabled, viewport });
    const complaints = complaintsOf(page);
    await page.goto(checkout());
    expect(await page.textContent('h1')).toBe('Sold out');
    await look('sold-out', javaScriptEnabled);
    await signUp('ada@x.example');
    await press('Sign up');
    await look('signed-up', javaScriptEnabled);
    await press('Join the waiting list');
    expect(await page.textContent('main')).toContain('You are number 1 in the waiting list');
    await look('waiting', javaScriptEnabled);

    await refundOrder(t, { id: plan.fanclubId }, { orderId: sold });
    await runJob(t, 'waiting_lists.serve');
    const { link, to } = (await mailsOf(t)).find(({ kind }) => kind === 'waiting_list_offer')!;
    expect(to).toBe('ada@x.example');
    await page.goto(link);
    await look('offer', javaScriptEnabled);
    await page.getByRole('link', { name: 'Continue to the checkout' }).click();
    expect(await page.textContent('main')).toContain('is kept for you until');
    await look('kept', javaScriptEnabled);
    await press('Continue to payment');
    await page.fill('#number', CARDS.works);
    await page.fill('#name', 'Ada Lovelace');
    await page.click('button');
    await page.waitForURL(/\/return$/);
    expect(await page.textContent('h1')).toBe('Thank you');
    expect(complaints.filter((one) => !one.includes('422'))).toEqual([]);
    expect(await t.db.query('SELECT held, sold, waiting FROM plan_stock')).toEqual([
      { held: 0, sold: 1, waiting: 0 },
    ]);
  });
});
