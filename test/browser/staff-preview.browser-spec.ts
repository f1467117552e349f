import type { FrameLocator, Page } from 'playwright-core';
import { daysFrom } from '#samples';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite, watch } from './staff-site';

const { t, open, person, logIn } = staffSite();
const chromium = browser();

/** Opens the preview of a record. */
async function preview(page: Page, path: string): Promise<FrameLocator> {
  await open(page, path);
  await page.getByRole('button', { name: 'What visitors see' }).click();
  await page.getByRole('dialog', { name: 'What visitors see' }).waitFor();
  return page.frameLocator('iframe');
}

/** Chooses who looks, or the width. */
const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

it('shows a plan by the widget for websites, as visitors, members and former members see it, on a phone and on a computer', async () => {
  const gold = await t.given.plan({ name: 'Gold', price: '50.00', description: 'The <b>whole</b> year' });
  const silver = await t.given.plan({ name: 'Silver', price: '20.00' });
  await t.given.upgrade(silver, gold);
  const [ada, bo] = [await t.given.customer(), await t.given.customer()];
  await t.given.subscription({ customer: ada, plan: silver });
  const [startsAt, endsAt, extendedUntil] = [-400, -30, 30].map((days) => daysFrom(t.clock.now(), days));
  const salesPeriod = await t.given.salesPeriod({ startsAt, endsAt, extendedUntil });
  const former = await t.given.plan({ name: 'Gold of last year', salesPeriod });
  await t.given.subscription({ customer: bo, plan: former, endDate: endsAt });
  const page = await chromium.visitor({ viewport: DESK });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, await person('manager'));
  const frame = await preview(page, `/plans/${gold.id}`);

  await frame.locator('.fanclub-plan b', { hasText: 'whole' }).waitFor();
  const join = frame.getByRole('link', { name: 'Join: Gold' });
  await join.waitFor();
  // The preview stays where it is, and other plans are not part of it.
  await join.click();
  await join.click({ button: 'middle' });
  await join.waitFor();
  expect(page.context().pages()).toHaveLength(1);
  expect(await frame.getByText('Silver').count()).toBe(0);
  for (const [name, width] of [
    ['Phone', 390],
    ['Computer', 1280],
  ] as const) {
    await choose(page, name);
    await join.waitFor();
    expect((await page.locator('iframe').boundingBox())!.width).toBe(width);
    await shoot(page, `staff-preview-plan-${width}`);
    expect(await seriousFaults(page)).toEqual([]);
  }
  await choose(page, 'Member');
  await frame.getByText('Upgrade for $30.00').waitFor();
  await choose(page, 'Lapsed member');
  await frame.getByText('Not available at the moment.').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByLabel('Member no.').fill(String(ada.id));
  await page.waitForTimeout(300);
  expect(asked.filter((url) => url.includes('preview'))).toEqual([]);
  await page.getByLabel('Member no.').press('Enter');
  await frame.getByText('Upgrade for $30.00').waitFor();

  await page.getByRole('button', { name: 'Close' }).click();
  await t.db.query('UPDATE plans SET name = $1, deleted = true WHERE id = $2', ['Gold 2027', gold.id]);
  await preview(page, `/plans/${gold.id}`);
  await page.getByText('Visitors do not see it.').waitFor();
  await page.setViewportSize(NARROW);
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('shows what only members get of an event, a contest and a benefit, and enters no contest', async () => {
  const gold = await t.given.plan({ name: 'Gold' });
  const event = await t.given.event({ title: 'Oslo' });
  await t.given.ticketLink({ event, exclusive: true, plans: [gold], codes: ['GOLD-ONLY'] });
  const contest = await t.given.contest({ name: 'Drumsticks', plans: [gold] });
  const benefit = await t.given.benefit({ summary: 'The demo tapes', plans: [gold] });
  await t.given.subscription({ customer: await t.given.customer(), plan: gold });
  const page = await chromium.visitor({ viewport: DESK });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, await person('manager'));

  let frame = await preview(page, `/events/${event.id}`);
  await frame.getByRole('heading', { name: 'Oslo' }).waitFor();
  expect(await frame.getByText('GOLD-ONLY').count()).toBe(0);
  await choose(page, 'Member');
  await frame.getByText('GOLD-ONLY').waitFor();
  await shoot(page, 'staff-preview-event');
  expect(await seriousFaults(page)).toEqual([]);

  frame = await preview(page, `/contests/${contest.id}`);
  await frame.getByText('Log in to enter.').waitFor();
  await choose(page, 'Member');
  await frame.getByRole('button', { name: 'Enter: Drumsticks' }).click();
  await frame.getByText('This is only a preview: nothing is sent.').waitFor();
  expect(await t.db.query('SELECT 1 FROM contest_entries')).toEqual([]);

  frame = await preview(page, `/benefits/${benefit.id}`);
  await frame.getByRole('heading', { name: 'The demo tapes' }).waitFor();
  await choose(page, 'Lapsed member');
  await page.getByText('No member is in this state.').waitFor();
  expect(complaints).toEqual([]);
});

