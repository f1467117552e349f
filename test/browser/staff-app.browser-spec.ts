import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sql } from '../../src/platform/database';
import { inviteStaff } from '../../src/platform/staff';
import { codeAt } from '../../src/platform/staff/login/authenticator.samples';
import { Organization } from '../../src/platform/tenants';
import { mailsOf } from '../support/mails-of';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { addPasskeyDevice, DESK, NARROW, staffSite, watch } from './staff-site';

const { t, at, open, person, logIn, fillLogIn } = staffSite();
const chromium = browser();

const EVENT = {
  title: 'Oslo, Rockefeller',
  start: '2026-09-01T19:00',
  city: 'Oslo',
  code: 'GOLD-2026',
};

it('lets the first owner, invited by the command, sign up with a passkey, log out, and log in with it', async () => {
  const club = await t.given.fanclub();
  const { name } = await t.db.getRepository(Organization).findOneByOrFail({ id: club.organizationId });
  const facts = { email: 'kim@example.org', organization: name, key: null, role: 'owner' } as const;
  const link = await inviteStaff(t.app.get(Sql), t.config, facts);
  expect((await mailsOf(t)).map((mail) => mail.link)).toEqual([link]);

  const page = await chromium.visitor({ viewport: DESK });
  const complaints = watch(page, t.config.publicUrl);
  await addPasskeyDevice(page.context(), page);
  await page.goto(link!);
  await page.getByLabel('Your name').fill('Kim');
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await shoot(page, 'staff-1-join');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set up a passkey' }).click();
  await page.getByRole('menuitem', { name: 'Events', exact: true }).waitFor();
  await shoot(page, 'staff-3-first-page');
  expect(await seriousFaults(page)).toEqual([]);

  // An authenticator app, beside the passkey, brings recovery codes.
  await page.getByRole('button', { name: 'Kim' }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const secret = await page.getByText(/^[A-Z2-7]{16,}$/).innerText();
  await page.getByLabel('Code of your authenticator app').fill(codeAt(t.clock.now(), secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('list', { name: 'Your recovery codes' }).waitFor();
  await shoot(page, 'staff-2-codes');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 codes are left.').waitFor();

  // A new password is judged while it is typed.
  const password = page.getByLabel('New password');
  await password.fill('password1234');
  await page.getByText('Too easy to guess').waitFor();
  await shoot(page, 'staff-5-password');
  await password.fill('drei lila elefanten');
  await page.getByText('At least 12 characters.').waitFor();
  await password.fill('');

  // Nobody must believe that a session has ended if it has not.
  const session = '**/staff/api/session';
  const refusal = { status: 'error', messages: ['An error has occurred, please try again later.'] };
  await page.route(session, (route) => route.fulfill({ status: 200, json: refusal }));
  await page.getByRole('button', { name: 'Kim' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByText('The service has not answered as it should').waitFor();
  await page.unroute(session);
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByRole('menuitem', { name: 'Events', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

it('adds an event with codes, which the public API shows, and loses nothing if the session ends meanwhile', async () => {
  const kim = await person('manager');
  const page = await chromium.visitor({ viewport: DESK });
  const complaints = watch(page, t.config.publicUrl);
  await page.goto(at('/login'));
  await shoot(page, 'staff-4-login');
  expect(await seriousFaults(page)).toEqual([]);
  await logIn(page, kim);
  await page.getByRole('menuitem', { name: 'Events', exact: true }).click();
  await page.getByText('No events yet').waitFor();
  await shoot(page, 'staff-5-events-empty');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Add', exact: true }).click();

  await page.getByLabel('Title').fill(EVENT.title);
  await page.getByLabel('Time zone').fill('Europe/Oslo');
  await page.getByRole('option', { name: 'Europe/Oslo' }).click();
  await page.getByLabel('Start', { exact: false }).first().fill(EVENT.start);
  await page.getByLabel('Name').first().fill('Rockefeller');
  await page.getByLabel('Country').fill('Norway');
  await page.getByRole('option', { name: 'Norway' }).click();
  await page.getByLabel('City').fill(EVENT.city);
  await page.getByRole('button', { name: 'Add a ticket link' }).click();
  await page.getByLabel('Name').nth(1).fill('Presale');
  await page.getByLabel('Address (URL)').fill('nowhere');
  await page.getByLabel('Presale codes', { exact: true }).fill(EVENT.code);
  await page.getByLabel('Members only').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('must be', { exact: false }).first().waitFor();
  await shoot(page, 'staff-6-event-faults');
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByLabel('Address (URL)').fill('https://tickets.example/oslo');
  await t.db.query(`UPDATE staff_sessions SET revoked_at = now()`);
  t.clock.advance(60);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your session has ended').waitFor();
  await shoot(page, 'staff-7-session-ended');
  expect(await seriousFaults(page)).toEqual([]);
  await fillLogIn(page, kim.email);
  await page.waitForURL(/#\/events\/\d+$/);
  const { body } = await t.api.get('/events');
  expect(body.events).toMatchObject([{ title: EVENT.title, start: '2026-09-01T19:00:00+0200' }]);
  await t.given.event({ title: 'Another one', start: new Date() });
  await page.getByRole('button', { name: 'What visitors see' }).click();
  const preview = page.frameLocator('iframe').locator('main');
  await preview.getByText(EVENT.title).waitFor();
  expect(await preview.innerText()).not.toMatch(/Another one|GOLD-2026/);
  await shoot(page, 'staff-8-event');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('menuitem', { name: 'Events', exact: true }).click();
  await page.getByRole('cell', { name: EVENT.title }).waitFor();
  await shoot(page, 'staff-9-events');
  expect(await seriousFaults(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  await shoot(page, 'staff-9-events-390');
  expect(complaints).toEqual([]);
});

it('shows the month of now although 200 later events fill a page of the API, and finds an entry behind the first page', async () => {
  const kim = await person('manager');
  const { id, timeZone } = await t.given.fanclub();
  await t.given.event({ title: 'Tonight', start: new Date(), timeZone });
  await t.db.query(
    `INSERT INTO events (fanclub_id, title, date, start, time_zone, venue_name, venue_country)
     SELECT $1, 'Later', at, at, 'UTC', 'Hall', 'NO'
     FROM generate_series(now() + interval '40 days', now() + interval '240 days', interval '1 day') at`,
    [id],
  );
  const contest = await t.given.contest();
  for (let n = 1; n <= 26; n += 1) {
    await t.given.entry({ contest, customer: await t.given.customer({ firstName: `Fan ${n}` }) });
  }
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await page.goto(at('/calendar'));
  await page.getByRole('cell').getByRole('link', { name: 'Tonight' }).waitFor();

  await page.goto(at(`/contests/${contest.id}`));
  const entries = page.getByRole('table', { name: 'Entries' }).locator('tbody tr');
  await entries.nth(24).waitFor();
  expect(await entries.count()).toBe(25);
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await entries.filter({ hasText: 'Fan 26' }).waitFor();
  await page.getByLabel('Search names').fill('Fan 17');
  await page.getByLabel('Search names').press('Enter');
  await page.getByText('Entries found: 1').waitFor();
  expect(await entries.allInnerTexts()).toEqual([expect.stringContaining('Fan 17')]);
});

it('asks before unsaved upgrades are lost', async () => {
  const kim = await person('manager');
  await t.given.plan({ name: 'Silver' });
  await t.given.plan({ name: 'Gold' });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await page.goto(at('/upgrades'));
  const cell = page.getByRole('combobox', { name: 'Rule from Silver to Gold' });
  await cell.click();
  await page.getByRole('option', { name: 'Difference' }).click();
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload().catch(() => undefined);
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).accept();
  await reloaded;
  await cell.waitFor();
  expect(await cell.innerText()).toBe('–');
});

it('has no serious fault for people with disabilities in dark colours', async () => {
  const kim = await person();
  const page = await chromium.visitor({ viewport: DESK, colorScheme: 'dark' });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, kim);
  const faults: Record<string, string[]> = {};
  for (const screen of ['', 'members', 'events/create', 'club', 'people', 'account']) {
    await open(page, `/${screen}`);
    await shoot(page, `staff-dark-${screen.replace('/', '-') || 'overview'}`);
    const found = await seriousFaults(page);
    if (found.length > 0) faults[screen] = found;
  }
  expect({ faults, complaints }).toEqual({ faults: {}, complaints: [] });
});

it('loads at most 310 kB before its first screen, 60 for a screen, and the list of common passwords and the editor of texts when somebody needs them', () => {
  const dist = join(__dirname, '..', '..', 'staff-app', 'dist');
  const first: string[] = readFileSync(join(dist, 'index.html'), 'utf8').match(/[\w-]+\.js(?=")/g) ?? [];
  const size = (name: string) => readFileSync(join(dist, 'assets', `${name}.gz`)).length;
  const later = readdirSync(join(dist, 'assets')).filter(
    (name) => name.endsWith('.js') && !first.includes(name),
  );
  const [passwords, editor, ...screens] = later
    .map((name) => [size(name), name] as const)
    .sort(([a], [b]) => b - a);
  expect(first.map(size).reduce((sum, bytes) => sum + bytes)).toBeLessThan(310_000);
  expect(Math.max(...first.map(size))).toBeLessThan(250_000);
  expect(passwords[1]).toMatch(/^password-strength-/);
  expect(passwords[0]).toBeLessThan(250_000);
  expect(editor[1]).toMatch(/^rich-text-editor-/);
  expect(editor[0]).toBeLessThan(125_000);
  expect(screens[0][0]).toBeLessThan(60_000);
});
