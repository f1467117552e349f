import { statement, type Statements, types } from '#platform/database';
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

const RESOLUTION = { fanclub: types.bigint, which: types.bigint, note: types.text, now: types.timestamptz };

export const RESOLVE_STRAY = statement('payments.resolve_stray', {
  params: RESOLUTION,
  text: `
    UPDATE payment_strays SET resolved_at = $now, note = $note, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $which AND resolved_at IS NULL`,
});

export const RESOLVE_REFUND = statement('payments.resolve_refund', {
  params: RESOLUTION,
  text: `
    UPDATE refunds SET resolved_at = $now, note = $note, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $which AND state = 'failed' AND resolved_at IS NULL`,
});

const RESOLVING = { stray: RESOLVE_STRAY, refund: RESOLVE_REFUND };

/** What a person marks as dealt with: money without an order of ours, or a refund that failed. */
export type Resolvable = keyof typeof RESOLVING;

export const RESOLVABLE = Object.keys(RESOLVING) as Resolvable[];

/** Marks it as dealt with. @returns false if it is unknown, resolved, or not failed */
export async function resolve(
  sql: Statements,
  what: Resolvable,
  resolution: { fanclub: number; which: number; note: string; now: Date },
): Promise<boolean> {
  return (await sql.run(RESOLVING[what], resolution)) > 0;
}

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

/** Minutes after which a payment that waits, or an event that was not processed, needs a person. */
const PATIENCE_MINUTES = 15;

/** What began before this and still waits needs a person. */
export const problemsBefore = (now: Date): Date => new Date(now.getTime() - PATIENCE_MINUTES * 60_000);

/** What needs a person. */
export type ProblemKind =
  'other_amount' | 'waits' | 'refund_failed' | 'refund_waits' | 'event_fails' | 'stray';

/** A failed refund needs nobody once the payment was refunded again, or somebody has resolved it. */
const PROBLEMS = `
    SELECT 'other_amount' AS kind, p.order_id::text AS ref, p.order_id AS "orderId", p.updated_at AS since, p.failure AS code
    FROM payments p WHERE p.fanclub_id = $fanclub AND p.failure = 'amount_mismatch' AND p.state <> 'succeeded'
    UNION ALL
    SELECT 'waits', p.order_id::text, p.order_id, p.created_at, coalesce(p.failure, p.state)
    FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.state IN ('created', 'pending', 'unknown') AND p.created_at < $before
      AND p.failure IS DISTINCT FROM 'amount_mismatch'
    UNION ALL
    SELECT 'refund_failed', r.id::text, p.order_id, r.updated_at, coalesce(r.failure, 'failed')
    FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    WHERE r.fanclub_id = $fanclub AND r.state = 'failed' AND r.resolved_at IS NULL
      AND NOT EXISTS (
        SELECT FROM refunds n
        WHERE n.fanclub_id = r.fanclub_id AND n.payment_id = r.payment_id AND n.id > r.id AND n.state <> 'failed')
    UNION ALL
    SELECT 'refund_waits', r.id::text, p.order_id, r.created_at, r.state
    FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    WHERE r.fanclub_id = $fanclub AND r.state = 'requested' AND r.created_at < $before
    UNION ALL
    SELECT 'event_fails', e.event_ref, NULL, e.received_at, coalesce(e.last_error, 'waiting')
    FROM payment_events e WHERE e.fanclub_id = $fanclub AND e.processed_at IS NULL AND e.received_at < $before
    UNION ALL
    SELECT 'stray', s.id::text, NULL, s.taken_at, s.amount || ' ' || s.currency || ', ' || s.provider_ref
    FROM payment_strays s WHERE s.fanclub_id = $fanclub AND s.resolved_at IS NULL`;

/** What needs a person, the longest waiting first. `ref` is the id of the order, refund, event or stray. */
export const LIST_PROBLEMS = statement('payments.problems', {
  params: { fanclub: types.bigint, before: types.timestamptz, limit: types.bigint },
  row: {
    kind: types.textOf<ProblemKind>(),
    ref: types.text,
    orderId: types.bigint.orNull,
    since: types.timestamptz,
    code: types.text,
  },
  text: `${PROBLEMS} ORDER BY since LIMIT $limit`,
});

/** How many. Always one row. */
export const COUNT_PROBLEMS = statement('payments.count_problems', {
  params: { fanclub: types.bigint, before: types.timestamptz },
  row: { count: types.integer },
  text: `SELECT count(*)::integer AS count FROM (${PROBLEMS}) problems`,
});
