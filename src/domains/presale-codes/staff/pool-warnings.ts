import { statement, types } from '#platform/database';
import type { ItemNotes } from '#platform/staff';
import { FREE_SQL, WAITING_SQL } from '../presale-codes.queries';
import { POOL_FIGURES } from './pool-codes.queries';

/** Days before a pool opens from which on too few codes are a problem. */
const DAYS_BEFORE = 14;

/**
 * Pools that give codes, or will soon, and have fewer codes than they need: one for each entitled member without one, or on request at
 * least one. Members are counted only until they are more than the codes.
 */
export const SHORT_POOLS = statement('staff_presale_codes.short_pools', {
  params: { fanclub: types.bigint, now: types.timestamptz },
  row: { id: types.bigint },
  text: `
    SELECT p.id
    FROM presale_pools p
    CROSS JOIN LATERAL (
      SELECT count(*) AS free FROM presale_codes k
      WHERE k.fanclub_id = p.fanclub_id AND k.pool_id = p.id AND ${FREE_SQL}
    ) f
    WHERE p.fanclub_id = $fanclub AND p.opens_at < $now::timestamptz + interval '${DAYS_BEFORE} days'
      AND (p.closes_at IS NULL OR p.closes_at > $now)
      AND CASE WHEN p.mode = 'on_request' THEN f.free = 0 ELSE (
            SELECT count(*) FROM (SELECT w.id FROM (${WAITING_SQL}
            ) w LIMIT f.free + 1) x) > f.free END
    ORDER BY p.opens_at, p.id`,
});

/** The pools of a fan club that have closed. */
export const CLOSED_POOLS = statement('staff_presale_codes.closed_pools', {
  params: { fanclub: types.bigint, now: types.timestamptz },
  row: { id: types.bigint },
  text: 'SELECT id FROM presale_pools WHERE fanclub_id = $fanclub AND closes_at <= $now ORDER BY id',
});

/** How many codes the pools of a fan club have given. */
export const PRESALE_TOTALS = statement('staff_presale_codes.totals', {
  params: { fanclub: types.bigint },
  row: { given: types.integer, total: types.integer },
  text: `
    SELECT count(k.customer_id)::integer AS given, count(*)::integer AS total FROM presale_codes k
    WHERE k.fanclub_id = $fanclub AND k.voided_at IS NULL`,
});

/** The codes of the events whose presale is open or was within 30 days, the most given first. At most 10. */
export const CODES_BY_EVENT = statement('staff_presale_codes.by_event', {
  params: { fanclub: types.bigint, now: types.timestamptz },
  row: { id: types.bigint, title: types.text, given: types.integer, total: types.integer },
  text: `
    SELECT e.id, e.title, sum(c.given)::integer AS given, sum(c.total)::integer AS total
    FROM events e
    JOIN (SELECT DISTINCT fanclub_id, event_id, presale_pool_id FROM ticket_links WHERE presale_pool_id IS NOT NULL) l
      ON l.fanclub_id = e.fanclub_id AND l.event_id = e.id
    JOIN presale_pools p ON p.fanclub_id = l.fanclub_id AND p.id = l.presale_pool_id
    CROSS JOIN LATERAL (
      SELECT count(k.customer_id) AS given, count(*) AS total FROM presale_codes k
      WHERE k.fanclub_id = p.fanclub_id AND k.pool_id = p.id AND k.voided_at IS NULL
    ) c
    WHERE e.fanclub_id = $fanclub AND p.opens_at <= $now
      AND (p.closes_at IS NULL OR p.closes_at > $now::timestamptz - interval '30 days')
    GROUP BY e.id, e.title ORDER BY 3 DESC, e.id LIMIT 10`,
});

/** The notes of pools: how many codes were given. */
export const poolNotes: ItemNotes = async ({ statements, fanclubId: fanclub }) => {
  const figures = await statements.rows(POOL_FIGURES, { fanclub, pool: null });
  return (pool) =>
    figures.filter(({ id }) => id === pool).map(({ given, total }) => `${given} of ${total} codes given.`);
};
