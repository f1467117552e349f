import { statement, types } from '#platform/database';
import type { BookingKind } from './booking.rules';

/** A calendar month of a fan club in its time zone. `until` is the begin of the next one. Always one row for an existing fan club. */
export const BOOKED_MONTH = statement('bookings.month', {
  params: { fanclub: types.bigint, month: types.text },
  row: {
    from: types.timestamptz,
    until: types.timestamptz,
    timeZone: types.text,
  },
  text: `
    SELECT ($month || '-01')::date::timestamp AT TIME ZONE time_zone AS "from",
           (($month || '-01')::date + interval '1 month') AT TIME ZONE time_zone AS until, time_zone AS "timeZone"
    FROM fanclubs WHERE id = $fanclub`,
});

/**
 * The dispute that moved money at the transition `t` of its payment: when it was stored, and when it was won. A decision that was
 * changed later has another time.
 */
const DISPUTE_OF = (t: string): string => `(
  ${t}.from_state = 'succeeded' AND ${t}.to_state IN ('disputed', 'lost') AND d.created_at = ${t}.at
  OR ${t}.from_state IN ('disputed', 'lost') AND ${t}.to_state = 'succeeded' AND d.state = 'won' AND d.decided_at = ${t}.at)`;

/** When a refund took money, or gave it back because it failed later. */
const IS_COUNTED = (t: string): string =>
  `(${t}.subject = 'refund' AND 'succeeded' IN (${t}.from_state, ${t}.to_state))`;

/**
 * The movements of money in a time span, by time and id, after one of them. They are read from transitions, which never change, so an
 * export of a past month stays the same. Only a decision about a dispute that the bank reverses is no movement of its month any more.
 */
export const NEXT_BOOKINGS = statement('bookings.next', {
  params: {
    fanclub: types.bigint,
    from: types.timestamptz,
    until: types.timestamptz,
    /** The time and id of the last row of the page before; for the first page, `$from` and 0. */
    afterAt: types.timestamptz,
    afterId: types.bigint,
    limit: types.bigint,
  },
  row: {
    id: types.bigint,
    at: types.timestamptz,
    orderId: types.bigint,
    customerId: types.bigint,
    plan: types.text,
    currency: types.text,
    /** The amount of the payment. */
    paid: types.numeric,
    kind: types.textOf<BookingKind>(),
    /** Null for a surplus payment, and for an order without receipt. */
    receipt: types.integer.orNull,
    /** The amount that moved, without sign. */
    moved: types.numeric,
    /** Percent. Null: no tax. */
    taxRate: types.numeric.orNull,
    /** What was given back of the payment before this movement. */
    returnedBefore: types.numeric,
    account: types.bigint,
    provider: types.text,
    paymentRef: types.text.orNull,
    /** The provider's id of the refund or dispute. */
    refundRef: types.text.orNull,
  },
  text: `
    SELECT t.id, t.at, o.id AS "orderId", o.customer_id AS "customerId", l.name AS plan, p.currency, p.amount AS paid,
           CASE WHEN d.id IS NOT NULL THEN CASE t.to_state WHEN 'succeeded' THEN 'dispute_won' ELSE 'dispute' END
                WHEN t.subject = 'payment' THEN CASE t.to_state WHEN 'surplus' THEN 'surplus' ELSE 'sale' END
                WHEN t.to_state = 'succeeded' THEN 'refund' ELSE 'refund_failed' END AS kind,
           CASE WHEN NOT p.surplus THEN o.receipt_number END AS receipt,
           coalesce(r.amount, d.amount, p.amount) AS moved,
           CASE WHEN NOT p.surplus THEN o.tax_rate END AS "taxRate",
           (SELECT coalesce(sum(CASE e.to_state WHEN 'succeeded' THEN s.amount ELSE -s.amount END), 0)
            FROM refunds s JOIN payment_transitions e ON e.fanclub_id = s.fanclub_id AND e.subject_number = s.id AND ${IS_COUNTED('e')}
            WHERE s.fanclub_id = p.fanclub_id AND s.payment_id = p.id AND e.id < t.id)
           + (SELECT coalesce(sum(x.amount), 0) FROM payment_disputes x
              WHERE x.fanclub_id = p.fanclub_id AND x.payment_id = p.id AND x.created_at < t.at
                AND NOT (x.state = 'won' AND x.decided_at < t.at)) AS "returnedBefore",
           a.id AS account, a.provider, p.payment_ref AS "paymentRef", coalesce(r.provider_ref, d.provider_ref) AS "refundRef"
    FROM payment_transitions t
    LEFT JOIN refunds r ON t.subject = 'refund' AND r.fanclub_id = t.fanclub_id AND r.id = t.subject_number
    JOIN payments p ON p.fanclub_id = t.fanclub_id AND p.id = coalesce(r.payment_id, t.subject_number)
    LEFT JOIN payment_disputes d
      ON t.subject = 'payment' AND d.fanclub_id = p.fanclub_id AND d.payment_id = p.id AND ${DISPUTE_OF('t')}
    JOIN payment_accounts a ON a.fanclub_id = p.fanclub_id AND a.id = p.account_id
    JOIN orders o ON o.fanclub_id = p.fanclub_id AND o.id = p.order_id
    JOIN plans l ON l.fanclub_id = o.fanclub_id AND l.id = o.plan_id
    WHERE t.fanclub_id = $fanclub AND t.at >= $from AND t.at < $until AND (t.at, t.id) > ($afterAt, $afterId)
      AND (t.subject = 'payment' AND t.to_state IN ('succeeded', 'surplus') AND t.from_state NOT IN ('disputed', 'lost')
           OR d.id IS NOT NULL OR ${IS_COUNTED('t')})
    ORDER BY t.at, t.id LIMIT $limit`,
});
