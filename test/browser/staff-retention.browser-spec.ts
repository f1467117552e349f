import { daysFrom } from '#samples';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite } from './staff-site';

jest.setTimeout(120_000);

const { t, open, person, logIn } = staffSite();
const chromium = browser();

it('an owner sees what a run would remove, has a fault at its field, and saves days', async () => {
  const old = daysFrom(t.clock.now(), -200);
  await t.given.contact({ createdAt: old, updatedAt: old });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, await person());
  await open(page, '/');
  await page.getByRole('menuitem', { name: 'Retention' }).click();
  const contacts = page.getByRole('textbox', { name: 'Days: contacts who are no members' });
  await contacts.fill('30');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('must be whole days from 90 to 36525, or empty', { exact: true }).waitFor();
  expect(await contacts.getAttribute('aria-invalid')).toBe('true');
  expect(await seriousFaults(page)).toEqual([]);

  await contacts.fill('90');
  await page.getByRole('button', { name: 'Show what it would remove' }).click();
  await page.getByText('The next run would remove 1 with these days.').waitFor();
  await shoot(page, 'retention');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByText('Contacts who are no members, after 90 days: 1 now.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await shoot(page, 'retention-confirmation');
  await page.getByRole('button', { name: 'Save and remove' }).click();
  await page.getByText('The next run removes 1.').waitFor();
  expect(await contacts.inputValue()).toBe('90');

  await page.setViewportSize(NARROW);
  expect(await seriousFaults(page)).toEqual([]);
  await shoot(page, 'retention-narrow');

  const viewer = await chromium.visitor({ viewport: DESK });
  await logIn(viewer, await person('viewer'));
  await open(viewer, '/retention');
  await viewer.getByText('The next run removes 1.').waitFor();
  expect(await viewer.getByRole('button', { name: 'Save' }).count()).toBe(0);
});
