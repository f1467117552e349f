import type { Page } from 'playwright-core';
import { browser } from './chromium';
import { screensOfApp } from './staff-screens';
import { DESK, staffSite, watch } from './staff-site';

jest.setTimeout(240_000);

const { t, open, person, logIn } = staffSite();
const chromium = browser();

/** What a list says of a filter that the service refuses. */
const refusals = (page: Page): Promise<string[]> => page.locator('main .MuiAlert-colorError').allInnerTexts();

/** Shows the filters of a list that are not always shown. */
async function showFilters(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add filter' });
  if (!(await add.isVisible())) return;
  await add.click();
  const labels = await page.locator('[role=menu] [data-key]').allInnerTexts();
  expect(labels.length).toBeGreaterThan(0);
  for (const [n, label] of labels.entries()) {
    if (n > 0) await add.click();
    await page.getByRole('menuitemcheckbox', { name: label, exact: true }).click();
  }
}

/** The values of the choices of the filters that are shown, by field. */
async function choicesOf(page: Page): Promise<[field: string, choices: string[]][]> {
  const found: [string, string[]][] = [];
  for (const select of await page.locator('main form .MuiSelect-root').all()) {
    const field = await select.locator('input').getAttribute('name');
    await select.getByRole('combobox').click();
    const values = await page
      .getByRole('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('data-value')));
    found.push([field!, values.flatMap((value) => value || [])]);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  }
  return found;
}

it('each number of the overview leads to a list, and each choice of each filter to an answer', async () => {
  const kim = await person();
  await t.given.staffRole({ staffId: kim.id, fanclubId: null });
  // Lists without any row have no filters.
  const customer = await t.given.customer();
  const order = await t.given.order({ customer, plan: await t.given.plan() });
  await t.given.shipment({ order, shipDate: null });
  await t.given.mail();
  await t.given.staffAudit({ club: (await t.given.tenant)! });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  const complaints = watch(page, t.config.publicUrl);
  const faults: Record<string, string[]> = {};
  const note = async (what: string): Promise<void> => {
    const found = [...(await refusals(page)), ...complaints.splice(0)];
    if (found.length > 0) faults[what] = found;
  };

  await open(page, '/');
  const links = await page
    .locator('main a[href*="filter="]')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')!.replace('#', '')));
  expect(links.length).toBeGreaterThan(8);
  for (const link of links) {
    await open(page, link);
    await note(decodeURIComponent(link));
  }

  let tried = 0;
  for (const { path, name } of screensOfApp().filter(({ kind }) => kind === 'list')) {
    await open(page, path);
    await showFilters(page);
    for (const [field, choices] of await choicesOf(page)) {
      for (const choice of choices) {
        const filter = JSON.stringify({ [field]: choice });
        await open(page, `${path}?filter=${encodeURIComponent(filter)}`);
        await note(`${name}: ${filter}`);
        tried += 1;
      }
    }
  }
  expect(tried).toBeGreaterThan(30);
  expect(faults).toEqual({});
});
