import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { codeAt } from '../support/staff-client';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, staffSite } from './staff-site';

jest.setTimeout(120_000);

const { t, at, open, person, logIn } = staffSite();
const chromium = browser();

/** The text of a screen once it has loaded. */
async function textOf(page: Page, path: string): Promise<string> {
  await open(page, path);
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
    expect([screen, text.length > 20]).toEqual([screen, true]);
    const found = ['ada.king', 'Augusta', 'Kingsley', 'St. James', 'bea.baker'].filter((one) =>
      text.includes(one),
    );
    if (found.length > 0) shown[screen] = found;
  }
  expect(shown).toEqual({});
  for (const [screen, masked] of [
    ['/members', 'a…@f….example'],
    [`/members/${customer.id}/show`, 'a…@f….example'],
    [`/orders/${order.id}/show`, 'Gold'],
    [`/contests/${contest.id}`, 'A.'],
  ])
    expect(await textOf(page, screen)).toContain(masked);
});

it('a key is made only after the person proves again who they are', async () => {
  const kim = await person();
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await open(page, '/keys');
  t.clock.advance(t.config.staff.proofLifetime + 1);
  await page.getByRole('button', { name: 'Add a key' }).click();
  await page.getByLabel('Name').fill('Website');
  await page.getByRole('button', { name: 'Add a key' }).last().click();
  const proof = page.getByRole('dialog', { name: 'Prove that it is you' });
  await proof.waitFor();
  await shoot(page, 'care-proof');
  expect(await seriousFaults(page)).toEqual([]);
  expect(await t.db.query('SELECT 1 FROM fanclub_keys WHERE name = $1', ['Website'])).toEqual([]);
  await proof.getByLabel('Code of your authenticator app').fill(codeAt(t.clock.now()));
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('The key is shown only now.').waitFor();
  expect(await t.db.query('SELECT name FROM fanclub_keys WHERE name = $1', ['Website'])).toHaveLength(1);
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
  const exported = await readFile(await export_.path());
  // By this mark spreadsheet programs know UTF-8.
  expect([...exported.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [headings, silver] = exported.toString().slice(1).split('\r\n');
  expect(headings).toContain('price');

  const file = (text: string | Buffer) => ({
    name: 'plans.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  // Without its number, the row is a new plan.
  const gold = silver.replace(/^\d+/, '').replace('Silver', 'Gold').replace('20.00', 'fifty');
  const bad = [headings, gold, ''].join('\r\n');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('CSV file').setInputFiles(file(Buffer.from(`name\r\nM\xfcller\r\n`, 'latin1')));
  await dialog.getByText('not UTF-8', { exact: false }).waitFor();
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
  expect(faulty.startsWith('\uFEFF')).toBe(true);

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

it('opens on the oldest fan club, as on The Tin Comets in the demo, although another name comes first', async () => {
  const kim = await person('manager');
  const [{ name }] = await t.db.query<{ name: string }[]>('SELECT name FROM fanclubs');
  const { id: fanclubId, organizationId } = await t.given.anotherFanclub({ name: 'A Later Club' });
  await t.given.staffRole({ staffId: kim.id, role: 'manager', organizationId, fanclubId });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await page.getByRole('combobox', { name: 'Fan club' }).getByText(name, { exact: true }).waitFor();
});

it('a form with changes is not saved into another fan club', async () => {
  const kim = await person('manager');
  const first = (await t.given.tenant!).id;
  const other = await t.given.anotherFanclub({ name: 'The Owls' });
  const { organizationId, id: fanclubId } = other;
  await t.given.staffRole({ staffId: kim.id, role: 'manager', organizationId, fanclubId });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  const toOwls = async (confirmed: boolean): Promise<void> => {
    page.once('dialog', (dialog) => void (confirmed ? dialog.accept() : dialog.dismiss()));
    await page.getByRole('combobox', { name: 'Fan club' }).click();
    await page.getByRole('option', { name: 'The Owls' }).click();
  };
  const clubs = async (): Promise<number[]> =>
    (await t.db.query<{ club: number }[]>('SELECT fanclub_id AS club FROM benefits ORDER BY id')).map(
      ({ club }) => club,
    );
  const add = async (summary: string): Promise<void> => {
    await page.goto(at('/benefits/create'));
    await page.getByLabel('In short').fill(summary);
  };
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/#\/benefits\/\d+$/);
  };

  await add('Presales');
  await toOwls(false);
  await save();
  expect(await clubs()).toEqual([first]);
  await add('Forgotten');
  let visited = 0;
  page.on('framenavigated', () => (visited += 1));
  await toOwls(true);
  await page.getByRole('combobox', { name: 'Fan club' }).getByText('The Owls').waitFor();
  await page.waitForLoadState('networkidle');
  expect(visited).toBeLessThan(4);
  await add('Merchandise');
  await save();
  expect(await clubs()).toEqual([first, fanclubId]);
});

it('a year can be typed digit by digit', async () => {
  const kim = await person('manager');
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await page.goto(at('/events/create'));
  const start = page.getByLabel('Start', { exact: false }).first();
  for (const year of ['0002', '0020', '0202', '2027']) await start.fill(`${year}-05-01T19:30`);
  await start.blur();
  expect(await start.inputValue()).toBe('2027-05-01T19:30');
});
