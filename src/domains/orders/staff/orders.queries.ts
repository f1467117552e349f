import { type RowOf, statement, types } from '#platform/database';
import type { PostalAddress } from '#domains/shipping';
import type { OrderKind } from '../order.entity';

/** The orders with these ids, unsorted. */
export const FIND_STAFF_ORDERS = statement('staff_orders.find', {
  params: { fanclub: types.bigint, ids: types.array(types.bigint) },
  row: {
    id: types.bigint,
    customerId: types.bigint,
    email: types.text.orNull,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    planId: types.bigint,
    planName: types.text,
    planPrice: types.numeric,
    kind: types.textOf<OrderKind>(),
    shipping: types.numeric.orNull,
    discount: types.numeric.orNull,
    subtotal: types.numeric.orNull,
    total: types.numeric.orNull,
    currency: types.text.orNull,
    /** The number of its receipt. Null: none. */
    receipt: types.integer.orNull,
    /** Percent, of its receipt. Null: no tax, or no receipt. */
    taxRate: types.numeric.orNull,
    createdAt: types.timestamptz,
    paidAt: types.timestamptz.orNull,
    refundedAt: types.timestamptz.orNull,
    billingAddress: types.jsonb<PostalAddress>().orNull,
    checkoutReference: types.text.orNull,
    /** Null: sold. */
    giftReason: types.text.orNull,
    parcels: types.integer,
  },
  text: `
    SELECT o.id, o.customer_id AS "customerId", c.email, c.first_name AS "firstName", c.last_name AS "lastName",
           o.plan_id AS "planId", p.name AS "planName", p.price AS "planPrice", o.kind, o.shipping, o.discount, o.subtotal, o.total,
           o.currency, o.receipt_number AS receipt, o.tax_rate AS "taxRate", o.created_at AS "createdAt", o.paid_at AS "paidAt", o.refunded_at AS "refundedAt",
           o.billing_address AS "billingAddress", o.checkout_reference AS "checkoutReference", g.reason AS "giftReason",
           (SELECT count(*)::integer FROM shipments h WHERE h.fanclub_id = o.fanclub_id AND h.order_id = o.id) AS parcels
    FROM orders o
    JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
    JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
    LEFT JOIN order_gifts g ON g.fanclub_id = o.fanclub_id AND g.order_id = o.id
    WHERE o.fanclub_id = $fanclub AND o.id = ANY ($ids)`,
});

export type StaffOrderRow = RowOf<typeof FIND_STAFF_ORDERS>;
