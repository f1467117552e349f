import { countStatements } from '#libs/testing';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Order } from '#domains/orders/order.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import { postalAddress } from '#domains/shipping/shipping.samples';
import type { Answer, Api } from '../support/api';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026; the fan club's time zone is Pacific time.
const t = testApp();

const LOGGED_OUT = { status: 'error', messages: ['Please log in to access your online benefits.'] };
const NOT_FOUND = '{"status":"error","messages":["No order found"]}';

let customer: Customer;
let api: Api;

beforeEach(async () => {
  customer = await t.given.customer();
  api = await loggedIn(t, customer);
});

const ids = ({ body }: Answer): unknown[] => body.orders.map(({ id }: { id: number }) => id);

/** A plan with a package, and its order with one shipped and one queued shipment. */
async function shippedAndQueued() {
  const itemType = await t.given.itemType({ name: 'T-shirt size' });
  const plan = await t.given.plan({ name: 'Gold Plan', price: '24.99', tags: ['gold'] });
  await t.given.package(plan, [{ name: 'T-shirt', itemType }], {
    name: 'Box',
    description: '<p>A box</p>',
    domestic: '5.00',
  });
  const order = await t.given.order({
    customer,
    plan,
    shipping: '15.50',
    discount: '0.00',
    subtotal: '24.99',
    total: '40.49',
    createdAt: new Date('2026-06-01T06:59:59Z'),
    paidAt: new Date('2026-06-01T07:00:00Z'),
    refundedAt: new Date('2026-06-10T12:00:00Z'),
    billingAddress: postalAddress({ city: 'Paris' }),
  });
  await t.given.shipment({
    order,
    shipDate: '2026-06-05',
    trackingUrl: 'https://carrier.example/1',
    shippingAddress: postalAddress(),
    items: [
      { name: 'Card', thumbnail: 'https://x.example/card.png', option: null },
      { name: 'Poster', thumbnail: null, option: 'A2' },
    ],
  });
  await t.given.shipment({ order, shipDate: null, items: [{ name: 'T-shirt' }] });
  return { order, plan, itemType };
}

/** The JSON of {@link shippedAndQueued}'s order without shipments and billing address. */
const head = (id: number, plan: Plan, itemTypeId: number) => ({
  id,
  customer_id: customer.id,
  plan: {
    id: plan.id,
    name: 'Gold Plan',
    class: 'gold-plan',
    description: plan.description,
    online_benefits: plan.onlineBenefits,
    annotations: null,
    tags: ['gold'],
    duration: 12,
    display_price: '$24.99',
    upgrade_price: null,
    price: 24.99,
    checkout: `https://api.example.test/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`,
    current: false,
    upgrade: false,
    available_to_customer: true,
    package: {
      name: 'Box',
      description: '<p>A box</p>',
      shipping_and_handling: { domestic: '5.0', international: '15.5' },
      items: [{ name: 'T-shirt', thumbnail: null, item_type: `item_type_${itemTypeId}` }],
    },
  },
  totals: { shipping: '15.5', discount: '0.0', subtotal: '24.99', total: '40.49' },
  created_at: 'May 31, 2026',
  paid_at: 'June 1, 2026',
  refunded_at: 'June 10, 2026',
});

describe.each(['/orders', '/orders/1', '/orders/latest'])('GET %s', (path) => {
  it.each(EVERY_VIEWER.filter((kind) => !kind.loggedIn))('asks $name to log in', async (kind) => {
    const { code, body } = await (await kind.client(t, await t.given.plan())).get(path);
    expect([code, body]).toEqual([200, LOGGED_OUT]);
  });

  it.each(EVERY_VIEWER.filter((kind) => kind.loggedIn))('answers $name, who has no orders', async (kind) => {
    const { code, text } = await (await kind.client(t, await t.given.plan())).get(path);
    expect([code, text]).toEqual([200, path === '/orders' ? '{"status":"ok","orders":[]}' : NOT_FOUND]);
  });
});

