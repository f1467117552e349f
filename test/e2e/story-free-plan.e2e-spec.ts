import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';
import type { Json } from '../support/api';

// A visitor joins by a free plan, using only a browser, a mailbox and an account at the provider.
const t = testApp();

const UID = '1000200030';

/** A browser that uses the hosted pages and, through the fan club's website, the API: one visitor, one cookie jar. */
class Visitor extends Pages {
  private readonly key: Promise<string>;

  constructor() {
    super(t.origin);
    this.key = t.given.fanclub().then(({ key }) => key);
  }

  async call(method: 'GET' | 'POST', path: string, body?: object): Promise<Json> {
    const { json } = await this.http.request(method, `/api/v1${path}?key=${await this.key}`, { body });
    return json;
  }
}

it('leads from the checkout of a free plan to a registered, confirmed customer with an order', async () => {
  const club = await t.given.fanclub({ name: 'The Lanterns' });
  await t.given.loginProvider();
  const plan = await t.given.plan({ name: 'Free Plan', price: '0.00', duration: 6 });
  const ada = new Visitor();

  // The target of the website's join page.
  const { plans } = await ada.call('GET', '/plans');
  expect(plans).toEqual([expect.objectContaining({ id: plan.id, display_price: 'Free' })]);
  const checkout = await ada.open(plans[0].checkout);
  expect(checkout.text).toContain('Free Plan');
  const done = await (await checkout.submit()).follow();
  expect(done.heading).toBe('One step is left: register');

  // Order and subscription exist; the customer is not registered yet.
  const { customer } = await ada.call('GET', '/account');
  expect(customer).toMatchObject({
    id: null,
    email: null,
    birthdate: null,
    fanclub_id: null,
    expired: false,
  });
  expect(customer).not.toHaveProperty('registered');
  expect(customer.subscription.plan.name).toBe('Free Plan');
  expect(await ada.call('GET', '/orders')).toEqual({
    status: 'error',
    messages: ['Please log in to access your online benefits.'],
  });

  // The website registers them; without address and consent it gets the missing fields.
  const social_signed_request = signedRequest(t, UID);
  const refused = await ada.call('POST', '/account/register', { social_signed_request });
  expect(refused).toEqual({
    status: 'error',
    messages: [
      "Email can't be blank",
      "Birthdate can't be blank",
      "Password can't be blank",
      'Must accept terms of service',
    ],
  });
  const registered = await ada.call('POST', '/account/register', {
    social_signed_request,
    email: 'ada@x.example',
    first_name: 'Ada',
    birthdate: '1990-12-10',
    accept_terms: true,
  });
  expect(registered).toMatchObject({
    status: 'ok',
    customer: {
      email: 'ada@x.example',
      birthdate: '1990-12-10',
      fanclub_id: club.id,
      expired: false,
      authentications: [{ name: 'social' }],
      subscription: { plan: { name: 'Free Plan' } },
    },
  });

  // An unconfirmed customer is logged out, even with the provider.
  expect((await ada.call('GET', '/account')).customer).toBeNull();
  const early = await ada.call('POST', '/login', { social_signed_request: signedRequest(t, UID) });
  expect(early).toEqual({
    status: 'error',
    messages: [
      'The email address ada@x.example has not been confirmed. Please use the link in your confirmation email or contact ' +
        `${club.supportEmail} for assistance.`,
    ],
  });

  // The mailed link is opened in the registering browser, so the connection stays.
  const [mail, ...others] = await mailsOf(t);
  expect([mail, others]).toEqual([
    expect.objectContaining({ kind: 'confirm_address', to: 'ada@x.example', firstName: 'Ada' }),
    [],
  ]);
  const confirmed = await (await (await ada.open(mail.link)).submit()).follow();
  expect([confirmed.heading, confirmed.links['Back to The Lanterns']]).toEqual([
    'Your email address is confirmed',
    club.siteUrl,
  ]);
  const elsewhere = new Visitor();
  expect((await elsewhere.open(mail.link)).status).not.toBe(200);

  const login = await elsewhere.call('POST', '/login', { social_signed_request: signedRequest(t, UID) });
  expect(login).toMatchObject({ status: 'ok', customer: { id: registered.customer.id, first_name: 'Ada' } });
  const { orders } = await elsewhere.call('GET', '/orders');
  expect(orders).toEqual([
    expect.objectContaining({
      customer_id: registered.customer.id,
      plan: expect.objectContaining({ id: plan.id, current: true }),
      totals: null,
      paid_at: 'June 15, 2026',
    }),
  ]);
  expect((await elsewhere.call('GET', '/subscriptions')).subscriptions).toEqual([
    expect.objectContaining({ status: 'active', end_date: '2026-12-15T12:00:00Z' }),
  ]);

  // The order cannot be placed again.
  expect((await elsewhere.open(plans[0].checkout)).heading).toBe('You have this plan already');
});
