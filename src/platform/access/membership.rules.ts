import { MAY_LOG_IN } from './live-session';

/*
 * When a membership is active (contract 5.2), as SQL and as a function; a property test compares both. The rule stands here, because
 * the access guard applies it and the platform may not import the subscriptions domain, which adds the rules that only domains need.
 *
 * The SQL is about the subscription `s` and its sales period `sp`, which is left joined. `now` is the statement's placeholder.
 * Without an extension, `openSql` and `activeSql` can be null instead of false: do not negate them.
 */

/** Whether the subscription has not reached its end, which an extension of its sales period does not move. */
export const unendedSql = (now: string): string => `(s.end_date IS NULL OR s.end_date > ${now})`;

/** Whether some of the term is left, also before its start. An extension does not count, so `sp` is not needed. */
export const termLeftSql = (now: string): string => `(NOT s.cancelled AND ${unendedSql(now)})`;

/** Whether the subscription is active, or will be at its start. */
export const openSql = (now: string): string =>
  `(NOT s.cancelled AND (${unendedSql(now)} OR sp.extended_until > ${now}))`;

/** Whether the subscription is active. */
export const activeSql = (now: string): string => `(${openSql(now)} AND s.start_date <= ${now})`;

/** Whether an active subscription is lapsed. */
export const lapsedSql = (now: string): string => `(NOT ${unendedSql(now)})`;

/** Of several active subscriptions, the first in this order is the membership. */
export const LATEST_START_FIRST = 's.start_date DESC, s.id DESC';

/** Selects columns of the membership of customer `c`: of the subscription `s` and its sales period `sp`. No row without a membership. */
export const membershipSql = (columns: string, now: string): string => `
      SELECT ${columns}
      FROM subscriptions s
      LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
      WHERE s.fanclub_id = c.fanclub_id AND s.customer_id = c.id AND ${activeSql(now)}
      ORDER BY ${LATEST_START_FIRST}
      LIMIT 1`;

/** What decides about the state of a subscription. */
export interface SubscriptionTerm {
  readonly startDate: Date;
  /** Null: without end. */
  readonly endDate: Date | null;
  readonly cancelled: boolean;
  /** The extension of its sales period; null: no extension or no sales period. */
  readonly extendedUntil: Date | null;
}

/** The state of a subscription at an instant. */
export interface SubscriptionState {
  /** A subscription that has not started is `pending`, even if it was cancelled. */
  readonly status: 'pending' | 'active' | 'expired';
  /** Active only through the extension of its sales period. */
  readonly lapsed: boolean;
}

export function subscriptionState(
  { startDate, endDate, cancelled, extendedUntil }: SubscriptionTerm,
  now: Date,
): SubscriptionState {
  if (startDate > now) return { status: 'pending', lapsed: false };
  if (cancelled) return { status: 'expired', lapsed: false };
  if (endDate === null || endDate > now) return { status: 'active', lapsed: false };
  const lapsed = extendedUntil !== null && extendedUntil > now;
  return { status: lapsed ? 'active' : 'expired', lapsed };
}

/** Whether an active membership entitles to what is for members of some plans; no plans: of all with exclusive access (contract 6.5). */
export function grantsAccess<
  M extends { readonly exclusiveAccess: boolean; readonly plan: { readonly id: number } },
>(membership: M | null, planIds: readonly number[]): membership is M {
  if (!membership?.exclusiveAccess) return false;
  return planIds.length === 0 || planIds.includes(membership.plan.id);
}

/**
 * The same for the customer `c`, as SQL, who must also be able to log in.
 *
 * @param planIds an array of ids in SQL
 */
export const grantsAccessSql = (
  planIds: string,
  now: string,
): string => `(${MAY_LOG_IN} AND NOT c.blacklisted AND EXISTS (
      SELECT FROM (${membershipSql('s.fanclub_id, s.plan_id', now)}
      ) m
      JOIN plans pl ON pl.fanclub_id = m.fanclub_id AND pl.id = m.plan_id AND pl.exclusive_access
      WHERE cardinality(${planIds}) = 0 OR m.plan_id = ANY (${planIds})))`;
