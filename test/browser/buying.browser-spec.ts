import { runJob } from '../support/run-job';
import { CARDS } from '../support/payments/contract';
import { shop } from './shop';
import { DEVICES } from './visitor';

const { t, given, checkout, visitor } = shop('buying');

describe.each(DEVICES)('on a %s', (...device) => {
  it('a stranger joins by card: declined, then another card, which asks for a confirmation', async () => {
    await t.given.package(given.plan, [{ name: 'Shirt' }], { domestic: '5.00', international: '15.00' });
    const ada = await visitor(device);
    await ada.open(checkout());
    await ada.look('details');
    await ada.fill({ address: '1 Main St', city: 'Springfield', state: 'IL', postal_code: '62701' });
    await ada.signUp();
    await ada.press('Continue');
    expect(await ada.page.textContent('table')).toMatch(/Total\s*\$29\.99/);
    expect(await ada.page.isChecked('#auto_renewal')).toBe(false);
    await ada.look('offer');
    await ada.page.check('#auto_renewal');
    await ada.press('Continue to payment');
    expect(await ada.heading()).toBe('Pay by card');
    await ada.follow('Go back without paying');
    expect(await ada.heading()).toBe('One step is left');
    await ada.look('order');
    await ada.follow('Go to the payment');
    await ada.typeCard(CARDS.declined);
    expect(await ada.page.textContent('[role=alert]')).toContain('The card was declined');
    await ada.look('declined');
    await ada.typeCard(CARDS.confirmsOnce);
    await ada.press('Yes, I agree');
    await ada.page.waitForURL(/\/return$/);
    expect(await ada.heading()).toBe('Thank you');
    await ada.look('thanks');
    expect(ada.faults()).toEqual([]);
    expect(await t.db.query('SELECT last4 FROM payment_methods')).toEqual([{ last4: '3155' }]);
  });

  it('a coupon is entered at the checkout, lowers the price, and is removed', async () => {
    const { text } = await t.given.redeemCode();
    const ada = await visitor(device, 'coupon');
    await ada.open(checkout());
    await ada.fill({ code: 'wrong' });
    await ada.press('Use this code');
    await ada.look('wrong');
    await ada.fill({ code: text });
    await ada.press('Use this code');
    expect(await ada.page.textContent('table')).toMatch(/\$19\.99/);
    await ada.look('stranger');
    await ada.signUp();
    await ada.press('Continue');
    await ada.look('used');
    await ada.press('Remove the code');
    expect(await ada.page.textContent('table')).not.toMatch(/\$19\.99/);
    expect(ada.faults()).toEqual([]);
  });

  it('a buyer cancels, and orders again the next day at another price', async () => {
    const ada = await visitor(device, 'again');
    await ada.open(checkout());
    await ada.signUp();
    await ada.press('Continue');
    await ada.press('Continue to payment');
    await ada.follow('Go back without paying');
    await ada.press('Cancel this order');
    expect(await ada.heading()).toBe('This order has ended');
    await ada.look('ended');
    t.clock.advance(24 * 3600);
    await runJob(t, 'payments.watch');
    await ada.follow('See the offer');
    await t.db.query('UPDATE plans SET price = 30');
    await ada.press('Continue to payment');
    expect(await ada.page.textContent('.problems')).toContain('The price has changed');
    await ada.look('price');
    await ada.press('Continue to payment');
    await ada.pay(CARDS.works);
    expect(await ada.page.textContent('table')).toMatch(/Total\s*\$30\.00/);
  });
});

it('a browser follows the order form to a payment page at another origin', async () => {
  const ada = await visitor(['phone-axe', 360, true]);
  // The pages of the bank are at 127.0.0.1, which is another origin for browsers.
  await ada.open(checkout().replace('127.0.0.1', 'localhost'));
  await ada.signUp();
  await ada.press('Continue');
  await ada.press('Continue to payment');
  expect(await ada.heading()).toBe('Pay by card');
  expect([new URL(ada.page.url()).hostname, ada.faults()]).toEqual(['127.0.0.1', []]);
});
