import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite } from './staff-site';

const { t, open, person, logIn } = staffSite();
const chromium = browser();

it('a part of the menu folds, stays folded, and unfolds for the page that is opened in it', async () => {
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person('manager'));
  const heading = page.getByRole('menuitem', { name: 'What you offer' });
  const plans = page.getByRole('menuitem', { name: 'Plans', exact: true });
  await plans.waitFor();
  expect(await heading.getAttribute('aria-expanded')).toBe('true');
  await heading.focus();
  await page.keyboard.press('Enter');
  await plans.waitFor({ state: 'detached' });
  expect(await heading.getAttribute('aria-expanded')).toBe('false');
  await shoot(page, 'menu-folded');
  await open(page, '/members');
  await heading.waitFor();
  expect(await plans.isVisible()).toBe(false);
  // Its page is in this part.
  await open(page, '/plans');
  await plans.waitFor();
  await heading.click();
  await plans.waitFor({ state: 'detached' });
  // In the narrow menu there are only icons, so all parts are open.
  await page.getByLabel('Close menu').first().click();
  await plans.waitFor();
});

it('a dialog stays open and readable for all when a phone is turned', async () => {
  await t.given.event({ title: 'Oslo' });
  const page = await chromium.visitor({ viewport: { width: NARROW.height, height: NARROW.width } });
  await logIn(page, await person('manager'));
  // The menu beside the page is open, and the browser remembers that.
  await page
    .getByLabel(/^(Open|Close) menu$/)
    .first()
    .click();
  await page
    .getByLabel(/^(Open|Close) menu$/)
    .first()
    .click();
  await open(page, '/domains');
  await page.getByRole('button', { name: 'Try an address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Try an address' });
  const address = dialog.getByLabel('Address of a website');
  await address.fill('https://www.example.com');
  for (const viewport of [NARROW, { width: NARROW.height, height: NARROW.width }, NARROW]) {
    await page.setViewportSize(viewport);
    await page.waitForTimeout(500);
    // By its role it is found only if nothing hides it.
    expect(await dialog.count()).toBe(1);
    expect(await address.inputValue()).toBe('https://www.example.com');
  }
  await shoot(page, 'menu-turned');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Open menu').waitFor();
  expect(await page.locator('main').getByRole('button', { name: 'Try an address' }).count()).toBe(1);
});
