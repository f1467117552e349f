import type { Page } from 'playwright-core';
import { daysFrom, PASSWORD } from '#samples';
import { mailsOf } from '../support/mails-of';
import { CARDS } from '../support/payments/contract';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { RenewingMember } from '../support/payments/renewing-member';
import { testApp } from '../support/start-test-app';
import { seriousFaults } from './axe';
import { browser, complaintsOf, shoot } from './chromium';

const t = testApp(withDemoBank);
const b = browser();

let member: RenewingMember;
let page: Page;
let name: string;

beforeEach(async () => {
  const now = t.clock.now();
  await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });
  await openBank(t);
  const former = await t.given.salesPeriod({
    startsAt: daysFrom(now, -400),
    endsAt: daysFrom(now, -1),
    extendedUntil: daysFrom(now, 40),
  });
  const salesPeriod = await t.given.salesPeriod({ startsAt: daysFrom(now, -1), endsAt: daysFrom(now, 364) });
  const plan = await t.given.plan({ name: 'Gold', price: '24.99', salesPeriod });
  const customer = await t.given.customer({
    ...{ email: 'ada@x.example', firstName: 'Ada', autoRenewalEnabled: false },
  });
  const term = { startDate: daysFrom(now, -330), endDate: daysFrom(now, 30) };
  await t.given.subscription({ customer, plan, salesPeriodId: former.id, ...term });
  member = RenewingMember.of(t, customer);
  await member.savesCard();
  await member.jobs();
});

/** A picture of the page, without scrolling sideways. With JavaScript also axe. */
async function look(what: string, withAxe: boolean): Promise<void> {
  await shoot(page, `renewal-${name}-${what}`);
  const { width } = page.viewportSize()!;
  expect([what, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([what, width]);
  if (withAxe) expect([what, await seriousFaults(page)]).toEqual([what, []]);
}
const press = (label: string) => page.getByRole('button', { name: label }).click();
const main = () => page.textContent('main');

/** Opens the link of the last mail, which must be of this kind. */
async function openLast(kind: string): Promise<void> {
  const mail = (await mailsOf(t)).at(-1)!;
  expect(mail.kind).toBe(kind);
  await page.goto(mail.link.replace(/^https?:\/\/[^/]+/, t.origin));
  expect(new URL(page.url()).search).toBe('');
}

describe.each([
  ['phone', 390, false],
  ['phone-axe', 390, true],
  ['desk', 1280, false],
  ['desk-axe', 1280, true],
])('on a %s', (device, width, javaScriptEnabled) => {
  it('a renewal is announced, stopped, resumed, declined, and paid by the link of the mail', async () => {
    name = device;
    page = await b.visitor({ javaScriptEnabled, viewport: { width, height: 900 } });
    const complaints = complaintsOf(page);

    await openLast('renewal_announced');
    expect(await main()).toContain('on June 29, 2026, The Lanterns charges this card $24.99 for “Gold”');
    await look('announced', javaScriptEnabled);

    await press('Stop automatic renewal');
    expect(await main()).toContain('Automatic renewal has stopped, and nothing is charged.');
    await look('stopped', javaScriptEnabled);
    await openLast('auto_renewal_stopped');
    await press('Renew automatically');
    expect(await main()).toContain('Automatic renewal is on: on June 29, 2026');

    await member.cardBecomes('poor');
    await member.days(14);
    await openLast('payment_failed');
    expect(await main()).toContain('Your card was declined. On July 2, 2026, The Lanterns tries again');
    await look('declined', javaScriptEnabled);
    expect(await member.isMember()).toBe(true);

    await press('Pay now');
    expect(await page.textContent('h1')).toBe('One step is left');
    await page.getByRole('link', { name: 'Go to the payment' }).click();
    await page.fill('#number', CARDS.works);
    await page.fill('#name', 'Ada Lovelace');
    await page.click('button');
    await page.waitForURL(/\/return$/);
    expect(await page.textContent('h1')).toBe('Thank you');
    await look('paid', javaScriptEnabled);

    await member.days(3);
    expect([await member.taken(), (await member.renewal()).state]).toEqual([[2499], 'done']);
    await page.goto(`${t.origin}${member.root}/renewal`);
    expect(await page.textContent('h1')).toBe('This link no longer works');
    await look('over', javaScriptEnabled);
    expect(complaints).toEqual([]);
  });

  it('a member who is logged in sees all on one page, and changes it', async () => {
    name = device;
    page = await b.visitor({ javaScriptEnabled, viewport: { width, height: 900 } });
    const complaints = complaintsOf(page);
    await page.goto(`${t.origin}${member.root}/login`);
    await page.fill('#email', 'ada@x.example');
    await page.fill('#password', PASSWORD);
    await press('Log in');
    await page.waitForURL((url) => !url.pathname.endsWith('/login'));
    await page.goto(`${t.origin}${member.root}/membership`);
    for (const text of [
      'ends on July 15, 2026',
      'You keep its benefits until July 25, 2026',
      'You agreed on',
    ])
      expect(await main()).toContain(text);
    await look('whole', javaScriptEnabled);
    await press('Remove this card');
    expect(await main()).toContain('Your card was removed.');
    await look('no-card', javaScriptEnabled);
    expect(complaints).toEqual([]);
  });
});
