/** What must hold after each step of a history, as a query of what does not. `$1` is the time. */
const ALWAYS = `
  SELECT 'over capacity: plan ' || plan_id AS fault FROM plan_stock WHERE held + sold > capacity
  UNION ALL
  SELECT 'counts of plan ' || s.plan_id || ': ' || concat_ws(', ', s.held, s.sold, s.waiting) FROM plan_stock s
  WHERE s.held <> (SELECT count(*) FROM stock_items i WHERE i.plan_id = s.plan_id AND NOT i.sold)
                + (SELECT count(*) FROM waiting_entries w WHERE w.plan_id = s.plan_id AND w.state = 'offered')
     OR s.sold <> (SELECT count(*) FROM stock_items i WHERE i.plan_id = s.plan_id AND i.sold)
     OR s.waiting <> (SELECT count(*) FROM waiting_entries w WHERE w.plan_id = s.plan_id AND w.state = 'waiting')
  UNION ALL
  SELECT 'open order without an item: ' || o.id FROM orders o
  WHERE o.paid_at IS NULL AND o.closed_at IS NULL
    AND NOT EXISTS (SELECT FROM stock_items i WHERE i.order_id = o.id AND NOT i.sold)
    AND NOT EXISTS (SELECT FROM subscriptions x WHERE x.id = o.renews_subscription_id AND x.plan_id = o.plan_id)
    -- Another order has renewed the membership, so the money of this one would be returned.
    AND NOT (o.kind IN ('renewal', 'conversion') AND o.renews_subscription_id IS NULL)
  UNION ALL
  SELECT 'item held for an order that is not open: ' || o.id FROM stock_items i JOIN orders o ON o.id = i.order_id
  WHERE NOT i.sold AND (o.paid_at IS NOT NULL OR o.closed_at IS NOT NULL)
  UNION ALL
  SELECT 'item sold to an order that gave nothing: ' || o.id FROM stock_items i JOIN orders o ON o.id = i.order_id
  WHERE i.sold AND (o.paid_at IS NULL OR EXISTS (
    SELECT FROM payments p WHERE p.order_id = o.id AND NOT p.surplus AND (
      EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state = 'succeeded' AND r.effect <> 'keep')
      OR EXISTS (SELECT FROM payment_disputes d WHERE d.payment_id = p.id AND d.state = 'lost'))))
  UNION ALL
  SELECT 'member without an item: customer ' || m.customer_id || ', plan ' || m.plan_id
  FROM (SELECT customer_id, plan_id, order_id FROM subscriptions WHERE NOT cancelled AND (end_date IS NULL OR end_date > $1)
        UNION SELECT customer_id, plan_id, order_id FROM queued_subscriptions WHERE processed_at IS NULL) m
  WHERE m.order_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM stock_items i JOIN orders o ON o.id = i.order_id
                    WHERE i.sold AND o.customer_id = m.customer_id AND o.plan_id = m.plan_id)
    -- Members from before the plan had stock have no item.
    AND NOT EXISTS (SELECT FROM subscriptions x
                    WHERE x.customer_id = m.customer_id AND x.plan_id = m.plan_id AND x.order_id IS NULL)
  UNION ALL
  SELECT 'counts of code ' || c.id || ': ' || c.held || ', ' || c.used FROM redeem_codes c
  WHERE c.held <> (SELECT count(*) FROM redeem_uses u WHERE u.code_id = c.id AND u.state = 'held')
     OR c.used <> (SELECT count(*) FROM redeem_uses u WHERE u.code_id = c.id AND u.state = 'used')
     OR c.held + c.used > c.max_uses
  UNION ALL
  SELECT 'uses of batch ' || b.id || ': ' || b.taken FROM redeem_batches b
  WHERE b.capacity IS NOT NULL AND b.taken <> (
    SELECT count(*) FROM redeem_uses u JOIN redeem_codes c ON c.id = u.code_id WHERE c.batch_id = b.id AND u.state <> 'released')
  UNION ALL
  SELECT 'codes of batch ' || b.id || ' used too often by customer ' || u.customer_id
  FROM redeem_uses u JOIN redeem_codes c ON c.id = u.code_id JOIN redeem_batches b ON b.id = c.batch_id
  WHERE u.state = 'used' GROUP BY b.id, u.customer_id HAVING count(*) > b.max_per_member
  UNION ALL
  SELECT 'use that is ' || u.state || ' by order ' || o.id FROM redeem_uses u JOIN orders o ON o.id = u.order_id
  WHERE u.state <> CASE WHEN o.paid_at IS NOT NULL THEN 'used' WHEN o.closed_at IS NOT NULL THEN 'released' ELSE 'held' END
  UNION ALL
  SELECT 'live payment of closed order ' || o.id FROM payments p JOIN orders o ON o.id = p.order_id
  WHERE o.closed_at IS NOT NULL AND p.state IN ('created', 'open', 'pending', 'unknown')
  UNION ALL
  SELECT 'paid order without one membership: ' || o.id FROM orders o
  WHERE o.paid_at IS NOT NULL
    AND (SELECT count(*) FROM subscriptions s WHERE s.order_id = o.id)
      + (SELECT count(*) FROM queued_subscriptions q WHERE q.order_id = o.id AND q.subscription_id IS NULL) <> 1
  UNION ALL
  SELECT 'paid order without its money: ' || o.id FROM orders o
  WHERE o.paid_at IS NOT NULL AND o.total > 0 AND (
    SELECT sum(p.amount) FROM payments p WHERE p.order_id = o.id AND p.state = 'succeeded' AND NOT p.surplus
  ) IS DISTINCT FROM o.total
  UNION ALL
  SELECT 'subscription renewed twice: ' || renews_subscription_id FROM orders
  WHERE renews_subscription_id IS NOT NULL AND closed_at IS NULL AND refunded_at IS NULL
  GROUP BY renews_subscription_id HAVING count(*) > 1
  UNION ALL
  SELECT 'refund of no money: ' || p.id FROM payments p
  WHERE p.refunded <> (
    SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'failed') + (
    SELECT coalesce(sum(d.amount), 0) FROM payment_disputes d WHERE d.payment_id = p.id AND d.state = 'lost')`;

