import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { runJob } from '../support/run-job';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, staffSite } from './staff-site';

jest.setTimeout(120_000);

const { t, open, person, logIn } = staffSite();
const chromium = browser();

/** Presses a button, and returns what the browser saves. */
async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

it('an owner saves everything about a member, each form once, and erases the member', async () => {
  const kim = await person();
  const customer = await t.given.customer({ firstName: 'Augusta', lastName: 'Kingsley' });
  const order = await t.given.order({ customer });
  const parcel = await t.given.shipment({ order, shipDate: null });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await open(page, `/members/${customer.id}/show`);
  await page.getByRole('tab', { name: 'Personal data' }).click();
  await page.getByRole('button', { name: 'Export all data' }).click();
  await page.getByText('The export is being made').waitFor();
  const [{ id: exportId, fanclubId }] = await t.db.query<[{ id: number; fanclubId: number }]>(
    'SELECT id, fanclub_id AS "fanclubId" FROM person_exports',
  );
  await runJob(t, 'person_exports.make', undefined, { fanclubId, exportId });
  await page.getByText('The export is ready until').waitFor();
  await shoot(page, 'privacy-export');
  expect(await saved(page, 'Save the page')).toContain('<dd>Augusta</dd>');
  expect(JSON.parse(await saved(page, 'Save the data'))).toMatchObject({ member: customer.id });
  await page.getByRole('button', { name: 'Export all data' }).waitFor();

  await page.getByRole('button', { name: 'Erase the member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('asked by mail');
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Erase the member' }).click();
  await dialog.getByText(`The parcel of order ${order.id} has not been sent.`).waitFor();
  await shoot(page, 'privacy-refused');
  await t.db.query('UPDATE shipments SET ship_date = now() WHERE id = $1', [parcel.id]);
  await dialog.getByRole('button', { name: 'Erase the member' }).click();
  await page.getByText('Orders and memberships stay for the books.').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('Augusta');
  await shoot(page, 'privacy-erased');
});
