import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { ItemOption } from '#domains/shipping/shipping.entity';
import { Plan } from '#domains/plans/plan.entity';
import { postalAddress } from '#domains/shipping/shipping.samples';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { browser, shoot } from './chromium';
import { DESK, staffSite, watch } from './staff-site';

jest.setTimeout(120_000);

const { t, at, person, logIn } = staffSite();
const chromium = browser();

const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();
const menu = (page: Page, name: string): Promise<void> =>
  page.getByRole('menuitem', { name, exact: true }).click();

/** Presses a button that opens a dialog, fills it in, and presses the button of the same name in it. */
async function act(
  page: Page,
  label: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await fill(dialog);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Chooses one of the options of a list. */
async function choose(page: Page, field: ReturnType<Page['getByLabel']>, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option }).click();
}

it('a season: its period, a plan with a package, and an event with codes that its members see at once', async () => {
  const kim = await person('manager');
  const page = await chromium.visitor({ viewport: DESK });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, kim);

  await menu(page, 'Sales periods');
  await page.getByRole('link', { name: 'Add', exact: true }).click();
  await page.getByLabel('Name').fill('2026');
  await page.getByLabel('Starts').fill('2026-01-01T00:00');
  await page.getByLabel('Ends').fill('2026-12-31T23:59');
  await save(page);
  await page.waitForURL(/#\/periods\/\d+$/);

  await menu(page, 'Choices');
  await page.getByRole('link', { name: 'Add', exact: true }).click();
  await page.getByLabel('Name').fill('T-shirt size');
  for (const [n, size] of ['Small', 'Large'].entries()) {
    await page.getByRole('button', { name: 'Add an option' }).click();
    await page
      .getByLabel('Name')
      .nth(n + 1)
      .fill(size);
  }
  await save(page);
  await page.waitForURL(/#\/item_types\/\d+$/);
  const optionOf = (name: string) => t.db.getRepository(ItemOption).findOneByOrFail({ name });
  const large = await optionOf('Large');
  await page.getByRole('heading', { name: 'Choice T-shirt size' }).waitFor();
  await page.getByLabel('Name').nth(2).fill('L');
  await save(page);
  await page.getByText('The changes are saved.').waitFor();
  expect((await optionOf('L')).id).toBe(large.id);

  await menu(page, 'Plans');
  // The list of choices, with an "Add" of its own, may still be shown.
  await page.locator('a[href="#/plans/create"]').click();
  await page.getByLabel('Name').fill('Gold');
  await choose(page, page.getByLabel('Sales period'), '2026');
  await page.getByLabel('Price').fill('50.00');
  await page.getByLabel('On sale').check();
  await page.getByLabel('The plan has a package').check();
  await page.getByLabel('Name').nth(1).fill('Welcome parcel');
  await page.getByLabel('Shipping in the home country').fill('5.00');
  await page.getByRole('button', { name: 'Add an item' }).click();
  await page.getByLabel('Name').nth(2).fill('T-shirt');
  await choose(page, page.getByRole('combobox', { name: 'Choice' }), 'T-shirt size');
  await shoot(page, 'season-1-plan');
  await save(page);
  await page.waitForURL(/#\/plans\/\d+$/);
  const { body: offer } = await t.api.get('/plans');
  expect(offer.plans).toMatchObject([{ name: 'Gold', price: '50.0' }]);

  await menu(page, 'Events');
  await page.getByRole('link', { name: 'Add', exact: true }).click();
  await page.getByLabel('Title').fill('Oslo');
  await choose(page, page.getByLabel('Time zone'), 'Europe/Oslo');
  await page.getByLabel('Start', { exact: false }).first().fill('2026-09-01T19:00');
  await page.getByLabel('Name').first().fill('Rockefeller');
  await choose(page, page.getByLabel('Country'), 'Norway');
  await page.getByRole('button', { name: 'Add a ticket link' }).click();
  await page.getByLabel('Name').nth(1).fill('Presale');
  await page.getByLabel('Address (URL)').fill('https://tickets.example/oslo');
  await page.getByLabel('Presale codes', { exact: true }).fill('GOLD-2026');
  await page.getByLabel('Members only').check();
  await shoot(page, 'season-2-event');
  await save(page);
  await page.waitForURL(/#\/events\/\d+$/);

  const member = await t.given.customer();
  const plan = await t.db.getRepository(Plan).findOneByOrFail({ name: 'Gold' });
  await t.given.subscription({ customer: member, plan });
  const links = async (api: typeof t.api): Promise<unknown> =>
    ((await api.get('/events')).body.events as { links: unknown }[])[0].links;
  expect(JSON.stringify(await links(await loggedIn(t, member)))).toContain('GOLD-2026');
  expect(JSON.stringify(await links(t.api))).not.toContain('GOLD-2026');
  expect(complaints).toEqual([]);
});

it('the next season gets the plans of this one as drafts, with new prices', async () => {
  const kim = await person('manager');
  const period = await t.given.salesPeriod({ name: '2026' });
  await t.given.plan({ name: 'Gold', price: '50.00', salesPeriod: period });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await page.goto(at(`/periods/${period.id}`));
  await page.getByRole('button', { name: 'Open the next season' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).first().fill('2027');
  await dialog.getByLabel('Opens').fill('2027-01-01T00:00');
  await dialog.getByLabel('Closes').fill('2027-12-31T23:59');
  // Every fault stands at its field.
  const create = dialog.getByRole('button', { name: 'Create as drafts' });
  const extended = '2027-06-01T00:00';
  for (const [field, fault, right] of [
    ['Name', '2026', '2027'],
    ['Closes', '2027-01-01T00:00', '2027-12-31T23:59'],
    ['Members stay until', extended, ''],
    ['New price of Gold', '5,50', '55.00'],
  ]) {
    const input = dialog.getByLabel(field).first();
    await input.fill(fault);
    await create.click();
    await dialog.locator('[aria-invalid=true]').first().waitFor();
    await shoot(page, `season-3-next-${field}`);
    expect([field, await input.getAttribute('aria-invalid')]).toEqual([field, 'true']);
    const help = await input.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${help}"]`).innerText()).toMatch(/^(must|belongs)/);
    await input.fill(right);
  }
  await shoot(page, 'season-3-next');
  await create.click();
  await dialog.waitFor({ state: 'detached' });
  const rows = () =>
    t.db.query(`SELECT name, price::text, on_sale, deleted FROM plans WHERE sales_period_id <> ${period.id}`);
  expect(await rows()).toEqual([{ name: 'Gold', price: '55.00', on_sale: false, deleted: true }]);
  const seen = async (): Promise<number> => ((await t.api.get('/plans')).body.plans as unknown[]).length;
  expect(await seen()).toBe(1);
  await page.getByRole('button', { name: 'Publish plans' }).click();
  await page.getByLabel('Gold, 55.00').waitFor();
  await shoot(page, 'season-3-publish');
  await page.getByRole('button', { name: 'Publish all' }).click();
  await page.getByText('The plans are published.').waitFor();
  expect(await seen()).toBe(2);
});

it('upgrades are shown per season, with a rule and a price in each cell, and a fault stands in its cell', async () => {
  const [former, period] = [
    await t.given.salesPeriod({ name: '2025', startsAt: new Date('2025-01-01T00:00:00Z') }),
    await t.given.salesPeriod({ name: '2026' }),
  ];
  const old = await t.given.plan({ name: 'Old gold', salesPeriod: former });
  const gold = await t.given.plan({ name: 'Gold', price: '50.00', salesPeriod: period });
  const silver = await t.given.plan({ name: 'Silver', price: '20.00', salesPeriod: period });
  await t.given.upgrade(old, gold, { price: '7.00' });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person('manager'));
  await page.goto(at('/upgrades'));
  await page.getByLabel('Upgrades between seasons').getByText('Old gold (2025) to Gold (2026)').waitFor();
  expect(await page.getByRole('columnheader').allInnerTexts()).toHaveLength(3);
  await choose(page, page.getByLabel('Rule from Silver to Gold'), 'Fixed price');
  const price = page.getByLabel('Price from Silver to Gold');
  await price.fill('a lot');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await shoot(page, 'season-4-upgrades');
  expect(await price.getAttribute('aria-invalid')).toBe('true');
  await price.fill('25.00');
  await save(page);
  await page.getByText('The upgrades are saved.').waitFor();
  const stored = await t.db.query(
    'SELECT from_plan_id AS from, to_plan_id AS to, price::text FROM plan_upgrades ORDER BY from_plan_id',
  );
  expect(stored).toEqual([
    { from: old.id, to: gold.id, price: '7.00' },
    { from: silver.id, to: gold.id, price: '25.00' },
  ]);
});

it('the names and prices of the next season can be read on a phone', async () => {
  const kim = await person('manager');
  const period = await t.given.salesPeriod({ name: '2026' });
  await t.given.plan({ name: 'Gold', price: '50.00', salesPeriod: period });
  const page = await chromium.visitor({ viewport: { width: 390, height: 844 } });
  await logIn(page, kim);
  await page.goto(at(`/periods/${period.id}`));
  await page.getByRole('button', { name: 'Open the next season' }).click();
  for (const field of ['New name of Gold', 'New price of Gold']) {
    const { x, width } = (await page.getByLabel(field).boundingBox())!;
    expect([field, width > 55, x + width <= 390]).toEqual([field, true, true]);
  }
});

it('a contest is published, and visitors see it', async () => {
  const kim = await person('manager');
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await menu(page, 'Contests');
  await page.getByRole('link', { name: 'Add', exact: true }).click();
  await page.getByLabel('Name').fill('Meet & Greet, Berlin');
  await page.getByLabel('Starts').fill('2026-06-01T00:00');
  await page.getByLabel('Ends').fill('2026-07-01T00:00');
  await page.getByRole('button', { name: 'HTML' }).first().click();
  await page
    .getByRole('textbox', { name: 'Details' })
    .fill('<p>Meet <em>us</em>.<script>alert(1)</script></p>');
  await page.getByLabel('Published').check();
  await shoot(page, 'season-4-contest');
  await save(page);
  await page.waitForURL(/#\/contests\/\d+$/);
  const { body } = await t.api.get('/contests');
  expect(body.contests).toMatchObject([{ name: 'Meet & Greet, Berlin' }]);
  expect(JSON.stringify(body)).not.toContain('script');
});

it('a member is found, given a membership and a longer one, and the API shows it', async () => {
  const sam = await person('manager');
  const plan = await t.given.plan({ name: 'Gold' });
  const ada = await t.given.customer({ email: 'ada@x.example', firstName: 'Ada', lastName: 'King' });
  for (let n = 0; n < 3; n += 1) await t.given.customer();
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, sam);
  await menu(page, 'Members');
  await page.getByPlaceholder('Search', { exact: true }).fill('king');
  await page.getByText('1-1 of 1').waitFor();
  await page.getByRole('cell', { name: 'ada@x.example' }).click();
  await page.getByText('Ada King · ada@x.example').waitFor();
  await act(page, 'Comp', async (dialog) => {
    await choose(page, dialog.getByLabel('Plan'), 'Gold');
    await dialog.getByLabel('Reason').fill('Parcel lost');
    await shoot(page, 'season-5-comp');
  });
  await page.getByText(/Gold · (until|member since)/).waitFor();
  await act(page, 'Extend', async (dialog) => {
    await dialog.getByLabel('New end').fill('2027-06-30T00:00');
    await dialog.getByLabel('Reason').fill('Late start');
  });
  await page.getByText('Parcel lost', { exact: false }).first().waitFor();
  await shoot(page, 'season-6-member');
  const { body } = await (await loggedIn(t, ada)).get('/subscriptions');
  expect(body.subscriptions).toMatchObject([{ plan: { id: plan.id } }]);
  expect(JSON.stringify(body.subscriptions)).toContain('2027-0');
});

it('a packing list and the tracking file: the order shows when it was shipped, and the mail goes out', async () => {
  const pat = await person('fulfilment');
  const plan = await t.given.plan({ name: 'Gold' });
  await t.given.package(plan, [{ name: 'Poster' }]);
  const customer = await t.given.customer({ email: 'ada@x.example' });
  await t.given.shippingAddress({ customer, ...postalAddress() });
  const order = await t.given.order({ customer, plan });
  const items = [{ name: 'Poster', position: 0 }];
  const parcel = await t.given.shipment({ order, shipDate: null, items });

  const page = await chromium.visitor({ viewport: DESK, acceptDownloads: true });
  await logIn(page, pat);
  await menu(page, 'Parcels');
  await page.getByRole('button', { name: 'Make a packing list' }).click();
  await page.getByText('whatever you search for: 1.').waitFor();
  await shoot(page, 'season-7-parcels');
  await page.getByRole('dialog').getByRole('button', { name: 'Make a packing list' }).click();
  await page.getByRole('link', { name: 'Open the packing list' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as file' }).click(),
  ]);
  const list = await readFile(await download.path(), 'utf8');
  expect(list).toContain(`${parcel.id},${order.id},`);
  await shoot(page, 'season-8-packing-list');

  await menu(page, 'Parcels');
  await page.getByRole('button', { name: 'Import tracking' }).click();
  const dialog = page.getByRole('dialog');
  const tracking = `shipment_id,ship_date,tracking_url\r\n${parcel.id},2026-06-15,https://carrier.example/1\r\n`;
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'tracking.csv', mimeType: 'text/csv', buffer: Buffer.from(tracking) });
  await dialog.getByText('1 new').waitFor();
  await shoot(page, 'season-9-tracking');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  const { body } = await (await loggedIn(t, customer)).get('/orders');
  expect(JSON.stringify(body.orders)).toContain('Shipped on ');
  expect((await mailsOf(t)).map(({ kind, to }) => [kind, to])).toEqual([['parcel_shipped', 'ada@x.example']]);
});