/** Members who lose access although their renewal is still tried. `$1` is the time. */
const ACCESS = `
  SELECT 'access lost while a charge is tried: renewal ' || r.id || ' is ' || r.state FROM renewals r
  JOIN subscriptions s ON s.id = r.subscription_id LEFT JOIN sales_periods sp ON sp.id = s.sales_period_id
  WHERE (r.state IN ('charging', 'waiting') OR r.state = 'announced' AND r.automatic)
    AND NOT s.cancelled AND greatest(s.end_date, sp.extended_until) <= $1
    AND NOT EXISTS (SELECT FROM subscriptions x WHERE x.customer_id = s.customer_id AND NOT x.cancelled
                      AND x.start_date <= $1 AND (x.end_date IS NULL OR x.end_date > $1))`;

/** What is wrong with the charges of saved cards since the payment `$2`, by the renewals that they are for. */
const CHARGES = `
  SELECT 'charge ' || p.id || ' at ' || p.created_at || ' of ' || p.amount || ': announced at ' || coalesce(r.announced_at::text, 'no time')
      || ' for ' || coalesce(r.charge_at::text, 'no day') || ' of ' || coalesce(r.announced_total::text, 'nothing') AS fault
  FROM payments p JOIN orders o ON o.id = p.order_id
  LEFT JOIN renewals r ON r.customer_id = o.customer_id AND r.order_id = o.id
  WHERE p.id > $2 AND p.way = 'off_session' AND (
    r.id IS NULL OR p.created_at < r.charge_at OR p.amount > r.announced_total
    OR r.charge_at < r.announced_at + interval '3 days'
    OR NOT EXISTS (SELECT FROM payment_methods m
                   WHERE m.customer_id = o.customer_id AND m.consented_at <= p.created_at))`;

/** What must hold of renewals after each step, and on each day. `$1` is the time, `$2` the last payment of the check before. */
export const FAULTS_OF_RENEWALS = `${ACCESS} UNION ALL ${CHARGES}`;

