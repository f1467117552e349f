import { countStatements } from '#libs/testing';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { CheckoutService, PlanNotAvailable } from '../../src/domains/checkout';
import { PASSWORD } from '#samples';
import { bankRefuses, openBank, payByCard, sendToBank, withDemoBank } from '../support/payments/demo-bank';
import { CARDS } from '../support/payments/contract';
import { openPlaced } from '../support/payments/placed-order';
import { mailsOf } from '../support/mails-of';
import { texts } from '../support/page-html';
import { Pages, type VisitedPage } from '../support/pages';
import { runJob } from '../support/run-job';
import { SIGN_UP } from '../support/sign-up';
import { testApp } from '../support/start-test-app';

// The demo bank over HTTP, and a browser without JavaScript.
const t = testApp(withDemoBank);
afterEach(() => jest.restoreAllMocks());

const ADDRESS = { address: '1 Main St', city: 'Paris', state: '', postal_code: '75001', country: 'FR' };

let plan: Plan;
let pages: Pages;
const checkoutOf = ({ fanclubId, id }: Plan) => `/fanclubs/${fanclubId}/plans/${id}/checkout`;
const orders = (): Promise<Order[]> => t.db.getRepository(Order).find({ order: { id: 'ASC' } });
const account = async () =>
  (await t.api.stranger().get('/account', { headers: { cookie: pages.http.cookies.header() ?? '' } })).body
    .customer;
const loginOf = ({ fanclubId }: Plan) => `/fanclubs/${fanclubId}/login`;
const choice = ({ id, options }: { id: number; options: { id: number }[] }, at: number) => ({
  [`item_type_${id}`]: String(options[at].id),
});
/** The options that were chosen, by item type. */
const chosen = async (): Promise<number[]> =>
  (
    await t.db.query<{ id: string }[]>(
      'SELECT item_option_id AS id FROM item_selections ORDER BY item_type_id',
    )
  ).map(({ id }) => Number(id));
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
  return placed(await (await details.follow()).submit());
}

/** The page of an order that was placed, and whose payment page the buyer sees. */
const placed = (answer: VisitedPage): Promise<VisitedPage> => openPlaced(t, pages, answer);

/** Types a card on the page of the bank, and goes where it leads. */
async function pay(url: string, number: string, confirm?: 'yes' | 'no') {
  const answer = await payByCard(t, url, number, { country: 'FR' });
  return confirm === undefined ? answer : sendToBank(t, url, { confirm });
}

