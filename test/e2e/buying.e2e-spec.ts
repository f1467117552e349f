import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { openBank, payByCard, sendToBank, withDemoBank } from '../support/payments/demo-bank';
import { CARDS } from '../support/payments/contract';
import { mailsOf } from '../support/mails-of';
import { Pages, type VisitedPage } from '../support/pages';
import { runJob } from '../support/run-job';
import { SIGN_UP } from '../support/sign-up';
import { testApp } from '../support/start-test-app';

// The demo bank over HTTP, and a browser without JavaScript.
const t = testApp(withDemoBank);

const ADDRESS = { address: '1 Main St', city: 'Paris', state: '', postal_code: '75001', country: 'FR' };

let plan: Plan;
let pages: Pages;
const checkoutOf = ({ fanclubId, id }: Plan) => `/fanclubs/${fanclubId}/plans/${id}/checkout`;
const orders = (): Promise<Order[]> => t.db.getRepository(Order).find({ order: { id: 'ASC' } });
const account = async () =>
  (await t.api.stranger().get('/account', { headers: { cookie: pages.http.cookies.header() ?? '' } })).body
    .customer;
const linkOf = (page: VisitedPage): string => page.links['Go to the payment'];

beforeEach(async () => {
  await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });
  await openBank(t);
  plan = await t.given.plan({ name: 'Gold', price: '24.99' });
  pages = new Pages(t.origin);
});

/** Signs up at the checkout, and opens the page of the order. */
async function ordered(): Promise<VisitedPage> {
  const offer = await pages.open(checkoutOf(plan));
  const details = await offer.submit({ ...SIGN_UP, accept_terms: 'true' });
  const total = await details.follow();
  return (await total.submit()).follow();
}

/** Types a card on the page of the bank, and goes where it leads. */
async function pay(url: string, number: string, confirm?: 'yes' | 'no') {
  const answer = await payByCard(t, url, number, { postal_code: '75001', country: 'FR' });
  return confirm === undefined ? answer : sendToBank(t, url, { confirm });
}

describe('a stranger', () => {
  it('signs up, pays by card, and is a member on return', async () => {
    const waiting = await ordered();
    expect([waiting.status, waiting.heading]).toEqual([200, 'One step is left']);
    expect(waiting.text).toContain('Gold $24.99 Total $24.99');
    const answer = await pay(linkOf(waiting), CARDS.works);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/\/orders\/\d+\/return$/),
    ]);
    const thanks = await pages.open(answer.headers.location!);
    expect([thanks.status, thanks.heading]).toEqual([200, 'Thank you']);
    expect(thanks.text).toContain('Your membership “Gold” has begun.');
    expect(thanks.text).toContain('Open its link to confirm your email address');
    expect((await orders())[0]).toMatchObject({
      ...{ total: '24.99', receiptNumber: 1, paidAt: t.clock.now() },
      billingAddress: expect.objectContaining({ first_name: 'Ada', last_name: 'Lovelace', country: 'FR' }),
    });
    const customer = await t.db.getRepository(Customer).findOneByOrFail({ email: SIGN_UP.email });
    expect(customer).toMatchObject({ registered: true, confirmedAt: null });
    // To the API the customer stays logged out until the address is confirmed.
    expect(await account()).toBeNull();
  });

  it('says where the package goes, sees the total, and pays it', async () => {
    await t.given.package(plan, [{}], { domestic: '5.00', international: '15.00' });
    const offer = await pages.open(checkoutOf(plan));
    expect(offer.text).toContain('Shipping (other countries) $15.00');
    const details = await offer.submit({ ...SIGN_UP, ...ADDRESS, state: 'IDF', accept_terms: 'true' });
    const total = await details.follow();
    expect(total.text).toContain('Shipping $15.00 Total $39.99');
    const waiting = await (await total.submit()).follow();
    await pay(linkOf(waiting), CARDS.works);
    expect((await pages.open(`${waiting.path}/return`)).heading).toBe('Thank you');
    expect((await orders())[0]).toMatchObject({ shipping: '15.00', total: '39.99' });
  });

  it('hears of all faults at once, and nothing is stored', async () => {
    await t.given.package(plan, [{}], { domestic: '5.00', international: '15.00' });
    const offer = await pages.open(checkoutOf(plan));
    const refused = await offer.submit({ email: 'nonsense' });
    expect(refused.status).toBe(422);
    expect(refused.problems).toEqual(
      expect.arrayContaining([
        'Email does not appear to be valid',
        "Birthdate can't be blank",
        'Must accept terms of service',
        "City can't be blank",
      ]),
    );
    expect(await t.db.getRepository(Customer).count()).toBe(0);
  });

  it('is told that the address has an account', async () => {
    await t.given.customer({ email: SIGN_UP.email });
    const offer = await pages.open(checkoutOf(plan));
    const refused = await offer.submit({ ...SIGN_UP, accept_terms: 'true' });
    expect([refused.status, refused.problems]).toEqual([422, ['Email has already been taken']]);
    expect(refused.links).toHaveProperty('Log in first');
  });
});