/** What must hold after each step, with the same parameters. */
export const FAULTS = `${ALWAYS} UNION ALL ${FAULTS_OF_RENEWALS}`;

/** What must hold besides once everything has come to its end, except renewals that are still to be paid. `$1` is the time. */
export const FAULTS_AT_THE_END = `${ALWAYS}
  UNION ALL
  SELECT 'membership that nobody ended: ' || s.id FROM subscriptions s JOIN orders o ON o.id = s.order_id
  WHERE s.cancelled
    AND NOT EXISTS (SELECT FROM orders x WHERE x.paid_at IS NOT NULL AND s.id IN (x.replaces_subscription_id, x.renews_subscription_id))
    AND NOT EXISTS (SELECT FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.order_id = o.id AND r.effect <> 'keep')
    AND NOT EXISTS (SELECT FROM payment_disputes d JOIN payments p ON p.id = d.payment_id
                    WHERE p.order_id = o.id AND d.state = 'lost')
  UNION ALL
  SELECT 'order of a lost dispute that is not refunded: ' || o.id FROM payment_disputes d JOIN payments p ON p.id = d.payment_id
  JOIN orders o ON o.id = p.order_id WHERE d.state = 'lost' AND NOT p.surplus AND o.refunded_at IS NULL
  UNION ALL
  SELECT 'wrong flag: ' || o.id FROM orders o
  WHERE (o.disputed_at IS NOT NULL) <> EXISTS (
    SELECT FROM payment_disputes d JOIN payments p ON p.id = d.payment_id
    WHERE p.order_id = o.id AND NOT p.surplus AND d.state <> 'won')
  UNION ALL
  SELECT 'membership of a refunded order: ' || s.id FROM subscriptions s JOIN orders o ON o.id = s.order_id
  WHERE o.refunded_at IS NOT NULL AND NOT s.cancelled
    AND NOT EXISTS (SELECT FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.order_id = o.id AND r.effect = 'keep')
  UNION ALL
  SELECT 'live payment of an order that is not open: ' || p.id FROM payments p JOIN orders o ON o.id = p.order_id
  WHERE (o.closed_at IS NOT NULL OR o.paid_at IS NOT NULL) AND p.state IN ('created', 'open', 'pending', 'unknown')
  UNION ALL
  SELECT 'order that never ended: ' || o.id FROM orders o
  WHERE o.paid_at IS NULL AND o.closed_at IS NULL AND (o.pay_until IS NULL OR o.pay_until <= $1)
  UNION ALL
  SELECT 'order that can be paid although its renewal is done: ' || o.id FROM orders o JOIN renewals r ON r.order_id = o.id
  WHERE r.state = 'done' AND o.paid_at IS NULL AND o.closed_at IS NULL
  UNION ALL
  SELECT 'charge that never ended: renewal ' || id FROM renewals WHERE state = 'charging'
  UNION ALL
  SELECT 'held item of plan ' || i.plan_id FROM stock_items i JOIN orders o ON o.id = i.order_id
  WHERE NOT i.sold AND (o.pay_until IS NULL OR o.pay_until <= $1)
  UNION ALL
  SELECT 'offer that never ended: ' || id FROM waiting_entries WHERE state = 'offered' AND offered_until <= $1
  UNION ALL
  SELECT 'surplus that was kept: ' || p.id FROM payments p
  WHERE p.surplus AND p.refunded <> p.amount
    AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state = 'failed')
  UNION ALL
  SELECT 'refund that never ended: ' || id FROM refunds WHERE state IN ('requested', 'pending')`;

/** The money of the orders: what was taken for them and not returned. One row. */
export const MONEY_OF_ORDERS = `
  SELECT ((SELECT coalesce(sum(total), 0) FROM orders WHERE paid_at IS NOT NULL)
        + (SELECT coalesce(sum(amount), 0) FROM payments WHERE surplus)
        - (SELECT coalesce(sum(amount), 0) FROM refunds WHERE state = 'succeeded')
        - (SELECT coalesce(sum(amount), 0) FROM payment_disputes WHERE state = 'lost'))::numeric(12,2)::text AS money,
         (SELECT coalesce(array_agg(receipt_number ORDER BY receipt_number), '{}') FROM orders
          WHERE receipt_number IS NOT NULL) AS receipts`;