describe('GET /orders', () => {
  it('shows an order field by field, and its shipments with the number of their items', async () => {
    const { order, plan, itemType } = await shippedAndQueued();

    const { code, text } = await api.get('/orders');

    const expected = {
      status: 'ok',
      orders: [
        {
          ...head(order.id, plan, itemType.id),
          shipments: [
            {
              status: 'Shipped on June 5, 2026',
              ship_date: '2026-06-05',
              tracking_url: 'https://carrier.example/1',
              items: 2,
            },
            {
              status: 'Backordered',
              items: 1,
              issues: ['missing_shipment_address', 'missing_required_option'],
            },
          ],
        },
      ],
    };
    // Compared as texts: the order of the fields is part of the contract.
    expect([code, text]).toEqual([200, JSON.stringify(expected)]);
  });

  it.each([
    [{}, [1, 2, 3]],
    [{ order: 'ASC' }, [1, 2, 3]],
    [{ order: 'desc' }, [3, 2, 1]],
    [{ order: 'sideways' }, [1, 2, 3]],
  ])('with %j sorts by id, not by date', async (query, expected) => {
    const plan = await t.given.plan();
    const made = [-1, -3, -2].map((days) => daysFrom(t.clock.now(), days));
    const orders: Order[] = [];
    for (const createdAt of made) orders.push(await t.given.order({ customer, plan, createdAt }));
    const answer = await api.get('/orders', { query });
    expect(ids(answer)).toEqual(expected.map((n) => orders[n - 1].id));
  });

  it('shows only completed orders: paid, or free and placed', async () => {
    const free = await t.given.plan({ price: '0.00' });
    const placed = await t.given.order({ customer, plan: free });
    await t.given.order({ customer, paidAt: null });
    await t.given.order({
      customer,
      paidAt: null,
      shipping: null,
      discount: null,
      subtotal: null,
      total: null,
    });
    const paid = await t.given.order({ customer });
    expect(ids(await api.get('/orders'))).toEqual([placed.id, paid.id]);
  });

  it('shows a free order without totals, paid when it was placed', async () => {
    const plan = await t.given.plan({ price: '0.00' });
    await t.given.order({ customer, plan, createdAt: new Date('2026-01-05T12:00:00Z') });
    const { body } = await api.get('/orders');
    expect(body.orders[0]).toMatchObject({
      plan: { price: 0, display_price: 'Free' },
      totals: null,
      created_at: 'January 5, 2026',
      paid_at: 'January 5, 2026',
      refunded_at: null,
    });
  });

  it('shows no shipments for a plan without a package, and none yet for one with', async () => {
    const plan = await t.given.plan();
    await t.given.shipment({ order: await t.given.order({ customer, plan }) });
    const [without] = (await api.get('/orders')).body.orders;
    expect(Object.keys(without as object).at(-1)).toBe('refunded_at');

    const boxed = await t.given.plan();
    await t.given.package(boxed);
    await t.given.order({ customer, plan: boxed });
    expect((await api.get('/orders')).body.orders[1]).toMatchObject({ shipments: [] });
  });

  it('shows the plan’s current availability to the customer, even if it is no longer listed', async () => {
    const [old, current] = [
      await t.given.plan({ deleted: true, price: '10.00' }),
      await t.given.plan({ price: '30.00' }),
    ];
    const better = await t.given.plan({ price: '40.00' });
    await t.given.upgrade(current, better);
    await t.given.subscription({ customer, plan: current });
    for (const plan of [old, current, better]) await t.given.order({ customer, plan });
    const { body } = await api.get('/orders');
    const plans = (body.orders as unknown as { plan: object }[]).map(({ plan }) => plan);
    const none = { current: false, upgrade: false, upgrade_price: null, available_to_customer: false };
    expect(plans).toMatchObject([
      { id: old.id, ...none },
      { id: current.id, ...none, current: true },
      { id: better.id, current: false, upgrade: true, upgrade_price: '10.0', available_to_customer: true },
    ]);
    for (const plan of plans) expect(plan).not.toHaveProperty('renewal');
  });

  it('shows no orders of other customers', async () => {
    const own = await t.given.order({ customer });
    await t.given.order();
    expect(ids(await api.get('/orders'))).toEqual([own.id]);
  });

  it('takes one statement for any number of orders and shipments', async () => {
    for (const parcels of [0, 1, 2, 3]) {
      const plan = await t.given.plan();
      await t.given.package(plan);
      const order = await t.given.order({ customer, plan });
      for (let n = 0; n < parcels; n += 1) await t.given.shipment({ order });
    }
    const counter = countStatements();
    const answer = await api.get('/orders');
    expect(counter.stop()).toHaveLength(1);
    expect(ids(answer)).toHaveLength(4);
  });
});

describe('a queued shipment', () => {
  const issues = async (): Promise<unknown> => (await api.get('/orders')).body.orders[0].shipments[1].issues;

  it('lacks an address until it has its own or the customer has a primary one', async () => {
    const { itemType } = await shippedAndQueued();
    await t.given.itemSelection({ customer, option: itemType.options[0] });
    expect(await issues()).toEqual(['missing_shipment_address']);
    await t.given.shippingAddress();
    expect(await issues()).toEqual(['missing_shipment_address']);
    await t.given.shippingAddress({ customer });
    expect(await issues()).toEqual([]);
  });

  it('lacks an option until the customer has chosen one of the required type', async () => {
    const { itemType } = await shippedAndQueued();
    await t.given.shippingAddress({ customer });
    await t.given.itemSelection({ option: itemType.options[0] });
    await t.given.itemSelection({ customer, option: (await t.given.itemType()).options[0] });
    expect(await issues()).toEqual(['missing_required_option']);
    await t.given.itemSelection({ customer, option: itemType.options[1] });
    expect(await issues()).toEqual([]);
  });
});

