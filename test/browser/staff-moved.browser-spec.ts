import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite } from './staff-site';

jest.setTimeout(120_000);

const { t, open, logIn } = staffSite({ STAFF_URLS: '1=https://staff-1.example.com' });
const chromium = browser();

it.each([
  ['desk', DESK],
  ['phone', NARROW],
] as const)(
  'a fan club that has moved leads to its cell, and the others can be worked on (%s)',
  async (name, viewport) => {
    const club = await t.given.fanclub({ name: 'Tin Comets' });
    const { organizationId } = club;
    await t.given.fanclub({ name: 'Copper Kettles', organizationId });
    const kim = await t.given.staff();
    await t.given.staffRole({ staffId: kim.id, organizationId, fanclubId: null, role: 'owner' });
    const page = await chromium.visitor({ viewport });
    await logIn(page, kim);
    const move = (id: number, cell: string) =>
      t.db.query('UPDATE fanclubs SET held_at = now(), moved_to = $2 WHERE id = $1', [id, cell]);

    await move(club.id, 'cell 1');
    await open(page, '/');
    if (viewport === NARROW) await page.getByLabel('Open menu').first().click();
    const link = page.getByRole('menuitem', { name: 'Tin Comets has moved: log in there' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://staff-1.example.com/staff/');
    await shoot(page, `staff-moved-switch-${name}`);
    if (viewport === NARROW) await page.keyboard.press('Escape');
    else expect(await seriousFaults(page)).toEqual([]);
    expect(await page.locator('main').innerText()).toContain('Copper Kettles');

    await t.db.query('UPDATE fanclubs SET held_at = now(), moved_to = $1', ['cell 3']);
    await open(page, '/');
    const main = page.locator('#main-content');
    await main.getByText('Copper Kettles has moved to cell 3').waitFor();
    expect(await main.innerText()).not.toContain('You do not work for any fan club');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    if (viewport === DESK) expect(await seriousFaults(page)).toEqual([]);
    await shoot(page, `staff-moved-only-${name}`);
  },
);
