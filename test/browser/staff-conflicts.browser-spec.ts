import { staffOf } from '../support/staff-client';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, staffSite, watch } from './staff-site';

const { t, open, person, logIn } = staffSite();
const chromium = browser();

const CONFLICT = { name: 'Somebody else has changed this' };

it('asks what to keep if somebody else has changed the same mail text', async () => {
  const [kim, lee] = [await person('manager'), await staffOf(t, 'manager')];
  const path = `/fanclubs/${(await t.given.fanclub()).id}/mail_templates/confirm_address`;
  const page = await chromium.visitor({ viewport: DESK });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, kim);
  await open(page, '/mail_templates/confirm_address');
  await page.getByLabel('Subject').fill('Hello from {{ fanclub.name }}');
  const { headers } = await lee.get(path);
  const changed = await lee.patch(path, { subject: 'Hi from {{ fanclub.name }}' }, String(headers.etag));
  expect(changed.status).toBe(200);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', CONFLICT);
  await dialog.getByText('Hi from', { exact: false }).waitFor();
  expect(await dialog.innerText()).not.toMatch(/changed by others only/i);
  // Who saved it, and when.
  await dialog.getByText(/Take theirs \((?!Somebody else).+, .*20\d\d.*\)/).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await lee.get(path)).body).toMatchObject({ subject: 'Hello from {{ fanclub.name }}' });
  expect(complaints).toEqual([]);
});

it('asks what to keep if somebody else has changed the same upgrades, and saves the others of both', async () => {
  const [kim, lee] = [await person('manager'), await staffOf(t, 'manager')];
  const [bronze, silver, gold] = [
    await t.given.plan({ name: 'Bronze', price: '10.00' }),
    await t.given.plan({ name: 'Silver', price: '20.00' }),
    await t.given.plan({ name: 'Gold', price: '50.00' }),
  ];
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await open(page, '/upgrades');
  const choose = async (cell: string, rule: string): Promise<void> => {
    await page.getByLabel(`Rule ${cell}`).click();
    await page.getByRole('option', { name: rule }).click();
  };
  await choose('from Silver to Gold', 'Fixed price');
  await page.getByLabel('Price from Silver to Gold').fill('25.00');
  await choose('from Bronze to Silver', 'Difference');
  const path = `/fanclubs/${gold.fanclubId}/plans/upgrades`;
  const { headers } = await lee.get(path);
  const upgrades = [
    { from: silver.id, to: gold.id, price: '15.00' },
    { from: bronze.id, to: gold.id, price: null },
  ];
  expect((await lee.send('PUT', path, { upgrades }, { 'if-match': String(headers.etag) })).status).toBe(200);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', CONFLICT);
  await dialog.getByText('From Silver to Gold').waitFor();
  await shoot(page, 'staff-conflicts-upgrades');
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByLabel('Take theirs', { exact: false }).check();
  // What was chosen is still there if it cannot be saved at once.
  await page.route('**/plans/upgrades', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  // The newer upgrades are read before the choice, so this is the second PUT.
  await page.getByText('The service cannot be reached.', { exact: false }).waitFor();
  expect(await page.getByLabel('Price from Silver to Gold').inputValue()).toBe('15.00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The upgrades are saved.').waitFor();
  const { body } = await lee.get(path);
  const { upgrades: saved } = body as { upgrades: { from: number; to: number; price: string | null }[] };
  expect(new Set(saved.map(({ from, to, price }) => `${from} ${to} ${price}`))).toEqual(
    new Set([
      `${silver.id} ${gold.id} 15.00`,
      `${bronze.id} ${gold.id} null`,
      `${bronze.id} ${silver.id} null`,
    ]),
  );
});

it('the form of a plan has a rule and a price for each upgrade, and names each editor', async () => {
  const silver = await t.given.plan({ name: 'Silver', price: '20.00' });
  const gold = await t.given.plan({ name: 'Gold', price: '50.00' });
  await t.given.upgrade(silver, gold);
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person('manager'));
  await open(page, `/plans/${silver.id}`);
  for (const field of ['Description', 'Notes beside the plan'])
    await page.getByRole('button', { name: `HTML ${field}`, exact: true }).waitFor();
  const rule = page.getByRole('combobox', { name: 'Costs' });
  expect(await rule.innerText()).toBe('The difference of the prices');
  await rule.click();
  await page.getByRole('option', { name: 'A fixed price' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const price = page.getByLabel('Price').last();
  expect(await price.getAttribute('aria-invalid')).toBe('true');
  await price.fill('a lot');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  expect(await price.getAttribute('aria-invalid')).toBe('true');
  await price.fill('12.00');
  // Another rule does not lose the price.
  for (const name of ['The difference of the prices', 'A fixed price']) {
    await rule.click();
    await page.getByRole('option', { name }).click();
  }
  expect(await price.inputValue()).toBe('12.00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/#\/plans$/);
  const rows = (): Promise<unknown> => t.db.query('SELECT price FROM plan_upgrades');
  expect(await rows()).toEqual([{ price: '12.00' }]);
  await open(page, `/plans/${silver.id}`);
  await rule.click();
  await page.getByRole('option', { name: 'The difference of the prices' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/#\/plans$/);
  expect(await rows()).toEqual([{ price: null }]);
});

it('the settings have a line of their sections', async () => {
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person());
  await open(page, '/club');
  const line = page.getByRole('navigation', { name: 'Sections' });
  await line.waitFor();
  expect(await line.getByRole('button').allInnerTexts()).toEqual([
    ...['Fan club', 'Money', 'Renewals', 'Members', 'Look', 'Links'],
  ]);
  await line.getByRole('button', { name: 'Links' }).click();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Links');
});