it('shows an event at the chosen time without what is over, and says while it loads, and whom the fan club has excluded', async () => {
  const now = t.clock.now();
  const event = await t.given.event({ title: 'Oslo', start: daysFrom(now, 40) });
  await t.given.ticketLink({
    event,
    name: 'Presale',
    status: 'Show On Specific Dates Only',
    publishStart: daysFrom(now, 10),
    publishEnd: daysFrom(now, 20),
  });
  const past = await t.given.event({ title: 'Bergen', start: daysFrom(now, -10) });
  const banned = await t.given.customer({ blacklisted: true });
  const page = await chromium.visitor({ viewport: NARROW });
  // The widgets compare with the browser's clock.
  await page.context().clock.setFixedTime(now);
  await logIn(page, await person('manager'));

  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/preview/events?*', async (route) => held.then(() => route.continue()), { times: 1 });
  const frame = await preview(page, `/events/${event.id}`);
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
  answer();
  await frame.getByRole('link', { name: 'Presale, Oslo' }).waitFor();
  await frame.locator('.fanclub-opens').waitFor();
  expect((await page.locator('iframe').boundingBox())!.width).toBe(390);
  const at = async (days: number): Promise<void> => {
    await page
      .getByRole('textbox', { name: 'At', exact: true })
      .fill(daysFrom(now, days).toISOString().slice(0, 16));
  };
  await at(15);
  await frame.locator('.fanclub-opens').waitFor({ state: 'detached' });
  await frame.getByRole('link', { name: 'Presale, Oslo' }).waitFor();
  await at(30);
  await frame.getByRole('link', { name: 'Presale, Oslo' }).waitFor({ state: 'detached' });
  await frame.getByRole('heading', { name: 'Oslo' }).waitFor();
  // The page of previews gets what it shows after each load.
  await page.evaluate(`document.querySelector('iframe').src = '/staff/preview'`);
  await frame.getByRole('heading', { name: 'Oslo' }).waitFor();
  await choose(page, 'Member');
  await page.getByText('No member is in this state.').waitFor();
  await page.getByLabel('Member no.').fill(String(banned.id));
  await page.getByLabel('Member no.').blur();
  await page.getByText(`Member no. ${banned.id} is on the blacklist`, { exact: false }).waitFor();
  await frame.getByRole('heading', { name: 'Oslo' }).waitFor();

  await preview(page, `/events/${past.id}`);
  await page.getByText('Visitors do not see it.').waitFor();
});

it('lets only the app frame the page of previews, which sends nothing', async () => {
  const answer = await fetch(`${t.config.publicUrl}/staff/preview`);
  const policy = answer.headers.get('content-security-policy')!.split('; ');
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'"]),
  );
  expect(policy.join()).not.toContain('connect-src');
});
