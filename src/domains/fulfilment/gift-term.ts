import { termLeftSql } from '#platform/access';
import { type Statements, statement, types } from '#platform/database';
import type { PublishedPlan } from '#domains/plans';
import { BOUGHT_AHEAD_SQL } from '#domains/subscriptions';
import { type CheckoutStanding, seasonLength, type Term, termEndOf } from './standing.rules';

/** The memberships of a customer that have not ended, including queued ones. Always one row. */
export const OPEN_TERMS = statement('fulfilment.open_terms', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  row: {
    count: types.integer,
    /** When the last one ends; null: never, or there is none. */
    end: types.timestamptz.orNull,
    /** When the next one begins; null: none is to begin. */
    nextStart: types.timestamptz.orNull,
  },
  text: `
    SELECT count(*)::integer AS count, CASE WHEN bool_and(end_date IS NOT NULL) THEN max(end_date) END AS "end",
           min(start_date) FILTER (WHERE start_date > $now) AS "nextStart"
    FROM (
      SELECT s.start_date, s.end_date FROM subscriptions s
      WHERE s.fanclub_id = $fanclub AND s.customer_id = $customer AND ${termLeftSql('$now')}
      UNION ALL
      SELECT q.starts_at, q.end_date FROM queued_subscriptions q
      WHERE q.fanclub_id = $fanclub AND q.customer_id = $customer AND ${BOUGHT_AHEAD_SQL}
    ) terms`,
});

/** The standing by which a gift code is fulfilled: it gives a membership of its own, and changes no other. */
export const giftStanding = (standing: CheckoutStanding): CheckoutStanding => ({
  ...standing,
  available: true,
  renewal: false,
  conversion: false,
  upgrade: false,
  upgradePrice: null,
});

/** Who redeems a gift code, and when. */
interface Redeemer {
  readonly fanclub: number;
  /** Null: a new customer. */
  readonly customer: number | null;
  /** Whether somebody paid for the code. After the season it then gives a term as long as the season (decision 83). */
  readonly isBought: boolean;
  readonly now: Date;
}

/** Why nothing can follow the memberships of a customer: one of them never ends, or the season of the plan is over by then. */
export type NoTerm = 'never_ends' | 'season_over';

/**
 * The term that a gift code gives. It follows all memberships of the customer, so that none is lost. A term without end is not
 * queued, because a queued subscription has an end.
 */
export async function giftTerm(
  db: Statements,
  { fanclub, customer, isBought, now }: Redeemer,
  plan: PublishedPlan,
): Promise<Term | NoTerm> {
  const open = customer === null ? null : await db.first(OPEN_TERMS, { fanclub, customer, now });
  if (open && open.count > 0 && open.end === null) return 'never_ends';
  const start = open?.end && open.end > now ? open.end : now;
  const end = termEndOf(plan, start);
  if (end === null || end > start) return { start, end, isQueued: start > now && end !== null };
  if (!isBought || plan.salesPeriod === null) return 'season_over';
  return { start, end: new Date(start.getTime() + seasonLength(plan.salesPeriod)), isQueued: start > now };
}
