import type { Statement } from '#platform/database';
import { type PostalAddress, shippingFacts, type ShippingFactsRow } from '#domains/shipping';
import type { OrderAmounts } from './order.rules';

/** An order with its parcels, and what its customer has on file today. */
export interface OrderRow extends OrderAmounts, ShippingFactsRow {
  id: number;
  customer_id: number;
  plan_id: number;
  created_at: Date;
  /** When the order was completed: paid or, if free, placed. */
  completed_at: Date;
  refunded_at: Date | null;
  billing_address: PostalAddress | null;
  shipments: ShipmentFacts[];
}

/** A parcel of an order. */
export interface ShipmentFacts {
  /** `YYYY-MM-DD`; null while it is queued. */
  shipDate: string | null;
  trackingUrl: string | null;
  /** Where it went or is to go; null: nowhere in particular. */
  shippingAddress: PostalAddress | null;
  items: ShipmentItemFacts[];
}

/** One thing in a parcel, as it was packed. */
export interface ShipmentItemFacts {
  name: string;
  /** URL. */
  thumbnail: string | null;
  /** The name of what was chosen. */
  option: string | null;
}

/**
 * A customer's completed orders: paid, or free and placed (decisions 5.8). The checkout says of each of its orders when it was
 * completed, be it free, so a later change of the plan's price changes nothing; orders from elsewhere may leave it out. The
 * customer's own facts are read only once.
 */
const COMPLETED_ORDERS = `
  SELECT o.id, o.customer_id, o.plan_id, o.shipping, o.discount, o.subtotal, o.total, o.created_at,
         coalesce(o.paid_at, o.created_at) AS completed_at, o.refunded_at, o.billing_address,
         coalesce((
           SELECT jsonb_agg(jsonb_build_object(
             'shipDate', h.ship_date, 'trackingUrl', h.tracking_url, 'shippingAddress', h.shipping_address,
             'items', coalesce((
               SELECT jsonb_agg(jsonb_build_object('name', i.name, 'thumbnail', i.thumbnail, 'option', i.option)
                                ORDER BY i.position, i.id)
               FROM shipment_items i WHERE i.fanclub_id = h.fanclub_id AND i.shipment_id = h.id), '[]')
           ) ORDER BY h.position, h.id)
           FROM shipments h WHERE h.fanclub_id = o.fanclub_id AND h.order_id = o.id), '[]') AS shipments,
         ${shippingFacts('$1', '$2')}
  FROM orders o
  JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
  WHERE o.fanclub_id = $1 AND o.customer_id = $2
    AND (o.paid_at IS NOT NULL
         OR (o.checkout_reference IS NULL AND p.price = 0 AND coalesce(o.total, 0) = 0))`;

/** By id. $1 fan club, $2 customer. */
export const LIST_ORDERS: Statement = { name: 'orders.list', text: `${COMPLETED_ORDERS} ORDER BY o.id` };

/** $1 fan club, $2 customer, $3 order. */
export const FIND_ORDER: Statement = { name: 'orders.find', text: `${COMPLETED_ORDERS} AND o.id = $3` };

/** The order completed last. $1 fan club, $2 customer. */
export const FIND_LATEST_ORDER: Statement = {
  name: 'orders.latest',
  text: `${COMPLETED_ORDERS} ORDER BY completed_at DESC, o.id DESC LIMIT 1`,
};
