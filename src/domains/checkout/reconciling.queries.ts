import { statement, types } from '#platform/database';
import type { ProviderName } from '#domains/payments/payment-account.entity';
import type { PaymentState } from './payment.entity';

/** The accounts with which payments are made, or were made lately, of all fan clubs. */
export const ACTIVE_ACCOUNTS = statement('payments.active_accounts', {
  params: { since: types.timestamptz },
  row: { id: types.bigint, fanclubId: types.bigint, lastEventAt: types.timestamptz.orNull },
  text: `
    SELECT a.id, a.fanclub_id AS "fanclubId", a.last_event_at AS "lastEventAt" FROM payment_accounts a
    WHERE a.enabled OR EXISTS (
      SELECT FROM payments p WHERE p.fanclub_id = a.fanclub_id AND p.account_id = a.id AND p.created_at > $since)
    ORDER BY a.id`,
});

/** What we know of a payment that a provider took. */
export const KNOWN_PAYMENT = statement('payments.known', {
  params: {
    fanclub: types.bigint,
    account: types.bigint,
    ownNumber: types.bigint.orNull,
    ref: types.text,
  },
  row: { id: types.bigint, state: types.textOf<PaymentState>() },
  text: `
    SELECT p.id, p.state FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.account_id = $account AND (p.id = $ownNumber OR p.payment_ref = $ref)
    LIMIT 1`,
});

/** No row if it is known. */
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
  row: { id: types.bigint },
  text: `
    INSERT INTO payment_strays (fanclub_id, account_id, provider_ref, amount, currency, taken_at, created_at, updated_at)
    VALUES ($fanclub, $account, $ref, $amount, $currency, $takenAt, $now, $now)
    ON CONFLICT (account_id, provider_ref) DO NOTHING
    RETURNING id`,
});

/** Writes no row for a stray that is unknown or resolved. */
export const RESOLVE_STRAY = statement('payments.resolve_stray', {
  params: { fanclub: types.bigint, stray: types.bigint, note: types.text, now: types.timestamptz },
  text: `
    UPDATE payment_strays SET resolved_at = $now, note = $note, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $stray AND resolved_at IS NULL`,
});

/** The payment accounts of a fan club. */
export const LIST_ACCOUNTS = statement('payments.accounts', {
  params: { fanclub: types.bigint },
  row: {
    id: types.bigint,
    provider: types.textOf<ProviderName>(),
    ref: types.text,
    live: types.boolean,
    enabled: types.boolean,
    lastEventAt: types.timestamptz.orNull,
  },
  text: `
    SELECT a.id, a.provider, a.account_ref AS ref, a.live, a.enabled, a.last_event_at AS "lastEventAt"
    FROM payment_accounts a WHERE a.fanclub_id = $fanclub ORDER BY a.id`,
});

/** How many payments of a fan club are in each state. */
export const COUNT_PAYMENTS = statement('payments.count', {
  params: { fanclub: types.bigint },
  row: { state: types.text, count: types.integer },
  text: `
    SELECT CASE WHEN p.surplus THEN 'surplus' ELSE p.state END AS state, count(*)::integer AS count
    FROM payments p WHERE p.fanclub_id = $fanclub GROUP BY 1 ORDER BY 1`,
});

/** What a person has to look at, in one list: what it is, its id, since when, and a code. */
export const LIST_PROBLEMS = statement('payments.problems', {
  params: { fanclub: types.bigint, before: types.timestamptz },
  row: { kind: types.text, id: types.text, since: types.timestamptz, code: types.text },
  text: `
    SELECT 'payment of another amount' AS kind, 'order ' || p.order_id AS id, p.updated_at AS since, p.failure AS code
    FROM payments p WHERE p.fanclub_id = $fanclub AND p.failure = 'amount_mismatch' AND p.state <> 'succeeded'
    UNION ALL
    SELECT 'payment that waits', 'order ' || p.order_id, p.created_at, coalesce(p.failure, p.state)
    FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.state IN ('created', 'pending', 'unknown') AND p.created_at < $before
      AND p.failure IS DISTINCT FROM 'amount_mismatch'
    UNION ALL
    SELECT 'refund that failed', 'refund ' || r.id, r.updated_at, coalesce(r.failure, 'failed')
    FROM refunds r WHERE r.fanclub_id = $fanclub AND r.state = 'failed'
    UNION ALL
    SELECT 'event that fails', e.event_ref, e.received_at, coalesce(e.last_error, 'waiting')
    FROM payment_events e WHERE e.fanclub_id = $fanclub AND e.processed_at IS NULL AND e.received_at < $before
    UNION ALL
    SELECT 'money without order', 'stray ' || s.id, s.taken_at, s.amount || ' ' || s.currency
    FROM payment_strays s WHERE s.fanclub_id = $fanclub AND s.resolved_at IS NULL
    ORDER BY since`,
});
