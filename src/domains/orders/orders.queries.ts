import { type PostalAddress, shippingFacts, shippingFactsRow } from '#domains/shipping';
import { withVisit } from '#platform/access';
import { type RowOf, statement, types } from '#platform/database';
import { COMPLETED_AT_SQL, COMPLETED_SQL } from './order.entity';
import type { ShipmentItem, Shipment } from './shipment.entity';

/** A shipment of an order. */
export interface ShipmentRow extends Readonly<
  Pick<Shipment, 'shipDate' | 'trackingUrl' | 'shippingAddress'>
> {
  readonly items: readonly Readonly<Pick<ShipmentItem, 'name' | 'thumbnail' | 'option'>>[];
}

const CUSTOMER = { fanclub: types.bigint, customer: types.bigint };

/** An order with its shipments, and the address and choices that its customer has today. */
const ORDER = {
  id: types.bigint,
  customerId: types.bigint,
  planId: types.bigint,
  shipping: types.numeric.orNull,
  discount: types.numeric.orNull,
  subtotal: types.numeric.orNull,
  total: types.numeric.orNull,
  createdAt: types.timestamptz,
  /** When the order was paid or, if free, placed. */
  completedAt: types.timestamptz,
  refundedAt: types.timestamptz.orNull,
  billingAddress: types.jsonb<PostalAddress>().orNull,
  shipments: types.jsonb<readonly ShipmentRow[]>(),
  ...shippingFactsRow,
};

/** A customer's completed orders. */
const COMPLETED_ORDERS = `
  SELECT o.id, o.customer_id AS "customerId", o.plan_id AS "planId", o.shipping, o.discount, o.subtotal, o.total,
         o.created_at AS "createdAt", ${COMPLETED_AT_SQL} AS "completedAt", o.refunded_at AS "refundedAt",
         o.billing_address AS "billingAddress",
         coalesce((
           SELECT jsonb_agg(jsonb_build_object(
             'shipDate', h.ship_date, 'trackingUrl', h.tracking_url, 'shippingAddress', h.shipping_address,
             'items', coalesce((
               SELECT jsonb_agg(jsonb_build_object('name', i.name, 'thumbnail', i.thumbnail, 'option', i.option)
                                ORDER BY i.position, i.id)
               FROM shipment_items i WHERE i.fanclub_id = h.fanclub_id AND i.shipment_id = h.id), '[]')
           ) ORDER BY h.position, h.id)
           FROM shipments h WHERE h.fanclub_id = o.fanclub_id AND h.order_id = o.id), '[]') AS shipments,
         ${shippingFacts}
  FROM orders o
  JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
  WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer
    AND ${COMPLETED_SQL}`;

/** A customer's completed orders by id. */
export const LIST_ORDERS = statement('orders.list', {
  params: CUSTOMER,
  row: ORDER,
  text: `${COMPLETED_ORDERS} ORDER BY o.id`,
});

export const ORDERS_WITH_VISIT = statement('orders.list_with_visit', withVisit(LIST_ORDERS));

export type CompletedOrder = RowOf<typeof LIST_ORDERS>;

/** One completed order of a customer. */
export const FIND_ORDER = statement('orders.find', {
  params: { ...CUSTOMER, order: types.bigint },
  row: ORDER,
  text: `${COMPLETED_ORDERS} AND o.id = $order`,
});

/** The order that a customer completed last. */
export const FIND_LATEST_ORDER = statement('orders.latest', {
  params: CUSTOMER,
  row: ORDER,
  text: `${COMPLETED_ORDERS} ORDER BY "completedAt" DESC, o.id DESC LIMIT 1`,
});

export const LATEST_ORDER_WITH_VISIT = statement('orders.latest_with_visit', withVisit(FIND_LATEST_ORDER));
