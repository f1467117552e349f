import { CATALOGUE_ADDRESS, dateOf, daysFrom, sequentially, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Order } from './order.entity';
import { ShipmentItem } from './shipment-item.entity';
import { Shipment } from './shipment.entity';

interface ShipmentInput extends Partial<Shipment> {
  order?: Order;
  items?: readonly Partial<ShipmentItem>[];
}

const makers = makersOf({
  /** An order completed ten days ago: paid immediately, at the plan's price, or free without payment and totals. */
  async order({
    customer,
    plan,
    ...overrides
  }: Partial<Order> & { customer?: Customer; plan?: Plan } = {}): Promise<Order> {
    const { n, now } = this.seed();
    const parties = await this.parties({ customer, plan });
    const free = !/[1-9]/.test(parties.plan.price);
    // Each gets its own second, because customer, plan and time are unique.
    const createdAt = overrides.createdAt ?? new Date(daysFrom(now, -10).getTime() + n * 1000);
    return this.save(Order, {
      fanclubId: parties.customer.fanclubId,
      customerId: parties.customer.id,
      planId: parties.plan.id,
      shipping: free ? null : '0.00',
      discount: free ? null : '0.00',
      subtotal: free ? null : parties.plan.price,
      total: free ? null : parties.plan.price,
      createdAt,
      updatedAt: createdAt,
      paidAt: free ? null : createdAt,
      refundedAt: null,
      billingAddress: null,
      checkoutReference: null,
      ...overrides,
    });
  },

  /** A shipment sent five days ago, by default with one item. With `shipDate: null` it is queued and has no tracking URL. */
  async shipment({ order, items = [{}], ...overrides }: ShipmentInput = {}): Promise<
    Shipment & { items: ShipmentItem[] }
  > {
    const { id: orderId, fanclubId } = order ?? (await this.order());
    const { n, now } = this.seed();
    const queued = overrides.shipDate === null;
    const shipment = await this.save(Shipment, {
      fanclubId,
      orderId,
      shipDate: dateOf(daysFrom(now, -5)),
      trackingUrl: queued ? null : `https://carrier.example.test/parcels/${n}`,
      shippingAddress: null,
      position: n,
      ...overrides,
    });
    const rows = await sequentially(items, (item) => {
      const { n: position } = this.seed();
      const content = { name: `Item ${position}`, thumbnail: null, option: null, position, ...item };
      return this.save(ShipmentItem, { fanclubId, shipmentId: shipment.id, ...content });
    });
    return Object.assign(shipment, { items: rows });
  },
});

declare module '#samples' {
  interface Given extends OrderMakers {}
  interface MemberRows {
    readonly order: Order;
    readonly unpaidOrder: Order;
    /** The checkout's id of the order. */
    readonly reference: string;
  }
}
type OrderMakers = typeof makers;

export const samples: Samples = {
  makers,
  after: ['plans'],
  async member({ given, club, number, member: { customer }, textFor }) {
    const plan = club.gold;
    const reference = textFor(number).padEnd(43, 'A');
    const order = await given.order({ customer, plan, checkoutReference: reference });
    await given.shipment({ order });
    return { order, reference, unpaidOrder: await given.order({ customer, plan, paidAt: null }) };
  },
  routes: {
    'GET /orders': { query: { order: 'text' }, statements: 2 },
    'GET /orders/:id': {
      request: ({ members }) => ({ params: { id: members[1].order.id } }),
      statements: 2,
    },
    'GET /orders/latest': { statements: 2 },
  },
  positions: ({ a1, inPath, ofMembers, hidden }) => [
    inPath('GET /orders/:id', 'order', [
      ...ofMembers(({ order }) => order.id),
      hidden('an unpaid', a1.members[1].unpaidOrder.id),
    ]),
  ],
  filteredById: {
    'orders.find': 'the customer of the session',
    'orders.latest': 'the customer of the session',
    'orders.list': 'the customer of the session',
  },
  catalogue: {
    customer: {
      orders: [
        {
          id: 701,
          plan: 'Gold',
          totals: { shipping: '5.00', discount: '10.50', subtotal: '100.00', total: '94.50' },
          created_at: '2025-05-31T10:00:00Z',
          paid_at: '2025-05-31T10:00:05Z',
          refunded_at: null,
          billing_address: CATALOGUE_ADDRESS,
          checkout_reference: 'checkout-1',
          shipments: [
            {
              ship_date: '2025-06-10',
              tracking_url: 'https://parcels.example/1',
              shipping_address: CATALOGUE_ADDRESS,
              items: [{ name: 'T-shirt', thumbnail: 'https://fans.example/shirt.png', option: 'M' }],
            },
            { items: [{ name: 'Poster' }] },
          ],
        },
      ],
    },
  },
};
