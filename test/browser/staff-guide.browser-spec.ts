import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { IsNull, MoreThan, Not } from 'typeorm';
import { Order } from '#domains/orders/order.entity';
import { Fanclub } from '../../src/platform/tenants';
import { givenDemo } from '../support/given-demo';
import { browser } from './chromium';
import { sellMore } from './staff-demo';
import { staffSite } from './staff-site';

jest.setTimeout(180_000);

/*
 * The pictures of docs/staff. `STAFF_GUIDE=write npm run test:browser -- staff-guide` writes them there; otherwise they are only
 * taken, which shows that each step of the guide can be taken.
 */
const FOLDER = join(__dirname, '../../docs/staff/images');
const WRITES = process.env.STAFF_GUIDE === 'write';
const SIZE = { width: 1200, height: 760 };
const MAX_BYTES = 160_000;

const { t, open, logIn } = staffSite();
const chromium = browser();

/** Takes the picture of the guide with this name. */
async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  // Labels and ripples come to rest.
  await page.waitForTimeout(800);
  const path = join(FOLDER, `${name}.png`);
  if (WRITES) mkdirSync(FOLDER, { recursive: true });
  const image = await page.screenshot(WRITES ? { path } : {});
  expect(image.length).toBeLessThan(MAX_BYTES);
  if (WRITES) expect(statSync(path).size).toBe(image.length);
}

/** The id of a row of the demo's first fan club. */
const idOf = async (sql: string, parameters: unknown[]): Promise<number> =>
  (await t.db.query<{ id: number }[]>(sql, parameters))[0].id;

it('the guide has a picture of each step', async () => {
  await givenDemo(t);
  const club = await t.db.getRepository(Fanclub).findOneByOrFail({ name: 'The Tin Comets Fan Club' });
  const kim = await t.given.staff({ name: 'Kim', email: 'kim@staff.example' });
  const { organizationId, id: fanclubId } = club;
  await t.given.staffRole({ staffId: kim.id, role: 'owner', organizationId, fanclubId });
  const page = await chromium.visitor({ viewport: SIZE });
  await page.clock.setFixedTime(t.clock.now());

  await open(page, '/login');
  await picture(page, 'login');
  await logIn(page, kim);
  await picture(page, 'overview');

  await open(page, '/club');
  await picture(page, 'settings');
  await open(page, '/mail_templates/confirm_address');
  await picture(page, 'mail-text');

  await open(page, '/periods');
  await picture(page, 'sales-periods');
  const period = await idOf('SELECT id FROM sales_periods WHERE fanclub_id = $1 ORDER BY ends_at DESC', [
    fanclubId,
  ]);
  await open(page, `/periods/${period}`);
  await page.getByRole('button', { name: 'Open the next season' }).click();
  await picture(page, 'next-season');

  const plan = await idOf('SELECT id FROM plans WHERE fanclub_id = $1 ORDER BY price DESC', [fanclubId]);
  await open(page, `/plans/${plan}`);
  await picture(page, 'plan');
  await open(page, '/upgrades');
  await picture(page, 'upgrades');

  const event = await idOf(
    'SELECT event_id AS id FROM ticket_links WHERE fanclub_id = $1 AND exclusive ORDER BY id',
    [fanclubId],
  );
  await open(page, `/events/${event}`);
  await picture(page, 'event');
  await page.getByRole('heading', { name: 'Ticket links' }).evaluate((heading) => heading.scrollIntoView());
  await picture(page, 'ticket-links');
  await open(page, '/calendar');
  await picture(page, 'calendar');

  const contest = await idOf('SELECT id FROM contests WHERE fanclub_id = $1 ORDER BY id', [fanclubId]);
  await open(page, `/contests/${contest}`);
  await picture(page, 'contest');

  await open(page, '/members');
  await picture(page, 'members');
  const member = await idOf(
    'SELECT customer_id AS id FROM subscriptions WHERE fanclub_id = $1 GROUP BY customer_id ORDER BY count(*) DESC',
    [fanclubId],
  );
  await open(page, `/members/${member}/show`);
  await picture(page, 'member');
  await page.getByRole('button', { name: 'Comp', exact: true }).click();
  await picture(page, 'comp');

  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const renewals = await sellMore({ given: t.given, db: t.db, now: t.clock.now(), fanclubId });
  await open(page, '/renewals');
  await picture(page, 'renewals');
  await open(page, `/renewals/${renewals.at(-1)!.id}/show`);
  await picture(page, 'renewal');

  await open(page, '/parcels');
  await picture(page, 'parcels');
  await page.getByRole('button', { name: 'Make a packing list', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a packing list' }).click();
  await page.getByText('The packing list is made.').waitFor();
  await open(page, '/batches');
  await page.getByRole('row').nth(1).click();
  await picture(page, 'packing-list');
  await open(page, '/parcels');
  await page.getByRole('button', { name: 'Import tracking' }).click();
  await picture(page, 'tracking');

  const [order] = await t.db.getRepository(Order).find({
    where: { fanclubId, total: MoreThan('0'), paidAt: Not(IsNull()), refundedAt: IsNull() },
    order: { id: 'DESC' },
    take: 1,
  });
  const account = await t.given.paymentAccount({ fanclubId, enabled: true });
  const payment = await t.given.payment({ order, account });
  const failed = { state: 'failed', failure: 'charge_disputed', reason: 'ordered twice' } as const;
  await t.given.refund({ payment, staffId: kim.id, ...failed });
  await t.given.paymentStray({ account });
  await open(page, `/orders/${order.id}/show`);
  await page.getByRole('heading', { name: 'Payments' }).evaluate((heading) => heading.scrollIntoView());
  await picture(page, 'order');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await picture(page, 'refund');
  await open(page, '/payments');
  await picture(page, 'payments');

  await open(page, '/people');
  await picture(page, 'people');
  await open(page, '/audits');
  await picture(page, 'record');
});
