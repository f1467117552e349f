import { daysFrom } from '#samples';
import { mailsOf } from '../support/mails-of';
import { waitingParcel } from '../support/waiting-parcel';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite } from './staff-site';

jest.setTimeout(180_000);

const { t, open, person, logIn } = staffSite();
const chromium = browser();

/** By how much the page is wider than the screen. */
const WIDER = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

it('support sees what is open for a member, notes it, corrects the addresses and reads what was sent', async () => {
  const kim = await person();
  const { customer, plan } = await waitingParcel(t, { address: false });
  const unpaid = { paidAt: null, checkoutReference: 'a', total: '5.00' };
  const order = await t.given.order({ customer, plan, ...unpaid, createdAt: daysFrom(t.clock.now(), -1) });
  const mail = { customerId: customer.id, fanclubId: customer.fanclubId, address: customer.email! };
  await t.given.sentMail({ ...mail, kind: 'confirm_address' });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await open(page, `/members/${customer.id}/show`);
  const issues = page.getByRole('group', { name: 'What is open' });
  await issues.getByRole('link', { name: `Order ${order.id}` }).waitFor();
  await issues.getByText('a parcel waits for an address').waitFor();
  await issues.getByRole('button', { name: 'Copy payment link' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await shoot(page, 'support-member-1280');

  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('calls on Mondays');
  await dialog.getByRole('button', { name: 'Add a note' }).click();
  await page.getByText('calls on Mondays').waitFor();
  await page.getByRole('tab', { name: 'Notes (1)' }).waitFor();
  await shoot(page, 'support-notes-1280');

  await page.getByRole('tab', { name: 'Mails' }).click();
  await page.getByRole('button', { name: 'Show' }).click();
  await dialog.getByText(/^Text \d+$/).waitFor();
  await shoot(page, 'support-mail-1280');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('tab', { name: 'Address and choices' }).click();
  await page.getByRole('button', { name: 'Correct address and choices' }).click();
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Address', '12 St James'],
    ['City', ' '],
    ['State or region', 'England'],
    ['Postal code', 'SW1'],
  ])
    await dialog.getByLabel(label, { exact: false }).first().fill(text);
  await dialog.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'Italy' }).click();
  const save = dialog.getByRole('button', { name: 'Correct address and choices' });
  await save.click();
  await dialog.locator('.MuiFormHelperText-root').getByText("can't be blank").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await shoot(page, 'support-address-1280');
  await dialog.getByLabel('City').fill('London');
  await save.click();
  await page.getByText('12 St James, London').waitFor();

  await page.getByRole('button', { name: 'Propose an e-mail address' }).click();
  await dialog.getByLabel('New e-mail address').fill(customer.email!);
  await dialog.getByRole('button', { name: 'Propose an e-mail address' }).click();
  await dialog.locator('.MuiFormHelperText-root').getByText('is the present address').waitFor();
  await dialog.getByLabel('New e-mail address').fill('ada@new.example');
  await dialog.getByRole('button', { name: 'Propose an e-mail address' }).click();
  await page.getByText('Waits for the member to confirm ada@new.example.').waitFor();
  expect((await mailsOf(t)).map(({ kind }) => kind)).toEqual([
    'confirm_new_address',
    'address_change_notice',
  ]);

  await page.setViewportSize(NARROW);
  await open(page, `/members/${customer.id}/show`);
  // The parcel has an address now.
  await issues.getByText('waits for its payment').waitFor();
  expect(await issues.getByRole('alert').count()).toBe(1);
  expect(await page.evaluate<number>(WIDER)).toBeLessThanOrEqual(0);
  expect(await seriousFaults(page)).toEqual([]);
  await shoot(page, 'support-member-390');
});

it('the dashboard answers five questions, and its tables are saved as files', async () => {
  const kim = await person();
  const [gold, fan] = [
    await t.given.plan({ name: 'Gold', price: '50.00' }),
    await t.given.plan({ name: 'Fan', price: '0.00' }),
  ];
  const now = t.clock.now();
  for (const days of [-300, -200, -100, -40, -10, -2])
    await t.given.subscription({ plan: gold, startDate: daysFrom(now, days), endDate: null });
  await t.given.subscription({ plan: gold, startDate: daysFrom(now, -90), endDate: daysFrom(now, -3) });
  await t.given.subscription({ plan: fan, startDate: daysFrom(now, -20), endDate: null });
  const facts = { currency: 'USD', subtotal: '50.00', total: '50.00', discount: '0.00', shipping: '0.00' };
  for (const days of [-2, -30, -31, -90])
    await t.given.order({ plan: gold, paidAt: daysFrom(now, days), ...facts });
  const { parcel } = await waitingParcel(t, { address: false });
  const page = await chromium.visitor({ viewport: DESK });
  await logIn(page, kim);
  await open(page, '/');
  for (const question of [
    'What needs you',
    'How many members are there?',
    'Who left?',
    'What comes in?',
    'What sells?',
  ])
    await page.getByRole('region', { name: question, exact: true }).waitFor();
  const members = page.getByRole('region', { name: 'How many members are there?' });
  expect(parcel.id).toBeGreaterThan(0);
  expect((await members.getByRole('link', { name: 'Paying members' }).innerText()).split('\n')[0]).toBe('6');
  expect((await members.getByRole('link', { name: 'Free members' }).innerText()).split('\n')[0]).toBe('1');
  expect(await seriousFaults(page)).toEqual([]);
  await shoot(page, 'support-dashboard-1280');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export sales by plan' }).click(),
  ]);
  expect(download.suggestedFilename()).toContain('sales');
  await page.getByRole('link', { name: 'Parcels that lack something: 1' }).click();
  await page.getByRole('row').nth(1).waitFor();
  await page.setViewportSize(NARROW);
  await open(page, '/');
  await page.getByRole('region', { name: 'What sells?' }).waitFor();
  expect(await page.evaluate<number>(WIDER)).toBeLessThanOrEqual(0);
  expect(await seriousFaults(page)).toEqual([]);
  await shoot(page, 'support-dashboard-390');
});