const bankIsAway = (isAway: boolean) =>
  t.db.query(
    `UPDATE demo_bank.objects SET content = jsonb_set(content, '{switches,unavailable}', to_jsonb($1::boolean))
     WHERE kind = 'account'`,
    [isAway],
  );

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
    expect(total.links).not.toHaveProperty('Log in first');
    const waiting = await placed(await total.submit());
    await pay(linkOf(waiting), CARDS.works);
    expect((await pages.open(`${waiting.path}/return`)).heading).toBe('Thank you');
    expect((await orders())[0]).toMatchObject({ shipping: '15.00', total: '39.99' });
  });

  it('chooses the options of the package with the address, and nothing is preselected', async () => {
    const size = await t.given.itemType({ name: 'Shirt size', options: ['S', 'L'] });
    const color = await t.given.itemType({ name: 'Color', options: ['Red'] });
    const unused = await t.given.itemType({ name: 'Nothing to choose', options: [] });
    const items = [{ itemType: size }, { itemType: color, required: false }, { itemType: unused }];
    await t.given.package(plan, items, { domestic: '5.00', international: '15.00' });
    const offer = await pages.open(checkoutOf(plan));
    const person = { ...SIGN_UP, ...ADDRESS, state: 'IDF', accept_terms: 'true' };
    const refused = await offer.submit(person);
    expect(refused.problems).toEqual(["Shirt size can't be blank"]);
    expect(refused.html).toContain(`<a href="#item_type_${size.id}">Shirt size can&#39;t be blank</a>`);
    expect(texts(refused.html, 'label')).toEqual(expect.arrayContaining(['Shirt size (required)', 'Color']));
    const total = await (await refused.submit({ ...person, ...choice(size, 1) })).follow();
    expect(total.buttons).toEqual(['Continue to payment', 'Use this code']);
    expect(await chosen()).toEqual([size.options[1].id]);
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

  it('with an address chooses the options that are missing before the payment, and keeps the others', async () => {
    const [size, cap] = [
      await t.given.itemType({ name: 'Shirt size', options: ['S', 'L'] }),
      await t.given.itemType({ name: 'Cap', options: ['Red', 'Blue'] }),
    ];
    await t.given.package(plan, [{ itemType: size }, { itemType: cap }], {
      domestic: '5.00',
      international: '5.00',
    });
    const customer = await t.given.customer({ email: 'bob@x.example' });
    await t.given.shippingAddress({ customer, country: 'FR', city: 'Lyon' });
    await t.given.itemSelection({ customer, option: cap.options[1] });
    await (await pages.open(loginOf(plan))).submit({ email: 'bob@x.example', password: PASSWORD });

    const offer = await pages.open(checkoutOf(plan));
    expect([offer.buttons, Object.keys(offer.fields)]).toEqual([
      ['Continue', 'Use this code'],
      ['form_token', `item_type_${size.id}`],
    ]);
    expect((await offer.submit()).problems).toEqual(["Shirt size can't be blank"]);
    const total = await (await offer.submit(choice(size, 1))).follow();
    expect(total.buttons).toEqual(['Continue to payment', 'Use this code']);
    expect(await chosen()).toEqual([size.options[1].id, cap.options[1].id]);
    expect(await t.db.query('SELECT city, country FROM shipping_addresses')).toEqual([
      { city: 'Lyon', country: 'FR' },
    ]);
    const waiting = await placed(await total.submit());
    await pay(linkOf(waiting), CARDS.works);
    expect((await pages.open(`${waiting.path}/return`)).heading).toBe('Thank you');
    const { body } = await t.api
      .stranger()
      .get('/orders', { headers: { cookie: pages.http.cookies.header()! } });
    expect(body.orders[0].shipments[0].issues).toEqual([]);
  });

  it('who is logged in sees the terms of the fan club beside the button of a paid order only', async () => {
    const free = await t.given.plan({ price: '0.00' });
    await t.given.customer({ email: 'bob@x.example' });
    await (await pages.open(loginOf(plan))).submit({ email: 'bob@x.example', password: PASSWORD });
    const offer = await pages.open(checkoutOf(plan));
    expect(offer.text).toMatch(/By ordering you accept the terms of service ?\. Continue to payment/);
    expect(offer.links['terms of service']).toBe(`/fanclubs/${plan.fanclubId}/terms`);
    expect((await pages.open(checkoutOf(free))).text).not.toContain('By ordering');
    await t.db.query(`UPDATE fanclubs SET link_terms = 'https://lanterns.example/terms'`);
    expect((await pages.open(checkoutOf(plan))).links['terms of service']).toBe(
      'https://lanterns.example/terms',
    );
  });

  it('of a free plan is asked for no options at the checkout', async () => {
    const free = await t.given.plan({ price: '0.00' });
    const size = await t.given.itemType({ options: ['S', 'L'] });
    await t.given.package(free, [{ itemType: size }], { domestic: '0.00', international: '0.00' });
    await t.given.shippingAddress({ customer: await t.given.customer({ email: 'bob@x.example' }) });
    await (await pages.open(loginOf(free))).submit({ email: 'bob@x.example', password: PASSWORD });
    expect((await pages.open(checkoutOf(free))).buttons).toEqual(['Join for free']);
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
    const waiting = await placed(await changed.submit());
    expect(waiting.text).toContain('Total $30.00');
  });

  it('whose order is refused gets the form back with the reason', async () => {
    const offer = await pages.open(checkoutOf(plan));
    const total = await (await offer.submit({ ...SIGN_UP, accept_terms: 'true' })).follow();
    jest.spyOn(t.app.get(CheckoutService), 'place').mockRejectedValueOnce(new PlanNotAvailable());
    const refused = await total.submit();
    expect([refused.status, refused.problems, refused.buttons]).toEqual([
      422,
      ['This plan is not available to you.'],
      ['Continue to payment', 'Use this code'],
    ]);
    expect((await placed(await refused.submit())).heading).toBe('One step is left');
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
    const again = await placed(await offer.submit());
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

  it('who has paid and returns while the bank is away waits for the confirmation, and is not asked to pay again', async () => {
    const waiting = await ordered();
    await bankIsAway(true);
    const { headers } = await pay(linkOf(waiting), CARDS.works);
    const moment = await pages.open(headers.location!);
    expect([moment.status, moment.heading, moment.buttons]).toEqual([200, 'One moment', []]);
    expect(moment.text).toContain('Your payment is still being confirmed.');
    expect(moment.html).toContain('<meta http-equiv="refresh"');
    expect(moment.links).not.toHaveProperty('Go to the payment');
    await bankIsAway(false);
    expect((await pages.open(moment.links['Try again'])).heading).toBe('Thank you');
  });

  it('finds the order kept while the bank is away, and pays it afterwards', async () => {
    const offer = await pages.open(checkoutOf(plan));
    const total = await (await offer.submit({ ...SIGN_UP, accept_terms: 'true' })).follow();
    await bankIsAway(true);
    const waits = await total.submit();
    expect([waits.status, waits.heading]).toEqual([503, 'The payment has to wait']);
    await bankIsAway(false);
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
  const size = choice(itemType, 1);
  const person = { ...SIGN_UP, ...ADDRESS, state: 'IDF', accept_terms: 'true' };
  const details = await offer.submit({ ...person, ...size });
  const waiting = await placed(await (await details.follow()).submit());
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
    // The page of the bank asks for the name and the country.
    billing_address: {
      ...{ ...name, address: '', address_2: '', city: '', state: '' },
      ...{ postal_code: '', country: 'FR' },
    },
  };
  for (const path of ['/orders/latest', `/orders/${id}`])
    expect((await api.get(path)).body).toEqual({ status: 'ok', order: detail });
  expect((await api.get('/orders')).body.orders).toEqual([
    { ...order, shipments: [{ ...parcelFacts, items: 1 }] },
  ]);
  expect((await api.get('/subscriptions/queued')).body).toEqual([]);
});

describe('a buyer with an open order', () => {
  it.each([
    ['is away', () => bankIsAway(true), 'The payment service does not answer at the moment.'],
    ['refuses', () => bankRefuses(t), 'The fan club has to repair something first.'],
  ])('orders nothing else while the payment service %s', async (_, breakBank, sentence) => {
    await ordered();
    const other = await t.given.plan({ name: 'Silver', price: '9.99' });
    const offer = await pages.open(checkoutOf(other));
    await breakBank();
    const waits = await offer.submit();
    expect([waits.status, waits.heading]).toEqual([503, 'The payment has to wait']);
    expect(waits.text).toContain(`${sentence} Nothing was ordered.`);
    expect(await orders()).toHaveLength(1);
  });
});

describe('the page of an order', () => {
  it('tells nothing about it in another browser, and shows it there after a log-in', async () => {
    const waiting = await ordered();
    await pay(linkOf(waiting), CARDS.works);
    await pages.open(`${waiting.path}/return`);
    const { link } = (await mailsOf(t)).find(({ kind }) => kind === 'receipt')!;
    await t.db.query('UPDATE customers SET confirmed_at = created_at');
    pages = new Pages(t.origin);
    for (const address of [link, `${waiting.path}/return`]) {
      const page = await pages.open(address);
      expect([page.status, page.heading]).toEqual([200, 'Log in to see your order']);
      expect(page.text).not.toMatch(/Gold|being confirmed/);
    }
    const login = await pages.open((await pages.open(link)).links['Log in']);
    const { email, password } = SIGN_UP;
    const shown = await pages.open((await login.submit({ email, password })).location!);
    expect([shown.heading, shown.path]).toEqual(['Thank you', waiting.path]);
  });

  it('says to another member that it is not theirs, with the same words if there is no such order', async () => {
    const { path } = await ordered();
    await t.given.customer({ email: 'bob@x.example', firstName: 'Bob' });
    pages = new Pages(t.origin);
    await (await pages.open(loginOf(plan))).submit({ email: 'bob@x.example', password: PASSWORD });
    for (const address of [path, path.replace(/\d+$/, '999999')]) {
      const page = await pages.open(address);
      expect([page.heading, page.text]).toEqual([
        'Not an order of yours',
        expect.stringMatching(/^You are logged in as Bob, and this order is not one of that account\./),
      ]);
      const login = await pages.open(page.links['Log in with another account']);
      expect(login.buttons).toEqual(['Log out']);
    }
  });
});

describe('the mailed link of somebody who signed up at the checkout', () => {
  const confirmed = async (): Promise<VisitedPage> => {
    const { link } = (await mailsOf(t)).find(({ kind }) => kind === 'confirm_address')!;
    return (await (await pages.open(link)).submit({ password: SIGN_UP.password })).follow();
  };

  it('leads to the site after the payment, and not back to a plan that is bought', async () => {
    const waiting = await ordered();
    await pay(linkOf(waiting), CARDS.works);
    expect((await pages.open(`${waiting.path}/return`)).links['Continue to The Lanterns']).toBe(
      'https://lanterns.example',
    );
    const done = await confirmed();
    expect([done.heading, done.text]).toEqual([
      'Your email address is confirmed',
      expect.stringContaining('You are logged in.'),
    ]);
    expect((await pages.open(done.links.Continue)).location).toBe('https://lanterns.example');
  });

  it('leads back to the checkout before the payment', async () => {
    const offer = await pages.open(checkoutOf(plan));
    await (await offer.submit({ ...SIGN_UP, accept_terms: 'true' })).follow();
    const onward = await pages.open((await confirmed()).links.Continue);
    expect(onward.location).toBe(checkoutOf(plan));
  });

  it('leads through the log-in to the same place in another browser', async () => {
    const waiting = await ordered();
    await pay(linkOf(waiting), CARDS.works);
    await pages.open(`${waiting.path}/return`);
    pages = new Pages(t.origin);
    const done = await confirmed();
    expect(Object.keys(done.links)).toEqual(expect.arrayContaining(['Log in', 'Back to The Lanterns']));
    const { email, password } = SIGN_UP;
    const back = await (await pages.open(done.links['Log in'])).submit({ email, password });
    expect((await pages.open(back.location!)).location).toBe('https://lanterns.example');
  });
});

describe('a buyer who is about to pay for a package', () => {
  let size: Awaited<ReturnType<typeof t.given.itemType>>;
  let offer: VisitedPage;

  beforeEach(async () => {
    size = await t.given.itemType({ name: 'Shirt size', options: ['S', 'L'] });
    const color = await t.given.itemType({ name: 'Color', options: ['Red'] });
    const items = [{ itemType: size }, { itemType: color, required: false }];
    await t.given.package(plan, items, { domestic: '5.00', international: '15.00' });
    const customer = await t.given.customer({ email: 'bob@x.example' });
    await t.given.shippingAddress({ customer, country: 'FR', city: 'Lyon' });
    await t.given.itemSelection({ customer, option: size.options[1] });
    await (await pages.open(loginOf(plan))).submit({ email: 'bob@x.example', password: PASSWORD });
    offer = await pages.open(checkoutOf(plan));
  });

  it('sees its address and options, and changes both on a page that has them', async () => {
    expect(offer.text).toMatch(/Your package goes to .* Lyon, .* France Shirt size: L Color: No choice/);
    const form = await pages.open(offer.links['Change address or choice']);
    expect([form.heading, form.buttons]).toEqual(['Your package', ['Save']]);
    expect(form.fields.city.value).toBe('Lyon');
    expect(form.fields[`item_type_${size.id}`].value).toBe(String(size.options[1].id));
    const total = await (
      await form.submit({ city: 'Springfield', country: 'US', ...choice(size, 0) })
    ).follow();
    expect(total.text).toMatch(
      /Shipping \$5\.00 .*Springfield, .* United States Shirt size: S Color: No choice/,
    );
    expect(total.buttons).toEqual(['Continue to payment', 'Use this code']);
    expect(await chosen()).toEqual([size.options[0].id]);
  });

  it('waits for six statements to see the offer, and as many to change it', async () => {
    for (const address of [offer.path, `${offer.path}/details`]) {
      const counter = countStatements();
      await pages.open(address);
      expect([address, counter.stop().length]).toEqual([address, 6]);
    }
  });

  it('hears which field and which option is missing, and nothing is stored', async () => {
    const form = await pages.open(offer.links['Change address or choice']);
    const refused = await form.submit({ city: '', [`item_type_${size.id}`]: '' });
    expect([refused.status, refused.problems]).toEqual([
      422,
      ["City can't be blank", "Shirt size can't be blank"],
    ]);
    expect(await t.db.query('SELECT city FROM shipping_addresses')).toEqual([{ city: 'Lyon' }]);
    expect(await chosen()).toEqual([size.options[1].id]);
  });

  it('cannot change what is not known yet, nor for a plan without a package', async () => {
    const bare = await t.given.plan({ price: '9.99' });
    for (const address of [checkoutOf(bare), checkoutOf(plan)]) {
      if (address === checkoutOf(plan)) pages = new Pages(t.origin);
      const answer = await pages.open(`${address}/details`);
      expect([answer.status, answer.location]).toEqual([303, address]);
    }
  });

  it('reads the long texts of the plan below the form', async () => {
    await t.db.query(`UPDATE plans SET description = '<p>The whole sky.</p>'`);
    const { html } = await pages.open(checkoutOf(plan));
    expect(html.indexOf('Continue to payment')).toBeLessThan(html.indexOf('The whole sky.'));
    expect(html.indexOf('What it costs')).toBeLessThan(html.indexOf('<form'));
  });
});