describe('a buyer', () => {
  it('whose card is declined pays with another one', async () => {
    const waiting = await ordered();
    const declined = await pay(linkOf(waiting), CARDS.declined);
    expect([declined.status, declined.text.includes('The card was declined')]).toEqual([422, true]);
    const back = await pages.open(waiting.path);
    await pay(linkOf(back), CARDS.works);
    expect((await pages.open(`${waiting.path}/return`)).heading).toBe('Thank you');
  });

  it('who is asked by the bank of the card confirms the payment', async () => {
    const waiting = await ordered();
    const answer = await pay(linkOf(waiting), CARDS.confirmsOnce, 'yes');
    expect(answer.status).toBe(303);
    expect((await pages.open(answer.headers.location!)).heading).toBe('Thank you');
  });

  it('who sees another price than before confirms it', async () => {
    const offer = await pages.open(checkoutOf(plan));
    const total = await (await offer.submit({ ...SIGN_UP, accept_terms: 'true' })).follow();
    await t.db.query('UPDATE plans SET price = 30');
    const changed = await total.submit();
    expect([changed.status, changed.problems]).toEqual([
      422,
      ['The price has changed. Please check it, and send the form again.'],
    ]);
    expect(changed.text).toContain('$30.00');
    const waiting = await (await changed.submit()).follow();
    expect(waiting.text).toContain('Total $30.00');
  });

  it('who cancels cannot pay that order any more, and orders again the next day', async () => {
    const waiting = await ordered();
    const ended = await (await waiting.submit()).follow();
    expect([ended.heading, ended.text]).toEqual([
      'This order has ended',
      expect.stringContaining('You cancelled it.'),
    ]);
    expect((await pay(linkOf(waiting), CARDS.works)).text).toContain('This page has ended');
    t.clock.advance(24 * 3600);
    const offer = await pages.open(ended.links['See the offer']);
    const again = await (await offer.submit()).follow();
    await pay(linkOf(again), CARDS.works);
    expect((await pages.open(`${again.path}/return`)).heading).toBe('Thank you');
    expect((await orders()).map(({ closedReason }) => closedReason)).toEqual(['cancelled', null]);
  });

  it('who never returns is a member by the event of the bank alone', async () => {
    const waiting = await ordered();
    await t.db.query(
      `UPDATE demo_bank.objects SET content = content || jsonb_build_object('eventsUrl',
         $1 || '/payments/demo/' || (SELECT id FROM payment_accounts) || '/events') WHERE kind = 'account'`,
      [t.origin],
    );
    await pay(linkOf(waiting), CARDS.works);
    const payloadOf = async (task: string): Promise<object> =>
      (
        await t.db.query<[{ payload: object }]>(
          `SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks k ON k.id = j.task_id
           WHERE k.identifier = $1`,
          [task],
        )
      )[0].payload;
    await runJob(t, 'demo_bank.send_event', undefined, await payloadOf('demo_bank.send_event'));
    await runJob(t, 'payments.process_event', undefined, await payloadOf('payments.process_event'));
    expect((await orders())[0].paidAt).toEqual(t.clock.now());
    expect(await t.db.query('SELECT processed_at FROM payment_events')).toEqual([
      { processed_at: t.clock.now() },
    ]);
    expect((await pages.open(waiting.path)).heading).toBe('Thank you');
  });

  it('finds the order kept while the bank is away, and pays it afterwards', async () => {
    const offer = await pages.open(checkoutOf(plan));
    const total = await (await offer.submit({ ...SIGN_UP, accept_terms: 'true' })).follow();
    const switched = (value: boolean) =>
      t.db.query(
        `UPDATE demo_bank.objects SET content = jsonb_set(content, '{switches,unavailable}', to_jsonb($1::boolean))
         WHERE kind = 'account'`,
        [value],
      );
    await switched(true);
    const waits = await (await total.submit()).follow();
    expect([waits.status, waits.heading]).toEqual([503, 'The payment has to wait']);
    await switched(false);
    t.clock.advance(600);
    const waiting = await pages.open(waits.links['Try again']);
    expect(waiting.heading).toBe('One step is left');
    await pay(linkOf(waiting), CARDS.works);
    expect((await pages.open(`${waiting.path}/return`)).heading).toBe('Thank you');
  });
});

