import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { browser, shoot } from './chromium';
import { DESK, staffSite } from './staff-site';

jest.setTimeout(120_000);

const { t, at, person, logIn } = staffSite();
const chromium = browser();

/** The text of a screen once it has loaded. */
async function textOf(page: Page, path: string): Promise<string> {
  await page.goto(at(path));
  await page.waitForLoadState('networkidle');
  return page.locator('main').innerText();
}

it('a viewer sees neither addresses nor names, on any screen', async () => {
  const vic = await person('viewer');
  const plan = await t.given.plan({ name: 'Gold' });
  const facts = { email: 'ada.king@fans.example', firstName: 'Augusta', lastName: 'Kingsley' };
  const customer = await t.given.customer(facts);
  await t.given.subscription({ customer, plan });
  const order = await t.given.order({ customer, plan });
  await t.given.shippingAddress({ customer, address: '12 St. James Square', city: 'London' });
  await t.given.shipment({ order, shipDate: null });
  const contest = await t.given.contest();
  await t.given.entry({ contest, customer });
  const contact = await t.given.contact({ email: 'bea.baker@fans.example' });

  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, vic);
  const screens = [
    ...['', 'members', `members/${customer.id}/show`, 'orders', `orders/${order.id}/show`, 'parcels'],
    ...['contacts', `contacts/${contact.id}/show`, `contests/${contest.id}`, 'mails', 'people', 'audits'],
  ];
  const shown: Record<string, string[]> = {};
  for (const screen of screens) {
    const text = await textOf(page, `/${screen}`);
    await shoot(page, `care-viewer-${screen.replaceAll('/', '-') || 'overview'}`);
    const found = ['ada.king', 'Augusta', 'Kingsley', 'St. James', 'bea.baker'].filter((one) =>
      text.includes(one),
    );
    if (found.length > 0) shown[screen] = found;
  }
  expect(shown).toEqual({});
  expect(await textOf(page, '/members')).toContain('a…@f….example');
});

it('a file with a fault changes nothing; its faulty rows are saved, mended and imported', async () => {
  const kim = await person('manager');
  await t.given.salesPeriod({ name: '2026' });
  const page = await chromium.visitor({ viewport: DESK, acceptDownloads: true });
  await logIn(page, kim);
  await page.goto(at('/plans'));
  await t.given.plan({ name: 'Silver', price: '20.00' });
  await page.reload();
  const [export_] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const [headings, silver] = (await readFile(await export_.path(), 'utf8')).split('\r\n');
  expect(headings).toContain('price');

  const file = (text: string) => ({ name: 'plans.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  // Without its number, the row is a new plan.
  const gold = silver.replace(/^\d+/, '').replace('Silver', 'Gold').replace('20.00', 'fifty');
  const bad = [headings, gold, ''].join('\r\n');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('CSV file').setInputFiles(file(bad));
  await dialog.getByRole('table', { name: 'Faults' }).waitFor();
  await shoot(page, 'care-import-faults');
  expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
  const [rows] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the faulty rows' }).click(),
  ]);
  expect(rows.suggestedFilename()).toBe('plans-errors.csv');
  const faulty = await readFile(await rows.path(), 'utf8');
  expect(faulty).toContain('fifty');

  await dialog.getByLabel('CSV file').setInputFiles(file(faulty.replace('fifty', '50.00')));
  await dialog.getByText('0 faults').waitFor();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Gold', exact: true }).waitFor();
  const prices = await t.db.query('SELECT name, price::text FROM plans ORDER BY name');
  expect(prices).toEqual([
    { name: 'Gold', price: '50.00' },
    { name: 'Silver', price: '20.00' },
  ]);
});
