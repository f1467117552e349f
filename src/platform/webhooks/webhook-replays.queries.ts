import { statement, types } from '#platform/database';

/** Queues a delivery again, with the full number of attempts. It is sent before later messages. */
export const REPLAY_ONE = statement('webhooks.replay_one', {
  params: { fanclub: types.bigint, delivery: types.bigint, now: types.timestamptz },
  row: { endpointId: types.bigint },
  text: `
    UPDATE webhook_deliveries SET state = 'waiting', tries = 0, delivered_at = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $delivery RETURNING endpoint_id AS "endpointId"`,
});

/** Queues all messages of a period for an endpoint, also those that it has had, of the types that it asks for. */
export const REPLAY_PERIOD = statement('webhooks.replay_period', {
  params: {
    fanclub: types.bigint,
    endpoint: types.bigint,
    from: types.timestamptz,
    to: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO webhook_deliveries (fanclub_id, endpoint_id, message_id, position, created_at, updated_at)
    SELECT m.fanclub_id, e.id, m.id, m.position, $now::timestamptz, $now::timestamptz
    FROM webhook_endpoints e JOIN webhook_messages m ON m.fanclub_id = e.fanclub_id AND m.type = ANY (e.types)
    WHERE e.fanclub_id = $fanclub AND e.id = $endpoint AND m.position IS NOT NULL AND m.endpoint_id IS NULL
      AND m.at >= $from AND m.at < $to
    ON CONFLICT (fanclub_id, endpoint_id, message_id)
    DO UPDATE SET state = 'waiting', tries = 0, delivered_at = NULL, updated_at = excluded.updated_at`,
});

/** Queues what was given up while every attempt failed, for an endpoint that is switched on again. */
export const REVIVE_FAILED = statement('webhooks.revive_failed', {
  params: { fanclub: types.bigint, endpoint: types.bigint, since: types.timestamptz, now: types.timestamptz },
  text: `
    UPDATE webhook_deliveries SET state = 'waiting', tries = 0, updated_at = $now
    WHERE fanclub_id = $fanclub AND endpoint_id = $endpoint AND state = 'failed' AND updated_at >= $since`,
});

/** The next attempt is made at once. */
export const ATTEMPT_NOW = statement('webhooks.attempt_now', {
  params: { fanclub: types.bigint, endpoint: types.bigint, now: types.timestamptz },
  text: `
    UPDATE webhook_endpoints SET next_at = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $endpoint`,
});

/** Writes a message for one endpoint. */
export const WRITE_TEST = statement('webhooks.write_test', {
  params: {
    fanclub: types.bigint,
    endpoint: types.bigint,
    type: types.text,
    data: types.jsonText,
    now: types.timestamptz,
  },
  row: { id: types.bigint },
  text: `
    INSERT INTO webhook_messages (fanclub_id, endpoint_id, type, at, data, updated_at)
    VALUES ($fanclub, $endpoint, $type, $now, $data, $now) RETURNING id`,
});

/** Messages after a position, in the order in which they are sent; `endpoint`: those that it asks for. Null: all. */
export const FEED = statement('webhooks.feed', {
  params: {
    fanclub: types.bigint,
    since: types.bigint,
    endpoint: types.bigint.orNull,
    limit: types.bigint,
  },
  row: {
    position: types.bigint.neverNullHere,
    type: types.text,
    at: types.timestamptz,
    data: types.jsonb<Record<string, unknown>>(),
    personal: types.jsonb<Record<string, unknown>>().orNull,
  },
  text: `
    SELECT m.position, m.type, m.at, m.data, m.personal FROM webhook_messages m
    WHERE m.fanclub_id = $fanclub AND m.position > $since AND m.endpoint_id IS NULL
      AND ($endpoint::bigint IS NULL OR EXISTS (
        SELECT FROM webhook_endpoints e WHERE e.fanclub_id = m.fanclub_id AND e.id = $endpoint AND m.type = ANY (e.types)))
    ORDER BY m.position LIMIT $limit`,
});

/** How many messages wait for each endpoint of a fan club. */
export const WAITING = statement('webhooks.waiting', {
  params: { fanclub: types.bigint },
  row: { endpointId: types.bigint, count: types.integer },
  text: `
    SELECT endpoint_id AS "endpointId", count(*)::integer AS count FROM webhook_deliveries
    WHERE fanclub_id = $fanclub AND state = 'waiting' GROUP BY endpoint_id`,
});