it('a buyer reads in the API what was bought, once the address is confirmed', async () => {
  const itemType = await t.given.itemType({ name: 'T-shirt size', options: ['S', 'L'] });
  const goods = [{ name: 'T-shirt', itemType }];
  const parcel = await t.given.package(plan, goods, { domestic: '5.00', international: '15.00' });
  const offer = await pages.open(checkoutOf(plan));
  const details = await offer.submit({ ...SIGN_UP, ...ADDRESS, state: 'IDF', accept_terms: 'true' });
  const waiting = await (await (await details.follow()).submit()).follow();
  t.clock.advance(600);
  await pay(linkOf(waiting), CARDS.works);
  await pages.open(`${waiting.path}/return`);
  const { link } = (await mailsOf(t)).find(({ kind }) => kind === 'confirm_address')!;
  await (await pages.open(link)).submit({ password: SIGN_UP.password });

  const api = t.api.stranger();
  await api.post('/login', { email: SIGN_UP.email, password: SIGN_UP.password });
  const brief = { id: plan.id, name: 'Gold', class: 'gold', annotations: null, tags: [] };
  const texts = { description: plan.description, online_benefits: plan.onlineBenefits };
  const term = { start_date: '2026-06-15T12:10:00Z', end_date: '2027-06-15T12:10:00Z' };
  const name = { first_name: 'Ada', last_name: 'Lovelace' };
  const [{ id, customerId }] = await orders();
  const order = {
    ...{ id, customer_id: customerId },
    plan: {
      ...{ ...brief, ...texts, duration: 12, display_price: '$24.99', upgrade_price: null, price: 24.99 },
      checkout: `${t.config.publicUrl}${checkoutOf(plan)}`,
      ...{ current: true, upgrade: false, available_to_customer: false },
      package: {
        ...{ name: parcel.name, description: parcel.description },
        shipping_and_handling: { domestic: '5.0', international: '15.0' },
        items: [{ name: 'T-shirt', thumbnail: null, item_type: `item_type_${itemType.id}` }],
      },
    },
    totals: { shipping: '15.0', discount: '0.0', subtotal: '24.99', total: '39.99' },
    ...{ created_at: 'June 15, 2026', paid_at: 'June 15, 2026', refunded_at: null },
  };
  const parcelFacts = { status: 'Backordered', issues: [] };

  expect((await api.get('/subscriptions')).body).toEqual({
    status: 'ok',
    subscriptions: [
      {
        ...{ id: expect.any(Number), ...term, plan: { ...brief, ...texts } },
        ...{ status: 'active', active: true, expired: false, trial_membership: false, lapsed: false },
      },
    ],
  });
  expect((await api.get('/account')).body.customer).toMatchObject({
    ...{ id: customerId, expired: false, trial_membership: false, auto_renewal_enabled: false },
    subscription: {
      ...{ plan: { ...brief, ...texts }, ...term },
      ...{ lapsed: false, trial_membership: false, affiliates: [] },
    },
  });
  const detail = {
    ...order,
    shipments: [
      {
        ...parcelFacts,
        items: [{ name: 'T-shirt', thumbnail: null, option: null }],
        shipping_address: { ...name, ...ADDRESS, address_2: '', state: 'IDF' },
      },
    ],
    // The page of the bank asks for the name, the postal code and the country.
    billing_address: {
      ...{ ...name, address: '', address_2: '', city: '', state: '' },
      ...{ postal_code: '75001', country: 'FR' },
    },
  };
  for (const path of ['/orders/latest', `/orders/${id}`])
    expect((await api.get(path)).body).toEqual({ status: 'ok', order: detail });
  expect((await api.get('/orders')).body.orders).toEqual([
    { ...order, shipments: [{ ...parcelFacts, items: 1 }] },
  ]);
  expect((await api.get('/subscriptions/queued')).body).toEqual([]);
});

it('a stranger with the address of an order learns nothing about it', async () => {
  const { path } = await ordered();
  for (const address of [path, `${path}/return`]) {
    const page = await new Pages(t.origin).open(address);
    expect([page.status, page.heading]).toEqual([200, 'Your order']);
    expect(page.text).not.toContain('Gold');
  }
});
