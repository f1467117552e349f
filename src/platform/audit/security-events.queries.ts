import type { Statement } from '#platform/database';

/**
 * An INSERT of the events in a parameter, as `eventsJson` writes them: a statement of its own, or part of one that writes what the events
 * tell of, followed by a condition where they depend on that.
 *
 *     WITH ended AS (UPDATE … RETURNING id)
 *     ${recording('$4')} WHERE EXISTS (SELECT FROM ended)
 *
 * @param parameter the number of the parameter: `$4`
 */
export const recording = (parameter: string): string => `
    INSERT INTO security_events (at, fanclub_id, actor_kind, actor_id, action, target, reason, network, request_id)
    SELECT e.at, e.fanclub_id, e.actor_kind, e.actor_id, e.action, e.target, e.reason, e.network, e.request_id
    FROM jsonb_to_recordset(${parameter}::jsonb) AS e
      (at timestamptz, fanclub_id bigint, actor_kind text, actor_id bigint, action text, target text, reason text,
       network text, request_id text)`;

/** $1 events. */
export const RECORD: Statement = { name: 'audit.record', text: recording('$1') };

/** A row of {@link LIST}. */
export interface ListedEvent {
  at: Date;
  /** Null: the event concerns an organization or the whole installation. */
  fanclub_id: number | null;
  actor_kind: string;
  actor_id: number | null;
  action: string;
  target: string | null;
  reason: string | null;
  network: string | null;
  request_id: string | null;
}

/**
 * Of all fan clubs, for operators: the newest events, oldest of them first. $1 the instant since which, or null; $2 a key that the fan club
 * has or had, or null for all; $3 action, or null for all; $4 how many at most.
 */
export const LIST: Statement = {
  name: 'audit.list',
  text: `
    SELECT at, fanclub_id, actor_kind, actor_id, action, target, reason, network, request_id
    FROM (
      SELECT * FROM security_events
      WHERE ($1::timestamptz IS NULL OR at >= $1)
        AND ($2::text IS NULL OR fanclub_id = (SELECT fanclub_id FROM fanclub_keys WHERE key = $2))
        AND ($3::text IS NULL OR action = $3)
      ORDER BY at DESC, id DESC
      LIMIT $4
    ) newest
    ORDER BY at, id`,
};
