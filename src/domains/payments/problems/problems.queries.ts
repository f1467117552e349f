import { statement, types } from '#platform/database';
import { AMOUNT_MISMATCH, IS_OF_ANOTHER_AMOUNT } from '../payment.entity';
import { IS_FAILED_REFUND } from '../refunds/refund.entity';

/** The payment accounts of a fan club. */
export const LIST_ACCOUNTS = statement('payments.accounts', {
  params: { fanclub: types.bigint },
  row: {
    id: types.bigint,
    provider: types.text,
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

/** Minutes for which a payment, refund or event may wait before it is listed. */
const PATIENCE_MINUTES = 15;

/** The time before which a payment, refund or event must have begun to be listed as waiting. */
export const problemsBefore = (now: Date): Date => new Date(now.getTime() - PATIENCE_MINUTES * 60_000);

export const PROBLEM_KINDS = [
  'other_amount',
  'waits',
  'account_refuses',
  'disputed',
  'refund_failed',
  'refund_waits',
  'event_fails',
  'stray',
  'customer_stays',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** The condition on the fan club of a table's alias. */
type OfFanclub = (alias: string) => string;

/** The problems with the orders of payments `p`. `whose` is another condition on these. */
const problemsOfOrders = (of: OfFanclub, whose = 'true'): string => `
    SELECT 'other_amount' AS kind, p.order_id::text AS ref, p.order_id AS "orderId", p.updated_at AS since, p.failure AS code
    FROM payments p WHERE ${of('p')} AND ${whose} AND ${IS_OF_ANOTHER_AMOUNT}
    UNION ALL
    SELECT 'waits', p.order_id::text, p.order_id, p.created_at, coalesce(p.failure, p.state)
    FROM payments p
    WHERE ${of('p')} AND ${whose} AND p.failure IS DISTINCT FROM '${AMOUNT_MISMATCH}'
      AND (p.state IN ('created', 'pending', 'unknown') AND p.created_at < $before OR p.state = 'open' AND p.expires_at < $before)
    UNION ALL
    SELECT 'disputed', p.order_id::text, p.order_id, d.opened_at, d.amount || ' ' || p.currency
    FROM payment_disputes d JOIN payments p ON p.fanclub_id = d.fanclub_id AND p.id = d.payment_id
    WHERE ${of('d')} AND ${whose} AND d.state = 'open'
    UNION ALL
    SELECT 'refund_failed', r.id::text, p.order_id, r.updated_at, coalesce(r.failure, 'failed')
    FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    WHERE ${of('r')} AND ${whose} AND ${IS_FAILED_REFUND}
    UNION ALL
    SELECT 'refund_waits', r.id::text, p.order_id, r.created_at, r.state
    FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    WHERE ${of('r')} AND ${whose} AND r.state = 'requested' AND r.created_at < $before`;

/**
 * The problems that need attention. An open payment is listed once its page should have ended. A failed refund is listed until it is refunded
 * again or resolved, a dispute until it is decided, an erased customer whom the provider still has after a day until it has deleted them. A refusal of the account that takes payments is listed for one day.
 */
const problems = (of: OfFanclub): string => `${problemsOfOrders(of)}
    UNION ALL
    SELECT 'account_refuses', a.account_ref, NULL, a.refused_at, a.refused_code
    FROM payment_accounts a WHERE ${of('a')} AND a.enabled AND a.refused_at > $before - interval '1 day'
    UNION ALL
    SELECT 'event_fails', e.event_ref, NULL, e.received_at, coalesce(e.last_error, 'waiting')
    FROM payment_events e WHERE ${of('e')} AND e.processed_at IS NULL AND e.received_at < $before
    UNION ALL
    SELECT 'stray', s.id::text, NULL, s.taken_at, s.amount || ' ' || s.currency || ', ' || s.provider_ref
    FROM payment_strays s WHERE ${of('s')} AND s.resolved_at IS NULL
    UNION ALL
    SELECT 'customer_stays', t.provider_ref, NULL, c.erased_at, a.provider || ', ' || a.account_ref
    FROM payment_customers t
    JOIN customers c ON c.fanclub_id = t.fanclub_id AND c.id = t.customer_id
    JOIN payment_accounts a ON a.fanclub_id = t.fanclub_id AND a.id = t.account_id
    WHERE ${of('t')} AND c.erased_at < $before - interval '1 day'`;

const ofFanclub: OfFanclub = (alias) => `${alias}.fanclub_id = $fanclub`;
/** Each part reads the payments of these orders only. */
const OF_CUSTOMER = `p.fanclub_id = $fanclub AND p.order_id = ANY (ARRAY(
      SELECT o.id FROM orders o WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer))`;

const OF_FANCLUB = problems(ofFanclub);

/** The problems of a fan club, the oldest first. `ref` is the order, refund, event, stray or account. */
export const LIST_PROBLEMS = statement('payments.problems', {
  params: { fanclub: types.bigint, before: types.timestamptz, limit: types.bigint },
  row: {
    kind: types.textOf<ProblemKind>(),
    ref: types.text,
    orderId: types.bigint.orNull,
    since: types.timestamptz,
    code: types.text,
  },
  text: `${OF_FANCLUB} ORDER BY since, kind, ref, code LIMIT $limit`,
});

/** The problems with orders of a customer, the oldest first. */
export const PROBLEMS_OF_CUSTOMER = statement('payments.problems_of_customer', {
  params: { fanclub: types.bigint, customer: types.bigint, before: types.timestamptz },
  row: {
    kind: types.textOf<ProblemKind>(),
    orderId: types.bigint,
    since: types.timestamptz,
    code: types.text,
  },
  text: `
    SELECT x.kind, x."orderId", x.since, x.code FROM (${problemsOfOrders(ofFanclub, OF_CUSTOMER)}) x
    ORDER BY x.since, x.kind, x."orderId"`,
});

/** The number of problems of a fan club. Always one row. */
export const COUNT_PROBLEMS = statement('payments.count_problems', {
  params: { fanclub: types.bigint, before: types.timestamptz },
  row: { count: types.integer },
  text: `SELECT count(*)::integer AS count FROM (${OF_FANCLUB}) problems`,
});

/** The number of problems in all fan clubs by kind. No row for a kind without problems. */
export const PROBLEMS_BY_KIND = statement('payments.problems_by_kind', {
  params: { before: types.timestamptz },
  row: { kind: types.textOf<ProblemKind>(), count: types.bigint },
  text: `SELECT kind, count(*) AS count FROM (${problems(() => 'true')}) problems GROUP BY kind`,
});
