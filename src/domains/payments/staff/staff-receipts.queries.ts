import { statement, types } from '#platform/database';
import { REFUNDED_SQL } from '#domains/orders';
import type { OrderKind } from '#domains/orders/order.entity';

/** What the receipt of an order says, and to whom it goes. No row: the order is unknown. */
export const FIND_RECEIPT = statement('staff_payments.receipt', {
  params: { fanclub: types.bigint, order: types.bigint },
  row: {
    customerId: types.bigint,
    email: types.text.orNull,
    firstName: types.text.orNull,
    /** Null: it was never paid, so there is no receipt. */
    number: types.integer.orNull,
    paidAt: types.timestamptz.orNull,
    planName: types.text,
    kind: types.textOf<OrderKind>(),
    currency: types.text.orNull,
    subtotal: types.numeric.orNull,
    discount: types.numeric.orNull,
    shipping: types.numeric.orNull,
    total: types.numeric.orNull,
    taxRate: types.numeric.orNull,
    cardBrand: types.text.orNull,
    cardLast4: types.text.orNull,
    /** The term that it gave, as it is now. */
    start: types.timestamptz.orNull,
    end: types.timestamptz.orNull,
    /** Whether it was refunded, or its payment is disputed. */
    isTakenBack: types.boolean,
  },
  text: `
    SELECT o.customer_id AS "customerId", c.email, c.first_name AS "firstName", o.receipt_number AS number, o.paid_at AS "paidAt",
           p.name AS "planName", o.kind, o.currency, o.subtotal, o.discount, o.shipping, o.total, o.tax_rate AS "taxRate",
           m.card_brand AS "cardBrand", m.card_last4 AS "cardLast4", coalesce(s.start_date, q.starts_at) AS start,
           CASE WHEN s.id IS NULL THEN q.end_date ELSE s.end_date END AS "end",
           ${REFUNDED_SQL} OR o.disputed_at IS NOT NULL AS "isTakenBack"
    FROM orders o
    JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
    JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
    LEFT JOIN payments m ON m.fanclub_id = o.fanclub_id AND m.order_id = o.id AND m.state = 'succeeded' AND NOT m.surplus
    LEFT JOIN subscriptions s ON s.fanclub_id = o.fanclub_id AND s.order_id = o.id
    LEFT JOIN queued_subscriptions q ON q.fanclub_id = o.fanclub_id AND q.order_id = o.id
    WHERE o.fanclub_id = $fanclub AND o.id = $order ORDER BY s.id DESC LIMIT 1`,
});
