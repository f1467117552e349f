import type { Customer } from '#domains/accounts/customer.entity';
import { PaymentMethod } from '#domains/payments/customers/payment-method.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { sessionCookie } from '../support/logged-in';
import { openBank, payByCard, withDemoBank } from '../support/payments/demo-bank';
import { openPlaced } from '../support/payments/placed-order';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp(withDemoBank);

let plan: Plan;
let customer: Customer;
let pages: Pages;
let root: string;

beforeEach(async () => {
  const club = await t.given.fanclub({ name: 'The Lanterns' });
  root = `/fanclubs/${club.id}`;
  await openBank(t);
  plan = await t.given.plan({ name: 'Gold', price: '24.99' });
  customer = await t.given.customer({ autoRenewalEnabled: false });
  pages = new Pages(t.origin);
  pages.http.cookies.set(...sessionCookie(t, club.id, await t.given.session({ customer })));
});

const renews = async (): Promise<boolean> =>
  (await t.db.query<[{ on: boolean }]>('SELECT auto_renewal_enabled AS on FROM customers'))[0].on;
const turnOn = () => t.db.query('UPDATE customers SET auto_renewal_enabled = true');

describe('automatic renewal, while renewals are not charged', () => {
  it('is not offered at the checkout, and a form that asks for it saves no card', async () => {
    const offer = await pages.open(`${root}/plans/${plan.id}/checkout`);
    expect(Object.keys(offer.fields)).toEqual(['form_token', 'reference', 'quote']);
    expect(offer.text).not.toMatch(/renew|charge/i);
    const fields = Object.entries(offer.fields).map(([name, { value }]) => [name, value]);
    const sent = await pages.send(offer.path, { ...Object.fromEntries(fields), auto_renewal: 'true' });
    const order = await openPlaced(t, pages, sent);
    await payByCard(t, sent.location!);
    expect((await pages.open(`${order.path}/return`)).heading).toBe('Thank you');
    expect([await t.db.getRepository(PaymentMethod).count(), await renews()]).toEqual([0, false]);
  });

  it('is not offered on the page of the saved card, and cannot be turned on there', async () => {
    const page = await pages.open(`${root}/saved-card`);
    expect([page.heading, page.buttons]).toEqual(['Saved card', []]);
    expect(page.text).toContain(
      'You have no saved card. The Lanterns does not renew memberships automatically, so nothing is charged later.',
    );
    await t.given.paymentMethod({ customer });
    const withCard = await pages.open(`${root}/saved-card`);
    expect(withCard.buttons).toEqual(['Remove this card']);
    const token = { form_token: withCard.fields.form_token.value };
    for (const path of ['replace', 'renewal-on'])
      expect((await pages.send(`${root}/saved-card/${path}`, token)).location).toBe(`${root}/saved-card`);
    expect(await renews()).toBe(false);
  });

  it('can be stopped where it is on, with a card and without one', async () => {
    for (const buttons of [['Stop automatic renewal'], ['Stop automatic renewal', 'Remove this card']]) {
      await turnOn();
      const page = await pages.open(`${root}/saved-card`);
      expect(page.buttons).toEqual(buttons);
      expect(page.text).toContain('does not charge renewals automatically yet');
      await page.press('Stop automatic renewal');
      expect(await renews()).toBe(false);
      if (buttons.length === 1) await t.given.paymentMethod({ customer });
    }
  });

  it('can be stopped in a fan club that takes no payments', async () => {
    await t.db.query('UPDATE payment_accounts SET enabled = false');
    await turnOn();
    await (await pages.open(`${root}/saved-card`)).press('Stop automatic renewal');
    expect(await renews()).toBe(false);
    expect((await pages.open(`${root}/saved-card`)).text).toContain('does not keep payment cards here');
  });
});
