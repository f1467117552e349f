import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite } from './staff-site';

jest.setTimeout(120_000);

const { t, open, person, logIn } = staffSite();
const chromium = browser();

it('an owner finds two accounts of one person, compares them, and merges them', async () => {
  const kim = await person();
  const likeness = { firstName: 'Augusta', lastName: 'Kingsley', birthdate: '1990-01-31' };
  const into = await t.given.customer({ ...likeness, email: 'augusta@example.test' });
  const from = await t.given.customer({ ...likeness, email: 'a.kingsley@example.test' });
  const twin = await t.given.customer({ ...likeness, email: 'twin@example.test' });
  const plan = await t.given.plan({ name: 'Gold' });
  for (const customer of [into, from]) {
    await t.given.subscription({ customer, plan });
    await t.given.order({ customer, plan });
  }
  const order = await t.given.order({
    customer: from,
    paidAt: null,
    checkoutReference: 'open',
    total: '5.00',
  });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await open(page, '/duplicates');
  await page.getByText('twin@example.test').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await shoot(page, 'merges-duplicates');
  // The twin is alike to both accounts.
  for (const other of ['augusta@example.test', 'a.kingsley@example.test']) {
    const twins = page.getByRole('row').filter({ hasText: 'twin@example.test' }).filter({ hasText: other });
    await twins.getByRole('button', { name: 'Not the same person' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Not the same person' }).click();
    await twins.waitFor({ state: 'detached' });
  }
  await page.getByText('twin@example.test').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByText(`Order ${order.id} waits for its payment`).waitFor();
  expect(await page.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true);
  await t.db.query(`UPDATE orders SET closed_at = now(), closed_reason = 'expired' WHERE id = $1`, [
    order.id,
  ]);
  await open(page, `/members/${into.id}/merges/${from.id}`);
  await page.getByText('Memberships afterwards').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await shoot(page, 'merges-compared');
  await page.setViewportSize(NARROW);
  await shoot(page, 'merges-compared-phone');
  await page.setViewportSize(DESK);
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('as they wrote');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('The accounts are merged.').waitFor();
  await open(page, `/members/${from.id}/show`);
  await page.getByText('This account was merged into that of').waitFor();
  expect(await t.db.query('SELECT id FROM customers WHERE merged_into = $1', [into.id])).toEqual([
    { id: from.id },
  ]);
  expect(twin.id).toBeGreaterThan(from.id);
});
