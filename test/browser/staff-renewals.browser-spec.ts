import type { Page } from 'playwright-core';
import { daysFrom } from '#samples';
import { mailsOf } from '../support/mails-of';
import { ModelBank } from '../support/payments/model-bank';
import { connectBank } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { codeAt } from '../support/staff-client';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { DESK, NARROW, staffSite, watch } from './staff-site';

jest.setTimeout(120_000);

const { t, open, person, logIn } = staffSite();
const chromium = browser();

afterEach(() => jest.restoreAllMocks());

const DAY = 86_400;

/** Looks at a screen: no serious fault, and nothing wider than it. */
async function look(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await shoot(page, `renewals-${name}`);
  expect([name, await seriousFaults(page)]).toEqual([name, []]);
  const { width } = page.viewportSize()!;
  expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
}

async function jobs(): Promise<void> {
  await runJob(t, 'renewals.plan');
  await runJob(t, 'renewals.run');
}

/** Two members of a season that is over: Ada has a card that is declined once, and Bo renews by hand. */
async function season() {
  await t.given.fanclub();
  const bank = new ModelBank(t.clock);
  const account = await t.given.paymentAccount({ enabled: true });
  connectBank(bank, [account], [t]);
  const day = (days: number) => daysFrom(t.clock.now(), days);
  const former = await t.given.salesPeriod({
    startsAt: day(-400),
    endsAt: day(-1),
    extendedUntil: day(100),
  });
  const present = await t.given.salesPeriod({ startsAt: day(-1), endsAt: day(364) });
  const plan = await t.given.plan({ name: 'Gold', price: '24.99', salesPeriod: present });
  for (const name of ['Ada', 'Bo']) {
    const customer = await t.given.customer({
      email: `${name.toLowerCase()}@fans.example`,
      firstName: name,
      autoRenewalEnabled: name === 'Ada',
    });
    await t.given.subscription({
      ...{ customer, plan, salesPeriodId: former.id, startDate: day(-330), endDate: day(35) },
    });
    if (name !== 'Ada') continue;
    await t.given.paymentCustomer({ customer, account });
    const { providerRef } = await t.given.paymentMethod({ customer, account });
    bank.cards.set(providerRef, 'poor_once');
  }
  await jobs();
  return bank;
}

/** Presses a button that asks for a reason, or for nothing, in a dialog. */
async function act(page: Page, label: string, reason?: string) {
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label });
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  return dialog;
}

it.each([
  ['desk', DESK],
  ['phone', NARROW],
])(
  'on a %s, a manager finds a renewal, stops and resumes it, and charges it with a proof',
  async (device, viewport) => {
    const bank = await season();
    const page = await chromium.visitor({ viewport });
    const complaints = watch(page, t.config.publicUrl);
    await logIn(page, await person('manager'));

    await open(page, '/renewals');
    await page.getByText('ada@fans.example').waitFor();
    await page.getByText('bo@fans.example').waitFor();
    await look(page, `${device}-list`);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Day', exact: true }).click();
    await page.getByRole('combobox', { name: 'Day' }).click();
    await page.getByRole('option', { name: 'Within 30 days' }).click();
    await page.getByText('bo@fans.example').waitFor({ state: 'detached' });
    await page.getByText('ada@fans.example').click();
    await page.getByText('The card is charged on', { exact: false }).waitFor();
    await look(page, `${device}-announced`);

    await act(page, 'Stop', 'asked by phone');
    await page.getByText('Nothing is charged. Somebody of the staff stopped it.', { exact: false }).waitFor();
    t.clock.advance(15 * DAY);
    await jobs();
    expect(bank.calls).not.toContain('charge');
    t.clock.advance(-15 * DAY);
    await look(page, `${device}-stopped`);
    await act(page, 'Resume', 'changed her mind');
    await page.getByText('The card is charged on', { exact: false }).waitFor();

    t.clock.advance(14 * DAY);
    await jobs();
    await logIn(page, await person('manager'));
    await open(page, '/renewals');
    await page.getByText('ada@fans.example').click();
    await page.getByText('The card was declined once.', { exact: false }).waitFor();
    await look(page, `${device}-declined`);
    t.clock.advance(t.config.staff.proofLifetime + 1);
    await act(page, 'Charge now');
    const proof = page.getByRole('dialog', { name: 'Prove that it is you' });
    await proof.getByLabel('Code of your authenticator app').fill(codeAt(t.clock.now()));
    await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('The membership is renewed.').waitFor();
    await look(page, `${device}-renewed`);

    expect(bank.sessions.map(({ outcome }) => outcome)).toEqual(['failed', 'succeeded']);
    const mails = (await mailsOf(t)).filter(({ to }) => to === 'ada@fans.example');
    expect(mails.map(({ kind }) => kind)).toEqual([
      ...['renewal_announced', 'auto_renewal_stopped', 'payment_failed', 'receipt'],
    ]);
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
  },
);
