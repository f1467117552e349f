import {
  CATALOGUE_ADDRESS,
  type Club,
  dateOf,
  daysFrom,
  type Given,
  sequentially,
  makersOf,
  type Samples,
} from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { postalAddress } from '#domains/shipping/shipping.samples';
import { BatchParcel, ParcelBatch, ShipmentItem, Shipment, IssueMail } from './shipment.entity';
import { FanclubCounter, Order, PaymentTransition } from './order.entity';

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
      currency: null,
      kind: 'new',
      replacesSubscriptionId: null,
      renewsSubscriptionId: null,
      renewalConsent: null,
      closedAt: null,
      closedReason: null,
      receiptNumber: null,
      taxRate: null,
      payUntil: null,
      disputedAt: null,
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

  /** A packing list, by default with one parcel that waits. */
  async parcelBatch({
    shipments,
    ...overrides
  }: Partial<ParcelBatch> & { shipments?: readonly Shipment[] } = {}): Promise<ParcelBatch> {
    const packed = shipments ?? [await this.shipment({ shipDate: null })];
    const { fanclubId } = packed[0];
    const batch = await this.save(ParcelBatch, { fanclubId, staffId: null, ...overrides });
    for (const { id: shipmentId } of packed)
      await this.save(BatchParcel, { fanclubId, batchId: batch.id, shipmentId });
    return batch;
  },

  /** A customer who was just asked for an address. */
  async issueMail({
    customer,
    ...overrides
  }: Partial<IssueMail> & { customer?: Customer } = {}): Promise<IssueMail> {
    const { id: customerId, fanclubId } = customer ?? (await this.customer());
    return this.save(IssueMail, {
      fanclubId,
      customerId,
      issue: 'address',
      sentAt: this.seed().now,
      ...overrides,
    });
  },

  /** A payment that was opened. */
  async paymentTransition(overrides: Partial<PaymentTransition> = {}): Promise<PaymentTransition> {
    return this.save(PaymentTransition, {
      fanclubId: await this.clubOf(overrides),
      subject: 'payment',
      subjectNumber: 1,
      fromState: 'created',
      toState: 'open',
      cause: 'place',
      at: this.seed().now,
      ...overrides,
    });
  },

  /** The last number of the receipts of a further fan club, unless one is given. */
  async fanclubCounter(overrides: Partial<FanclubCounter> = {}): Promise<FanclubCounter> {
    const fanclubId = overrides.fanclubId ?? (await this.fanclub({})).id;
    return this.save(FanclubCounter, { fanclubId, receipts: 1, ...overrides });
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

/** A parcel that waits and lacks nothing. */
async function readyParcel(given: Given, { gold, members }: Club): Promise<Shipment> {
  const order = await given.order({ customer: members[1].customer, plan: gold });
  return given.shipment({ order, shipDate: null, shippingAddress: postalAddress() });
}

/** A parcel that waits for the address of a new member. */
async function parcelWithIssue(given: Given, { id, gold }: Club): Promise<Shipment> {
  const order = await given.order({ customer: await given.customer({ fanclubId: id }), plan: gold });
  return given.shipment({ order, shipDate: null });
}

const batchOf = async (given: Given, club: Club): Promise<ParcelBatch> =>
  given.parcelBatch({ shipments: [await readyParcel(given, club)] });

export const samples: Samples = {
  makers,
  async statements({ given, club, now }) {
    const unpaid = (checkoutReference: string) => ({ paidAt: null, checkoutReference, currency: 'USD' });
    const open = await given.order(unpaid('open'));
    const again = await given.order(unpaid('paid for otherwise'));
    const { plan, customer } = { plan: { id: again.planId }, customer: { id: again.customerId } };
    const subscriptions = [await given.subscription(), await given.subscription()];
    const [renewed, taken] = subscriptions.map(({ id }) => ({ renewsSubscriptionId: id }));
    await given.order({ customerId: customer.id, planId: plan.id, paidAt: now });
    const renewal = await given.order(renewed);
    await given.order({ ...unpaid('renews'), ...taken });
    const parcel = await readyParcel(given, club);
    const [sender, home] = [await given.shippingAddress(), await given.shippingAddress()];
    const parcelOrder = await given.order({
      customer: { id: sender.customerId, fanclubId: sender.fanclubId } as Customer,
    });
    await given.shipment({ order: parcelOrder, shipDate: null });
    return {
      'orders.parcels_to_other_address': { from: sender.customerId, into: home.customerId },
      'orders.move': { from: open.customerId, into: again.customerId },
      'orders.close': { order: open.id, reason: 'cancelled' },
      'orders.complete': {
        order: open.id,
        kind: null,
        billingAddress: null,
        receipt: 1_000_000,
        taxRate: '19.00',
      },
      'orders.delete_old': { orders: [open.id] },
      'orders.hold_old': { orders: [open.id] },
      'orders.hold_old_buyers': { orders: [open.id] },
      'orders.remove_addresses': { orders: [open.id] },
      'orders.delete_of_customers': { customers: [open.customerId] },
      'orders.find': { customer: renewal.customerId, order: renewal.id },
      'orders.is_given_otherwise': { order: again.id },
      'orders.mark_disputed': { order: open.id, since: now },
      'orders.mark_not_refunded': { order: (await given.order({ refundedAt: now })).id },
      'orders.open': { customer: open.customerId },
      'orders.release_renewal': { order: renewal.id },
      'orders.take_renewal': { order: open.id, renews: subscriptions[1].id },
      'parcels.fill_batch': { batch: (await batchOf(given, club)).id, plan: null, ids: [parcel.id] },
      'parcels.ship': { ids: [parcel.id], days: ['2026-06-15'], urls: [''] },
    };
  },
  limitedColumns: ['Order.closedReason', 'Order.currency', 'Order.kind', 'PaymentTransition.subject'],
  after: ['plans'],
  async club({ given, club }) {
    await given.fanclubCounter({ fanclubId: club.id });
    await given.paymentTransition();
    return {};
  },
  async member({ given, club, number, member: { customer }, textFor }) {
    const plan = club.gold;
    const reference = textFor(number).padEnd(43, 'A');
    const order = await given.order({ customer, plan, checkoutReference: reference });
    await given.shipment({ order });
    return { order, reference, unpaidOrder: await given.order({ customer, plan, paidAt: null }) };
  },
  routes: {
    'GET /orders': { query: { order: 'text' } },
    'GET /orders/:id': {
      request: ({ members }) => ({ params: { id: members[1].order.id } }),
      statements: 2,
    },
  },
  positions: ({ a1, inPath, ofMembers, hidden }) => [
    inPath('GET /orders/:id', 'order', [
      ...ofMembers(({ order }) => order.id),
      hidden('an unpaid', a1.members[1].unpaidOrder.id),
    ]),
  ],
  filteredById: {
    'orders.complete': 'the order that was just placed',
    'orders.find': 'the customer of the session',
    'orders.find_placed': 'the customer of the session, who placed it',
    'orders.latest_with_visit': 'the session of the visitor',
    'orders.list_with_visit': 'the session of the visitor',
    'orders.open': 'a customer who was locked',
    'parcels.find': 'a parcel that was held',
    'parcels.freeze_addresses': 'a parcel of the new packing list',
    'parcels.freeze_options': 'a parcel of the new packing list',
    'parcels.of_batch': 'the packing list in the path',
    'parcels.of_orders': 'an order that was found',
    'parcels.ship': 'a parcel that was held',
  },
  staff: {
    'GET /fanclubs/:fanclubId/orders': { permission: 'orders.read', audits: 'order' },
    'GET /fanclubs/:fanclubId/orders.csv': { permission: 'bookings.read' },
    'GET /fanclubs/:fanclubId/orders/:id': {
      permission: 'orders.read',
      audits: 'member',
      request: ({ club }) => ({ params: { id: club.members[1].order.id } }),
    },
    'GET /fanclubs/:fanclubId/parcels': { permission: 'shipments.read', audits: 'parcel' },
    'POST /fanclubs/:fanclubId/parcels/batches': {
      permission: 'shipments.write',
      audits: 'batch',
      ids: ['parcel_ids'],
      request: async ({ club, given }) => ({ body: { parcel_ids: [(await readyParcel(given, club)).id] } }),
    },
    'POST /fanclubs/:fanclubId/parcels/:id/ship': {
      permission: 'shipments.write',
      audits: 'parcel',
      request: async ({ club, given }) => ({
        params: { id: (await readyParcel(given, club)).id },
        body: { ship_date: '2026-06-15' },
      }),
    },
    'POST /fanclubs/:fanclubId/parcels/tracking': {
      permission: 'shipments.write',
      audits: 'parcel',
      ids: ['shipment_id'],
      request: async ({ club, given }) => ({
        csv: `shipment_id,ship_date\n${(await readyParcel(given, club)).id},2026-06-15\n`,
      }),
    },
    'GET /fanclubs/:fanclubId/batches': { permission: 'shipments.read' },
    'GET /fanclubs/:fanclubId/batches/:id': {
      permission: 'shipments.read',
      request: async ({ club, given }) => ({ params: { id: (await batchOf(given, club)).id } }),
    },
    'GET /fanclubs/:fanclubId/batches/:id.csv': {
      permission: 'shipments.write',
      audits: 'batch',
      request: async ({ club, given }) => ({ params: { id: (await batchOf(given, club)).id } }),
    },
    'GET /fanclubs/:fanclubId/batches/:id/print': {
      permission: 'shipments.write',
      audits: 'batch',
      request: async ({ club, given }) => ({ params: { id: (await batchOf(given, club)).id } }),
    },
    'POST /fanclubs/:fanclubId/batches/:id/ship': {
      permission: 'shipments.write',
      audits: 'parcel',
      request: async ({ club, given }) => ({
        params: { id: (await batchOf(given, club)).id },
        body: { ship_date: '2026-06-15' },
      }),
    },
    'GET /fanclubs/:fanclubId/issues': {
      permission: 'shipments.read',
      async request({ club, given }) {
        await parcelWithIssue(given, club);
        return {};
      },
    },
    'POST /fanclubs/:fanclubId/issues/mails': {
      permission: 'shipments.write',
      audits: 'member',
      async request({ club, given }) {
        await parcelWithIssue(given, club);
        return { body: { issue: 'address' } };
      },
    },
  },
  notFromCatalogue: [
    'fanclub_counters',
    'payment_transitions',
    'parcel_batches',
    'batch_parcels',
    'issue_mails',
    'orders.currency',
    'orders.kind',
    'orders.replaces_subscription_id',
    'orders.renews_subscription_id',
    'orders.renewal_consent',
    'orders.closed_at',
    'orders.closed_reason',
    'orders.receipt_number',
    'orders.tax_rate',
    'orders.pay_until',
    'orders.disputed_at',
  ],
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
  notAsked: {
    'orders.given_instead':
      'begins with an order that was found, and follows foreign keys of the same fan club',
  },
};
