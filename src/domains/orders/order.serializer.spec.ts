import { postalAddress } from '#domains/shipping/shipping.samples';
import { somePlan, someStanding } from '#domains/plans/plan.fixtures';
import { planInOrderJson } from '../plans/plan.serializer';
import { orderDetail, orderListItem, type PlacedOrder } from './order.serializer';
import type { CompletedOrder, ShipmentRow } from './orders.queries';

const BOX = {
  name: 'Box',
  description: null,
  domestic: '5.00',
  international: '15.50',
  items: [{ name: 'T-shirt', thumbnail: null, itemTypeId: 9, required: true }],
};

const SHIPPED: ShipmentRow = {
  shipDate: '2013-01-30',
  trackingUrl: 'https://carrier.example/1',
  shippingAddress: postalAddress(),
  items: [
    { name: 'Card', thumbnail: null, option: null },
    { name: 'T-shirt', thumbnail: 'https://x.example/shirt.png', option: 'Small' },
  ],
};
const QUEUED: ShipmentRow = { shipDate: null, trackingUrl: null, shippingAddress: null, items: [] };

function placed(facts: Partial<CompletedOrder> = {}, more: Partial<PlacedOrder> = {}): PlacedOrder {
  const order: CompletedOrder = {
    id: 21,
    customerId: 1,
    planId: 3,
    shipping: '5.00',
    discount: '10.10',
    subtotal: '100.00',
    total: '94.90',
    createdAt: new Date('2013-01-30T07:59:59Z'),
    completedAt: new Date('2013-01-30T08:00:00Z'),
    refundedAt: null,
    billingAddress: null,
    shipments: [],
    primaryAddress: null,
    chosenTypes: [],
    chosenOptions: [],
    ...facts,
  };
  const plan = somePlan({ package: BOX });
  return { order, plan, standing: someStanding(), timeZone: 'America/Los_Angeles', ...more };
}

describe('an order in the list', () => {
  it('has the fields of contract 5.20 in their order, and counts the items of its shipments', () => {
    const order = placed({ shipments: [SHIPPED, QUEUED] });
    expect(JSON.stringify(orderListItem(order))).toBe(
      JSON.stringify({
        id: 21,
        customer_id: 1,
        plan: planInOrderJson(order.plan, order.standing),
        totals: { shipping: '5.0', discount: '10.1', subtotal: '100.0', total: '94.9' },
        created_at: 'January 29, 2013',
        paid_at: 'January 30, 2013',
        refunded_at: null,
        shipments: [
          {
            status: 'Shipped on January 30, 2013',
            ship_date: '2013-01-30',
            tracking_url: 'https://carrier.example/1',
            items: 2,
          },
          {
            status: 'Backordered',
            items: 0,
            issues: ['missing_shipment_address', 'missing_required_option'],
          },
        ],
      }),
    );
  });

  it('has no field for shipments if the plan has no package', () => {
    expect(orderListItem(placed({ shipments: [SHIPPED] }, { plan: somePlan() }))).not.toHaveProperty(
      'shipments',
    );
    expect(orderListItem(placed())).toHaveProperty('shipments', []);
  });

  it('shows the day of the refund in the zone of the fan club', () => {
    const refunded = placed({ refundedAt: new Date('2013-03-01T07:59:59Z') });
    expect(orderListItem(refunded).refunded_at).toBe('February 28, 2013');
  });

  it('has no totals for a free plan, nor if none are stored', () => {
    const none = { shipping: null, discount: null, subtotal: null, total: null };
    const zero = { shipping: '0.00', discount: '0.00', subtotal: '0.00', total: '0.00' };
    const free = { plan: somePlan({ price: '0.00' }) };
    expect(orderListItem(placed(none, free)).totals).toBeNull();
    expect(orderListItem(placed(zero, free)).totals).toBeNull();
    expect(orderListItem(placed(none)).totals).toBeNull();
    expect(orderListItem(placed(zero)).totals).toEqual({
      shipping: '0.0',
      discount: '0.0',
      subtotal: '0.0',
      total: '0.0',
    });
  });
});

describe('a single order', () => {
  // The database returns the fields of stored addresses in another order.
  const shuffled = Object.fromEntries(Object.entries(postalAddress()).reverse()) as ReturnType<
    typeof postalAddress
  >;

  it('adds the billing address, and the items and addresses of its shipments', () => {
    const order = placed({
      billingAddress: shuffled,
      shipments: [{ ...SHIPPED, shippingAddress: shuffled }, QUEUED],
      primaryAddress: { ...shuffled, city: 'Paris' },
      chosenTypes: [9],
    });
    const { shipments, billing_address, ...head } = orderDetail(order);
    expect(orderListItem(order)).toMatchObject(head);
    expect(JSON.stringify(billing_address)).toBe(JSON.stringify(postalAddress()));
    expect(JSON.stringify(shipments)).toBe(
      JSON.stringify([
        {
          status: 'Shipped on January 30, 2013',
          ship_date: '2013-01-30',
          tracking_url: 'https://carrier.example/1',
          items: SHIPPED.items,
          shipping_address: postalAddress(),
        },
        {
          status: 'Backordered',
          items: [],
          issues: [],
          shipping_address: postalAddress({ city: 'Paris' }),
        },
      ]),
    );
    expect(Object.keys(orderDetail(order)).slice(-2)).toEqual(['shipments', 'billing_address']);
  });

  it('shows null for missing addresses, also of a shipped shipment whose customer has a primary address', () => {
    const order = placed({
      shipments: [{ ...SHIPPED, shippingAddress: null }],
      primaryAddress: postalAddress(),
    });
    expect(orderDetail(order)).toMatchObject({
      billing_address: null,
      shipments: [{ shipping_address: null }],
    });
  });
});
