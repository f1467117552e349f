import type { Customer } from '#domains/accounts/customer.entity';
import { sessionCookie } from '../support/logged-in';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp(withDemoBank);

let customer: Customer;
let pages: Pages;
let root: string;

beforeEach(async () => {
  const club = await t.given.fanclub({ name: 'The Lanterns' });
  root = `/fanclubs/${club.id}`;
  await openBank(t);
  customer = await t.given.customer({ autoRenewalEnabled: false });
  pages = new Pages(t.origin);
  pages.http.cookies.set(...sessionCookie(t, club.id, await t.given.session({ customer })));
});

const renews = async (): Promise<boolean> =>
  (await t.db.query<[{ on: boolean }]>('SELECT auto_renewal_enabled AS on FROM customers'))[0].on;
const turnOn = () => t.db.query('UPDATE customers SET auto_renewal_enabled = true');

describe('automatic renewal', () => {
  it('can be stopped where it is on, with a card and without one', async () => {
    for (const buttons of [
      ['Stop automatic renewal', 'Save a card'],
      ['Stop automatic renewal', 'Replace this card', 'Remove this card'],
    ]) {
      await turnOn();
      const page = await pages.open(`${root}/membership`);
      expect(page.buttons).toEqual(buttons);
      await page.press('Stop automatic renewal');
      expect(await renews()).toBe(false);
      if (buttons.length === 2) await t.given.paymentMethod({ customer });
    }
  });

  it('can be stopped in a fan club that takes no payments', async () => {
    await t.db.query('UPDATE payment_accounts SET enabled = false');
    await turnOn();
    await (await pages.open(`${root}/membership`)).press('Stop automatic renewal');
    expect(await renews()).toBe(false);
    expect((await pages.open(`${root}/membership`)).text).toContain('does not keep payment cards here');
  });
});
