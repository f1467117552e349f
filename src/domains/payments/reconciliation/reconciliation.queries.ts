import { statement, types } from '#platform/database';
import { REFUNDED_SQL } from '#domains/orders';
import { USABLE_CODE_SQL } from '#domains/redeem-codes';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** The accounts of all fan clubs that are enabled, or have payments since `$since`. */
export const ACTIVE_ACCOUNTS = statement('payments.active_accounts', {
  params: { since: types.timestamptz },
  row: { id: types.bigint, fanclubId: types.bigint, caughtUpAt: types.timestamptz.orNull },
  text: `
    SELECT a.id, a.fanclub_id AS "fanclubId", a.caught_up_at AS "caughtUpAt" FROM payment_accounts a
    WHERE (a.enabled OR EXISTS (
      SELECT FROM payments p WHERE p.fanclub_id = a.fanclub_id AND p.account_id = a.id AND p.created_at > $since))
      AND ${notHeldSql('a.fanclub_id')}
    ORDER BY a.id`,
});

/** The successful payments of an account in a time span, with the provider's ids. */
export const COUNTED_PAYMENTS = statement('payments.counted', {
  params: { fanclub: types.bigint, account: types.bigint, from: types.timestamptz, to: types.timestamptz },
  row: { id: types.bigint, ref: types.text.neverNullHere },
  text: `
    SELECT id, payment_ref AS ref FROM payments
    WHERE fanclub_id = $fanclub AND account_id = $account AND state = 'succeeded' AND payment_ref IS NOT NULL
      AND created_at >= $from AND settled_at < $to`,
});

/** Adds a stray. Writes no row if it is known. */
export const ADD_STRAY = statement('payments.add_stray', {
  params: {
    fanclub: types.bigint,
    account: types.bigint,
    ref: types.text,
    amount: types.numeric,
    currency: types.text,
    takenAt: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO payment_strays (fanclub_id, account_id, provider_ref, amount, currency, taken_at, created_at, updated_at)
    VALUES ($fanclub, $account, $ref, $amount, $currency, $takenAt, $now, $now)
    ON CONFLICT (account_id, provider_ref) DO NOTHING`,
});

/**
 * What contradicts itself: returned money that is not the refunds and lost disputes, money that was returned twice, orders whose
 * dispute was lost and that are not refunded, and bought codes that can be redeemed although their money was returned.
 */
export const RETURNED_DIFFERENCES = statement('payments.returned_differences', {
  params: { fanclub: types.bigint },
  row: { what: types.text, id: types.bigint, here: types.text, counted: types.text },
  text: `
    WITH counted AS (
      SELECT p.id, p.order_id, p.surplus, p.amount, p.refunded,
             EXISTS (SELECT FROM refunds r WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state = 'succeeded'
                       AND r.effect <> 'keep') AS "isTakenBack",
             (SELECT coalesce(sum(r.amount), 0) FROM refunds r
              WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state <> 'failed') AS made,
             (SELECT coalesce(sum(d.amount), 0) FROM payment_disputes d
              WHERE d.fanclub_id = p.fanclub_id AND d.payment_id = p.id AND d.state = 'lost') AS lost
      FROM payments p WHERE p.fanclub_id = $fanclub
    )
    SELECT 'returned money of payment' AS what, id, refunded::text AS here, least(amount, made + lost)::text AS counted
    FROM counted WHERE refunded <> greatest(made, least(amount, made + lost))
    UNION ALL
    SELECT 'money returned twice of payment', id, amount::text, (made + lost)::text FROM counted WHERE made + lost > amount
    UNION ALL
    SELECT 'lost dispute of order', o.id, 'not refunded', c.lost::text
    FROM counted c JOIN orders o ON o.fanclub_id = $fanclub AND o.id = c.order_id
    WHERE c.lost > 0 AND NOT c.surplus AND NOT ${REFUNDED_SQL}
    UNION ALL
    SELECT 'code of returned gift', c.bought_order_id, 'valid', 'void'
    FROM counted m JOIN redeem_codes c ON c.fanclub_id = $fanclub AND c.bought_order_id = m.order_id
    WHERE NOT m.surplus AND (m."isTakenBack" OR m.lost > 0) AND ${USABLE_CODE_SQL}
    ORDER BY 1, 2`,
});