describe.each([
  ['/orders/{id}', 2, (id: number) => `/orders/${id}`],
  ['/orders/latest', 1, () => '/orders/latest'],
])('GET %s', (_, statements, path) => {
  it('shows the order with addresses, and the items of its shipments', async () => {
    const { order, plan, itemType } = await shippedAndQueued();
    await t.given.shippingAddress({
      customer,
      firstName: 'Ada',
      lastName: 'Byron',
      address: '1 Main Street',
      city: 'Los Angeles',
      state: 'CA',
      postalCode: '90001',
      country: 'US',
    });

    const { code, text } = await api.get(path(order.id));

    const expected = {
      status: 'ok',
      order: {
        ...head(order.id, plan, itemType.id),
        shipments: [
          {
            status: 'Shipped on June 5, 2026',
            ship_date: '2026-06-05',
            tracking_url: 'https://carrier.example/1',
            items: [
              { name: 'Card', thumbnail: 'https://x.example/card.png', option: null },
              { name: 'Poster', thumbnail: null, option: 'A2' },
            ],
            shipping_address: postalAddress(),
          },
          {
            status: 'Backordered',
            items: [{ name: 'T-shirt', thumbnail: null, option: null }],
            issues: ['missing_required_option'],
            shipping_address: {
              first_name: 'Ada',
              last_name: 'Byron',
              address: '1 Main Street',
              address_2: '',
              city: 'Los Angeles',
              state: 'CA',
              postal_code: '90001',
              country: 'US',
            },
          },
        ],
        billing_address: postalAddress({ city: 'Paris' }),
      },
    };
    // Compared as texts: the order of the fields is part of the contract.
    expect([code, text]).toEqual([200, JSON.stringify(expected)]);
  });

  it('shows null for missing addresses and a missing tracking page', async () => {
    const plan = await t.given.plan();
    await t.given.package(plan);
    const order = await t.given.order({ customer, plan });
    await t.given.shipment({ order, trackingUrl: null });
    await t.given.shipment({ order, shipDate: null });
    const { body } = await api.get(path(order.id));
    expect(body.order).toMatchObject({
      billing_address: null,
      shipments: [{ tracking_url: null, shipping_address: null }, { shipping_address: null }],
    });
  });

  it(`takes this number of statements: ${statements}`, async () => {
    const { order } = await shippedAndQueued();
    const counter = countStatements();
    await api.get(path(order.id));
    expect(counter.stop()).toHaveLength(statements);
  });
});

describe('GET /orders/{id}', () => {
  it("answers an incomplete order, another customer's or fan club's, and an impossible id with the same 404", async () => {
    const other = await t.given.fanclub({});
    const stranger = await t.given.customer({ fanclubId: other.id });
    const wanted = [
      (await t.given.order({ customer, paidAt: null })).id,
      (await t.given.order()).id,
      (await t.given.order({ customer: stranger })).id,
      999_999,
      0,
      -1,
      '1e3',
      '01',
      'abc',
      '9223372036854775808',
      '9'.repeat(30),
    ];
    for (const id of wanted) {
      const { code, text } = await api.get(`/orders/${id}`);
      expect([id, code, text]).toEqual([id, 200, NOT_FOUND]);
    }
  });

  it('finds no order in the fan club of another key', async () => {
    const order = await t.given.order({ customer });
    const other = await t.given.fanclub({});
    expect((await api.get(`/orders/${order.id}`)).body.status).toBe('ok');
    expect((await api.get(`/orders/${order.id}`, { key: other.key })).body).toEqual(LOGGED_OUT);
  });
});

describe('GET /orders/latest', () => {
  const latest = async (): Promise<unknown> => (await api.get('/orders/latest')).body.order.id;

  it('is the order that was completed last, not the one placed last', async () => {
    const now = t.clock.now();
    const plan = await t.given.plan();
    const of = (createdDays: number, paidDays: number | null) =>
      t.given.order({
        customer,
        plan,
        createdAt: daysFrom(now, createdDays),
        paidAt: paidDays === null ? null : daysFrom(now, paidDays),
      });
    const paidLast = await of(-9, -1);
    await of(-5, -4);
    await of(0, null);
    expect(await latest()).toBe(paidLast.id);
  });

  it('uses the time at which a free order was placed, and the higher id of two orders completed at the same time', async () => {
    const at = daysFrom(t.clock.now(), -2);
    const free = await t.given.plan({ price: '0.00' });
    await t.given.order({ customer, createdAt: daysFrom(at, -1), paidAt: at });
    const second = await t.given.order({ customer, plan: free, createdAt: at });
    expect(await latest()).toBe(second.id);
  });
});
