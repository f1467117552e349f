import { type PostalAddress, shippingFacts, shippingFactsRow } from '#domains/shipping';
import { type RowOf, statement, types } from '#platform/database';

/** A parcel of an order. */
export interface ShipmentFacts {
  /** `YYYY-MM-DD`; null while it is queued. */
  readonly shipDate: string | null;
  readonly trackingUrl: string | null;
  /** Its own address; null without one. */
  readonly shippingAddress: PostalAddress | null;
  readonly items: readonly ShipmentItemFacts[];
}

/** One thing in a parcel, as it was packed. */
export interface ShipmentItemFacts {
  readonly name: string;
  /** URL. */
  readonly thumbnail: string | null;
  /** The name of what was chosen. */
  readonly option: string | null;
}

const CUSTOMER = { fanclub: types.bigint, customer: types.bigint };

/** An order with its parcels, and what its customer has on file today. */
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
  shipments: types.jsonb<readonly ShipmentFacts[]>(),
  ...shippingFactsRow,
};

/**
 * A customer's completed orders: paid, or free and placed (decisions 5.8). The checkout stores when an order was completed, also a
 * free one, so a later change of the plan's price changes nothing; orders from elsewhere may leave that out.
 */
const COMPLETED_ORDERS = `
  SELECT o.id, o.customer_id AS "customerId", o.plan_id AS "planId", o.shipping, o.discount, o.subtotal, o.total,
         o.created_at AS "createdAt", coalesce(o.paid_at, o.created_at) AS "completedAt", o.refunded_at AS "refundedAt",
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
    AND (o.paid_at IS NOT NULL
         OR (o.checkout_reference IS NULL AND p.price = 0 AND coalesce(o.total, 0) = 0))`;

/** All of them, by id. */
export const LIST_ORDERS = statement('orders.list', {
  params: CUSTOMER,
  row: ORDER,
  text: `${COMPLETED_ORDERS} ORDER BY o.id`,
});

/** A row of {@link LIST_ORDERS}. */
export type CompletedOrder = RowOf<typeof LIST_ORDERS>;

/** One of them. */
export const FIND_ORDER = statement('orders.find', {
  params: { ...CUSTOMER, order: types.bigint },
  row: ORDER,
  text: `${COMPLETED_ORDERS} AND o.id = $order`,
});

/** The one completed last. */
export const FIND_LATEST_ORDER = statement('orders.latest', {
  params: CUSTOMER,
  row: ORDER,
  text: `${COMPLETED_ORDERS} ORDER BY "completedAt" DESC, o.id DESC LIMIT 1`,
});
