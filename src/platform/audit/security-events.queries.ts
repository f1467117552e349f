import { type RowOf, statement, types, type Statements, type ValuesOf } from '#platform/database';

/**
 * Inserts the events in the parameter `$events`, which `SecurityEvents.json` writes. It can be used as a statement, or as the
 * end of a statement that also makes the change:
 *
 *     WITH ended AS (UPDATE … RETURNING id)
 *     ${RECORDING} WHERE EXISTS (SELECT FROM ended)
 */
export const RECORDING = `
    INSERT INTO security_events (at, fanclub_id, actor_kind, actor_id, action, target, reason, network, request_id)
    SELECT e.at, e.fanclub_id, e.actor_kind, e.actor_id, e.action, e.target, e.reason, e.network, e.request_id
    FROM jsonb_to_recordset($events::jsonb) AS e
      (at timestamptz, fanclub_id bigint, actor_kind text, actor_id bigint, action text, target text, reason text,
       network text, request_id text)`;

/** Records events. */
export const RECORD = statement('audit.record', { params: { events: types.jsonText }, text: RECORDING });

/** For operators: the newest events of all fan clubs, the newest last. A null parameter does not filter. */
export const LIST = statement('audit.list', {
  params: {
    since: types.timestamptz.orNull,
    /** A key that the fan club has or had. */
    fanclubKey: types.text.orNull,
    action: types.text.orNull,
    limit: types.bigint,
  },
  row: {
    at: types.timestamptz,
    /** Null: the event concerns an organization or the whole installation. */
    fanclub_id: types.bigint.orNull,
    actor_kind: types.text,
    actor_id: types.bigint.orNull,
    action: types.text,
    target: types.text.orNull,
    reason: types.text.orNull,
    network: types.text.orNull,
    request_id: types.text.orNull,
  },
  text: `
    SELECT at, fanclub_id, actor_kind, actor_id, action, target, reason, network, request_id
    FROM (
      SELECT * FROM security_events
      WHERE ($since::timestamptz IS NULL OR at >= $since)
        AND ($fanclubKey::text IS NULL OR fanclub_id = (SELECT fanclub_id FROM fanclub_keys WHERE key = $fanclubKey))
        AND ($action::text IS NULL OR action = $action)
      ORDER BY at DESC, id DESC
      LIMIT $limit
    ) newest
    ORDER BY at, id`,
});

/** A row of {@link LIST}; its names are those that `fanclub audit --json` prints. */
export type ListedEvent = RowOf<typeof LIST>;

/** Which events to list. A null field does not filter; of too many events, the newest are listed. */
export type EventFilter = ValuesOf<(typeof LIST)['params']>;

/** Lists security events of all fan clubs, for operators; the newest last. */
export function listSecurityEvents(db: Statements, filter: EventFilter): Promise<ListedEvent[]> {
  return db.rows(LIST, filter);
}
