import {
  type Club,
  columns,
  format as f,
  type Item,
  itemsOf,
  type MemberAt,
  memberPart,
  type Row,
  save,
  saveWhole,
  type TableRules,
} from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { Plan } from '#domains/plans/plan.entity';
import { address, type AddressPart, type PostalAddress } from '#domains/shipping';
import { Order } from './order.entity';
import { ShipmentItem } from './shipment-item.entity';
import { Shipment } from './shipment.entity';

const totals = f.object('Totals', {
  shipping: f.money(),
  discount: f.money(),
  subtotal: f.money(),
  total: f.money(),
});

const shipmentItem = f.object('ShipmentItem', {
  name: f.text(),
  thumbnail: f.orNull(f.text()),
  option: f.orNull(f.text()),
});

const shipment = f.object('Shipment', {
  ship_date: f.orNull(f.day()),
  tracking_url: f.orNull(f.text()),
  shipping_address: f.orNull(address),
  items: f.list(shipmentItem),
});

const order = f.object('Order', {
  id: f.optional(f.id('orders')),
  plan: f.ref('a plan'),
  totals: f.orNull(totals),
  created_at: f.instant(),
  paid_at: f.orNull(f.instant()),
  refunded_at: f.orNull(f.instant()),
  billing_address: f.orNull(address),
  shipments: f.optional(f.list(shipment)),
});

const ORDERS: TableRules<Order> = {
  entity: Order,
  tenant: 'fanclubId',
  owner: { column: 'customerId', noun: 'customer' },
  key: ['customerId', 'planId', 'createdAt'],
  named: { noun: 'plan and created_at', field: 'created_at' },
  history: {
    planId: 'plan',
    createdAt: 'created_at',
    paidAt: 'paid_at',
    refundedAt: 'refunded_at',
    billingAddress: 'billing_address',
    shipping: 'totals.shipping',
    discount: 'totals.discount',
    subtotal: 'totals.subtotal',
    total: 'totals.total',
  },
};

const SHIPMENTS: TableRules<Shipment> = {
  entity: Shipment,
  tenant: 'fanclubId',
  key: ['fanclubId', 'orderId', 'position'],
  named: { noun: 'position', field: '' },
  history: { shipDate: 'ship_date', trackingUrl: 'tracking_url', shippingAddress: 'shipping_address' },
};

const SHIPMENT_ITEMS: TableRules<ShipmentItem> = {
  entity: ShipmentItem,
  tenant: 'fanclubId',
  key: ['fanclubId', 'shipmentId', 'position'],
  named: { noun: 'position', field: '' },
  history: { name: 'name', thumbnail: 'thumbnail', option: 'option' },
};

/** The orders of a customer with their shipments, which the file gives as a whole. */
export const ordersInCatalogue = memberPart({
  of: Customer,
  fields: { orders: f.optional(f.list(order)) },
  refersTo: { plans: Plan },
  async load(loading, club, customers) {
    const fanclubId = club.id;
    const orders = await save(
      loading,
      ORDERS,
      itemsOf(customers, 'orders').map((order) => orderRow(club, order)),
    );
    const listed = orders.filter(({ part }) => part.shipments !== undefined);
    const shipments = await saveWhole(
      loading,
      SHIPMENTS,
      { fanclubId, owner: 'orderId', owners: listed, field: 'shipments' },
      itemsOf(listed, 'shipments').map(({ path, part, owner, position }) => ({
        path,
        part,
        values: {
          fanclubId,
          orderId: owner.id,
          shipDate: part.ship_date ?? null,
          trackingUrl: part.tracking_url ?? null,
          shippingAddress: part.shipping_address ? stored(part.shipping_address) : null,
          position,
        },
      })),
    );
    await saveWhole(
      loading,
      SHIPMENT_ITEMS,
      { fanclubId, owner: 'shipmentId', owners: shipments, field: 'items' },
      itemsOf(shipments, 'items').map(({ path, part, owner, position }) => ({
        path,
        values: { fanclubId, shipmentId: owner.id, thumbnail: null, option: null, ...part, position },
      })),
    );
  },
});

type OrderPart = f.Read<typeof order>;

function orderRow(
  { id: fanclubId, targets }: Club<'plans'>,
  { path, part, owner: customer }: Item<OrderPart, { readonly id: number }>,
): Row<Order> & MemberAt<OrderPart> {
  const { plan, totals, billing_address: address } = part;
  return {
    path,
    part,
    id: part.id,
    values: {
      fanclubId,
      customerId: customer.id,
      planId: targets.plans.resolve(plan, `${path}.plan`),
      ...columns(part, ['id', 'plan', 'totals', 'billing_address', 'shipments']),
      billingAddress: address && stored(address),
      ...(totals === null ? { shipping: null, discount: null, subtotal: null, total: null } : totals),
    },
    fallbacks: { paidAt: null, refundedAt: null, billingAddress: null },
  };
}

/** The copy of an address that orders and shipments keep; it has all fields. */
function stored(address: AddressPart): PostalAddress {
  return { ...address, address_2: address.address_2 ?? '' };
}