/** How often each thing has happened in a history. */
export const WHAT_HAPPENED = `
  SELECT count(*) FILTER (WHERE o.paid_at IS NOT NULL)::integer AS paid,
         count(*) FILTER (WHERE o.paid_at IS NOT NULL AND o.kind = 'upgrade')::integer AS upgraded,
         count(*) FILTER (WHERE o.paid_at IS NOT NULL AND o.kind = 'conversion')::integer AS converted,
         count(*) FILTER (WHERE o.paid_at IS NOT NULL AND o.kind = 'gift')::integer AS redeemed,
         count(*) FILTER (WHERE o.closed_at IS NOT NULL)::integer AS closed,
         count(*) FILTER (WHERE o.closed_reason = 'withdrawn')::integer AS withdrawn,
         (SELECT count(*) FROM redeem_uses WHERE state = 'used')::integer AS codes,
         (SELECT count(*) FROM redeem_uses WHERE state = 'released')::integer AS released,
         (SELECT count(*) FROM payments WHERE surplus)::integer AS surplus,
         (SELECT count(*) FROM refunds WHERE state = 'succeeded')::integer AS refunded,
         count(*) FILTER (WHERE o.refunded_at IS NOT NULL AND o.renews_subscription_id IS NOT NULL)::integer AS "refundedRenewals",
         (SELECT count(*) FROM subscriptions s JOIN orders a ON a.id = s.order_id JOIN orders b ON b.renews_subscription_id = s.id
          WHERE a.refunded_at IS NOT NULL AND b.paid_at IS NOT NULL)::integer AS "refundedRenewed",
         (SELECT count(*) FROM subscriptions s JOIN orders a ON a.id = s.order_id JOIN orders b ON b.renews_subscription_id = s.id
          WHERE a.renews_subscription_id IS NOT NULL AND b.paid_at IS NOT NULL)::integer AS "renewedTwice",
         (SELECT count(*) FROM refunds WHERE state = 'failed')::integer AS failed,
         (SELECT count(*) FROM refunds WHERE reason = 'made at the provider')::integer AS elsewhere,
         (SELECT count(*) FROM payment_disputes WHERE state = 'lost')::integer AS lost,
         (SELECT count(*) FROM payment_disputes WHERE state = 'won')::integer AS won,
         (SELECT count(*) FROM mails WHERE kind = 'waiting_list_offer')::integer AS offered,
         (SELECT count(*) FROM stock_items WHERE sold)::integer AS sold,
         (SELECT count(*) FROM queued_subscriptions WHERE subscription_id IS NOT NULL)::integer AS begun,
         (SELECT count(*) FROM payments WHERE way = 'off_session')::integer AS charges,
         (SELECT count(*) FROM payments WHERE way = 'off_session' AND state = 'succeeded')::integer AS charged,
         (SELECT count(*) FROM payments WHERE way = 'off_session' AND state = 'cancelled')::integer AS "lostCharges",
         (SELECT count(*) FROM mails WHERE kind = 'renewal_announced')::integer AS announced,
         (SELECT count(*) FROM mails WHERE kind = 'payment_failed')::integer AS declined,
         (SELECT count(*) FROM mails WHERE kind = 'payment_action_needed')::integer AS asked,
         (SELECT count(*) FROM mails WHERE kind = 'renewal_given_up')::integer AS "givenUp",
         (SELECT count(*) FROM renewals WHERE state = 'stopped')::integer AS stopped,
         (SELECT count(*) FROM payment_transitions WHERE subject = 'renewal' AND from_state = 'stopped' AND to_state = 'announced')::integer
           AS resumed,
         (SELECT count(*) FROM renewals r JOIN payments p ON p.order_id = r.order_id
          WHERE r.state = 'done' AND p.way = 'checkout' AND p.state = 'succeeded')::integer AS "byHand",
         (SELECT count(*) FROM payment_transitions WHERE subject = 'order' AND to_state = 'paid' AND from_state <> 'open')::integer AS late
  FROM orders o`;
