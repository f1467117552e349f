import { openSql } from '#platform/access';
import { statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { END_OF_ACTIVE_SQL, isKeptSql } from './membership-conditions';

const TYPES = `ARRAY['membership.lapsed', 'membership.ended']`;

/** Days in which an end that moved back is still found. Shorter than messages are kept, so that each end has one message. */
const BACK = 25;

/** Deletes the watches of fan clubs in which no endpoint asks for ends any more. */
export const PURGE_WATCHES = statement('membership_ends.purge', {
  text: `
    DELETE FROM membership_watches w
    WHERE ${notHeldSql('w.fanclub_id')} AND NOT EXISTS (
      SELECT FROM webhook_endpoints e WHERE e.fanclub_id = w.fanclub_id AND e.types && ${TYPES})`,
});

/** The fan clubs with an endpoint that asks for ends. */
export const WATCHED = statement('membership_ends.watched', {
  row: { fanclubId: types.bigint },
  text: `
    SELECT DISTINCT e.fanclub_id AS "fanclubId" FROM webhook_endpoints e
    WHERE e.types && ${TYPES} AND ${notHeldSql('e.fanclub_id')}`,
});

const NOW = { fanclub: types.bigint, now: types.timestamptz };

/** Begins to watch the ends of a fan club; those before have no message. */
export const WATCH = statement('membership_ends.watch', {
  params: NOW,
  text: `
    INSERT INTO membership_watches (fanclub_id, since, seen_until) VALUES ($fanclub, $now, $now)
    ON CONFLICT (fanclub_id) DO NOTHING`,
});

/** NULL: a membership for ever, which never ends. */
const ACTIVE_UNTIL = `(${END_OF_ACTIVE_SQL})`;

/** Ends in the watched time. Rows that were made later were imported. */
const endsOf = (type: string, state: string, at: string, condition: string): string => `
  SELECT s.id, '${type}' AS type, '${state}' AS state, ${at} AS at FROM watch w
  JOIN subscriptions s ON s.fanclub_id = w.fanclub_id
  LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
  WHERE ${condition} AND ${at} > w.begin AND ${at} <= $now AND ${at} > s.created_at
    AND NOT EXISTS (
      SELECT FROM webhook_messages m
      WHERE m.fanclub_id = s.fanclub_id AND m.type = '${type}' AND m.once_key = 'membership:' || s.id)`;

/** Writes the messages of memberships whose term, or extension, has ended. A row for each. */
export const REPORT_ENDS = statement('membership_ends.report', {
  params: NOW,
  row: { id: types.bigint },
  text: `
    WITH watch AS (
      SELECT fanclub_id, greatest(since, CASE WHEN $now - seen_until < interval '5 days'
        THEN seen_until - interval '${BACK} days' ELSE seen_until END) AS begin
      FROM membership_watches WHERE fanclub_id = $fanclub FOR NO KEY UPDATE
    ), ends AS (
      ${endsOf('membership.lapsed', 'lapsed', 's.end_date', openSql('$now'))}
      UNION ALL
      ${endsOf('membership.ended', 'ended', ACTIVE_UNTIL, `${isKeptSql('s')} AND s.end_date > w.begin`)}
      UNION ALL
      ${endsOf('membership.ended', 'ended', ACTIVE_UNTIL, `${isKeptSql('s')} AND s.end_date <= w.begin AND sp.extended_until > w.begin`)}
    ), seen AS (
      UPDATE membership_watches SET seen_until = $now WHERE fanclub_id = $fanclub AND seen_until < $now
    )
    SELECT s.id FROM ends n
    JOIN subscriptions s ON s.fanclub_id = $fanclub AND s.id = n.id
    JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
    CROSS JOIN LATERAL (
      SELECT write_webhook(s.fanclub_id, n.type, n.at, s.customer_id, NULL, 'membership:' || s.id, jsonb_build_object(
        'id', s.id, 'member_id', s.customer_id, 'plan', jsonb_build_object('id', p.id, 'name', p.name), 'order_id', s.order_id,
        'start_date', s.start_date, 'end_date', s.end_date, 'state', n.state), NULL)
    ) written
    WHERE wants_webhook(s.fanclub_id, n.type)
    ORDER BY n.at, s.id`,
});
