import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, staffSite, watch } from './staff-site';

const { t, open, person, logIn } = staffSite();
const chromium = browser();

it('a ticket link that is added without codes and plans is saved', async () => {
  const event = await t.given.event({ title: 'Oslo' });
  await t.given.ticketLink({ eventId: event.id, name: 'Box office' });
  const page = await chromium.visitor({ viewport: DESK });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, await person('manager'));
  await open(page, `/events/${event.id}`);
  await page.getByRole('button', { name: 'Add a ticket link' }).click();
  await page.getByLabel('Name').last().fill('Resale');
  await page.getByLabel('Address (URL)').last().fill('https://resale.example/oslo');
  const save = page.getByRole('button', { name: 'Save' });
  // It stays in view in a form that is longer than the window.
  expect((await save.boundingBox())!.y).toBeLessThan(DESK.height);
  await shoot(page, 'staff-forms-event');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await save.click();
  expect((await saved).status()).toBe(200);
  const { body } = await t.api.get('/events');
  const [{ links }] = (body.events as { title: string; links: unknown[] }[]).filter(
    ({ title }) => title === 'Oslo',
  );
  expect(links).toMatchObject([{ name: 'Box office' }, { name: 'Resale' }]);
  expect(complaints).toEqual([]);
});

it('a form offers each country once, and says in words that a time is missing', async () => {
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person('manager'));
  await open(page, '/events/create');
  await page.getByLabel('Country').click();
  const countries = await page.getByRole('option').allInnerTexts();
  expect(countries).toContain('Germany');
  expect(countries.filter((name, index) => countries.indexOf(name) !== index)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Required', { exact: true }).first().waitFor();
  await shoot(page, 'staff-forms-required');
  expect(await page.locator('main').innerText()).not.toContain('@@');
});

it('a slash leads to the search, also if it is typed twice', async () => {
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person('manager'));
  await page.keyboard.press('/');
  await page.keyboard.press('/');
  await page.keyboard.type('ada/b');
  expect(await page.getByLabel('Search', { exact: false }).inputValue()).toBe('ada/b');
});

it('the choice of the fan club has no serious fault for people with disabilities', async () => {
  const { organizationId } = await t.given.fanclub({ name: 'Tin Comets' });
  const other = await t.given.fanclub({ name: 'Brass Moons', organizationId });
  const kim = await person('manager');
  await t.given.staffRole({ staffId: kim.id, role: 'manager', fanclubId: other.id });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await page.getByLabel('Fan club', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  await shoot(page, 'staff-forms-clubs');
  expect(await seriousFaults(page)).toEqual([]);
});

it('the record says in words what was changed in lists', async () => {
  const kim = await person();
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await open(page, '/events/create');
  await page.getByLabel('Title').fill('Oslo');
  await page.getByLabel('Time zone').fill('Europe/Oslo');
  await page.getByRole('option', { name: 'Europe/Oslo' }).click();
  await page.getByLabel('Start', { exact: false }).first().fill('2026-09-01T19:00');
  await page.getByLabel('Name').first().fill('Rockefeller');
  await page.getByLabel('Country').fill('Norway');
  await page.getByRole('option', { name: 'Norway' }).click();
  await page.getByLabel('Tags').fill('club\nwinter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/#\/events\/\d+$/);
  await open(page, '/audits');
  const row = page.getByRole('row').filter({ hasText: 'Oslo' });
  await row.waitFor();
  await shoot(page, 'staff-forms-record');
  const text = await row.innerText();
  expect(text).toContain('club, winter');
  expect(text).not.toMatch(/[{}[\]"]/);
});

it('a dialog shows a fault at the field that it is about', async () => {
  const event = await t.given.event({ title: 'Oslo' });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person('manager'));
  await open(page, `/events/${event.id}`);
  await page.getByRole('button', { name: 'Copy for a tour' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy for a tour' });
  const starts = dialog.getByLabel('Starts');
  await starts.fill('next week');
  await dialog.getByRole('button', { name: 'Copy for a tour' }).click();
  await dialog.locator('[aria-invalid=true]').first().waitFor();
  await shoot(page, 'staff-forms-dialog');
  expect(await starts.getAttribute('aria-invalid')).toBe('true');
  const help = await starts.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${help}"]`).innerText()).toMatch(/^must be an ISO 8601 instant/);
});
