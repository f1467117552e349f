import {
  type Club,
  format as f,
  memberPart,
  type Row,
  save,
  saveWhole,
  type TableRules,
} from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { Plan } from '#domains/plans/plan.entity';
import { address, type AddressPart } from '#domains/shipping';
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
    const rows = customers.flatMap(({ id, path, part }) =>
      (part.orders ?? []).map((order, n) => ({
        ...orderRow(club, id, order, `${path}.orders[${n}]`),
        shipments: order.shipments,
      })),
    );
    const orders = await save(loading, ORDERS, rows);
    const listed = orders.filter((order) => order.shipments !== undefined);
    const whole = { fanclubId, owner: 'orderId', owners: listed, field: 'shipments' } as const;
    const shipments = await saveWhole(
      loading,
      SHIPMENTS,
      whole,
      listed.flatMap(({ id: orderId, path, shipments = [] }) =>
        shipments.map(({ ship_date, tracking_url, shipping_address, items }, position) => ({
          path: `${path}.shipments[${position}]`,
          items,
          values: {
            fanclubId,
            orderId,
            shipDate: ship_date ?? null,
            trackingUrl: tracking_url ?? null,
            shippingAddress: addressCopy(shipping_address ?? null),
            position,
          },
        })),
      ),
    );
    const parcels = { fanclubId, owner: 'shipmentId', owners: shipments, field: 'items' } as const;
    await saveWhole(
      loading,
      SHIPMENT_ITEMS,
      parcels,
      shipments.flatMap(({ id: shipmentId, path, items }) =>
        items.map(({ name, thumbnail = null, option = null }, position) => ({
          path: `${path}.items[${position}]`,
          values: { fanclubId, shipmentId, name, thumbnail, option, position },
        })),
      ),
    );
  },
});

function orderRow(
  { id: fanclubId, targets }: Club<'plans'>,
  customerId: number,
  part: f.Read<typeof order>,
  path: string,
): Row<Order> {
  const totals =
    part.totals === null ? { shipping: null, discount: null, subtotal: null, total: null } : part.totals;
  return {
    path,
    id: part.id,
    values: {
      fanclubId,
      customerId,
      planId: targets.plans.resolve(part.plan, `${path}.plan`),
      createdAt: part.created_at,
      paidAt: part.paid_at,
      refundedAt: part.refunded_at,
      billingAddress: part.billing_address && addressCopy(part.billing_address),
      ...totals,
    },
    fallbacks: { paidAt: null, refundedAt: null, billingAddress: null },
  };
}

/** Exactly the fields that the API shows of an address. */
function addressCopy(part: AddressPart | null): Order['billingAddress'] {
  if (part === null) return null;
  const { first_name, last_name, address, address_2 = '', city, state, postal_code, country } = part;
  return { first_name, last_name, address, address_2, city, state, postal_code, country };
}
