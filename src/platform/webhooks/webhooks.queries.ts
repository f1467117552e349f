import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { LOGGED } from './attempt';

/** The name of the job that delivers. Triggers queue it in the queue of the same name, of which one job runs at a time. */
export const DELIVER = 'webhooks.deliver';
const QUEUE = 'webhooks';

/** Days for which messages are kept. */
export const MESSAGE_DAYS = 30;

/** Lets a transaction write no messages: imported rows are no news. */
export const WITHOUT_WEBHOOKS = `SELECT set_config('fanclub.webhooks', 'off', true)`;

const deliverJob = (due: string): string =>
  `graphile_worker.add_job('${DELIVER}', queue_name := '${QUEUE}', max_attempts := 1, ${due})`;

/** Queues a run for messages that are written now. */
export const QUEUE_DELIVERY = statement('webhooks.queue', {
  row: { job: types.text },
  text: `SELECT job.id::text AS job FROM ${deliverJob('run_at := now()')} job`,
});

/** Queues a run for the next attempt at an endpoint, instead of one that waits for an earlier time. */
export const QUEUE_RETRY = statement('webhooks.queue_retry', {
  params: { endpoint: types.bigint, seconds: types.integer },
  row: { job: types.text },
  text: `
    SELECT job.id::text AS job
    FROM ${deliverJob(`run_at := now() + make_interval(secs => $seconds::integer), job_key := 'webhooks:' || $endpoint::bigint`)} job`,
});

/**
 * Numbers new messages, in the order in which their transactions committed, and gives them to the endpoints that want them. Numbers of a
 * fan club only grow, so a receiver that has read all up to one has missed none.
 */
export const DISTRIBUTE = statement('webhooks.distribute', {
  params: { limit: types.bigint },
  row: { id: types.bigint },
  text: `
    WITH fresh AS (
      SELECT m.fanclub_id, m.id, row_number() OVER (PARTITION BY m.fanclub_id ORDER BY m.id) AS n
      FROM webhook_messages m
      WHERE m.position IS NULL AND ${notHeldSql('m.fanclub_id')}
      ORDER BY m.id LIMIT $limit
    ), counted AS (
      INSERT INTO webhook_counters AS c (fanclub_id, last)
      SELECT fanclub_id, count(*) FROM fresh GROUP BY fanclub_id ORDER BY fanclub_id
      ON CONFLICT (fanclub_id) DO UPDATE SET last = c.last + excluded.last
      RETURNING c.fanclub_id, c.last
    ), numbered AS (
      UPDATE webhook_messages m SET position = c.last + 1 - f.n, updated_at = now()
      FROM (SELECT fanclub_id, id, row_number() OVER (PARTITION BY fanclub_id ORDER BY id DESC) AS n FROM fresh) f
      JOIN counted c ON c.fanclub_id = f.fanclub_id
      WHERE m.fanclub_id = f.fanclub_id AND m.id = f.id AND m.position IS NULL
      RETURNING m.fanclub_id, m.id, m.position, m.type, m.endpoint_id
    ), delivered AS (
      INSERT INTO webhook_deliveries (fanclub_id, endpoint_id, message_id, position)
      SELECT e.fanclub_id, e.id, n.id, n.position
      FROM numbered n JOIN webhook_endpoints e ON e.fanclub_id = n.fanclub_id
        AND (e.id = n.endpoint_id OR n.endpoint_id IS NULL AND n.type = ANY (e.types))
      ON CONFLICT DO NOTHING
    )
    SELECT id FROM numbered`,
});

/** The next message of each endpoint whose time has come, the longest waiting first, without those that are being served. */
export const DUE = statement('webhooks.due', {
  params: { now: types.timestamptz, busy: types.array(types.bigint), limit: types.bigint },
  row: {
    fanclubId: types.bigint,
    endpointId: types.bigint,
    deliveryId: types.bigint,
    position: types.bigint,
    url: types.text,
    personalAllowed: types.boolean,
    secretSealed: types.text,
    formerSecretSealed: types.text.orNull,
    formerUntil: types.timestamptz.orNull,
    failingSince: types.timestamptz.orNull,
    tries: types.integer,
    version: types.text,
    type: types.text,
    at: types.timestamptz,
    data: types.jsonb<Record<string, unknown>>(),
    personal: types.jsonb<Record<string, unknown>>().orNull,
  },
  text: `
    SELECT e.fanclub_id AS "fanclubId", e.id AS "endpointId", d.id AS "deliveryId", d.position, e.url,
           e.personal AS "personalAllowed", e.secret_sealed AS "secretSealed", e.former_secret_sealed AS "formerSecretSealed",
           e.former_until AS "formerUntil", e.failing_since AS "failingSince", d.tries, d.updated_at::text AS version,
           m.type, m.at, m.data, m.personal
    FROM webhook_endpoints e
    CROSS JOIN LATERAL (
      SELECT w.id, w.position, w.tries, w.updated_at, w.message_id FROM webhook_deliveries w
      WHERE w.fanclub_id = e.fanclub_id AND w.endpoint_id = e.id AND w.state = 'waiting'
      ORDER BY w.position LIMIT 1
    ) d
    JOIN webhook_messages m ON m.fanclub_id = e.fanclub_id AND m.id = d.message_id
    WHERE e.off_at IS NULL AND (e.next_at IS NULL OR e.next_at <= $now) AND e.id <> ALL ($busy)
      AND ${notHeldSql('e.fanclub_id')}
    ORDER BY e.updated_at, e.id LIMIT $limit`,
});
export type DueDelivery = RowOf<typeof DUE>;

const ATTEMPT = {
  fanclub: types.bigint,
  endpoint: types.bigint,
  delivery: types.bigint,
  /** Of the delivery when the attempt began. Afterwards, staff may have sent it again. */
  version: types.text,
  attempt: types.jsonText,
  now: types.timestamptz,
};

/** The log with one more attempt, without the oldest ones. */
const LOG = `(SELECT jsonb_agg(entry ORDER BY n) FROM (
    SELECT entry, n FROM jsonb_array_elements(log || $attempt::jsonb) WITH ORDINALITY AS entries (entry, n)
    ORDER BY n DESC LIMIT ${LOGGED}) latest)`;

/** The endpoint, locked before its deliveries as everywhere. */
const LOCKED = `locked AS MATERIALIZED (
      SELECT fanclub_id, id FROM webhook_endpoints WHERE fanclub_id = $fanclub AND id = $endpoint FOR NO KEY UPDATE
    )`;
const AS_SEEN = `FROM locked
      WHERE d.fanclub_id = locked.fanclub_id AND d.endpoint_id = locked.id AND d.fanclub_id = $fanclub AND d.id = $delivery
        AND d.state = 'waiting' AND d.updated_at = $version::text::timestamptz
      RETURNING d.id`;

/** Stores that a message was delivered, unless it was queued again since. The endpoint goes on with the next one. */
export const STORE_DELIVERED = statement('webhooks.store_delivered', {
  params: ATTEMPT,
  text: `
    WITH ${LOCKED}, delivered AS (
      UPDATE webhook_deliveries d SET state = 'delivered', delivered_at = $now, tries = 0, updated_at = $now, log = ${LOG}
      ${AS_SEEN}
    )
    UPDATE webhook_endpoints SET failing_since = NULL, next_at = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $endpoint AND EXISTS (SELECT FROM delivered)`,
});

/** Stores a failed attempt, unless the message was queued again meanwhile. `nextAt`: the next one is made then; null: the delivery is given up. `isOff`: the endpoint is switched off. */
export const STORE_FAILED = statement('webhooks.store_failed', {
  params: { ...ATTEMPT, nextAt: types.timestamptz.orNull, isOff: types.boolean },
  row: { name: types.text },
  text: `
    WITH ${LOCKED}, failed AS (
      UPDATE webhook_deliveries d
      SET state = CASE WHEN $nextAt::timestamptz IS NULL AND NOT $isOff::boolean THEN 'failed' ELSE state END,
          tries = CASE WHEN $isOff::boolean THEN 0 ELSE tries + 1 END, updated_at = $now, log = ${LOG}
      ${AS_SEEN}
    )
    UPDATE webhook_endpoints
    SET failing_since = coalesce(failing_since, $now), next_at = CASE WHEN NOT $isOff::boolean THEN $nextAt::timestamptz END,
        off_at = CASE WHEN $isOff::boolean THEN $now::timestamptz END,
        off_reason = CASE WHEN $isOff::boolean THEN 'failed' END, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $endpoint AND off_at IS NULL AND EXISTS (SELECT FROM failed)
    RETURNING name`,
});

/** Whether a run has something to do. */
export const ANYTHING_DUE = statement('webhooks.anything_due', {
  params: { now: types.timestamptz },
  row: { due: types.boolean },
  text: `
    SELECT EXISTS (SELECT FROM webhook_messages m WHERE m.position IS NULL AND ${notHeldSql('m.fanclub_id')})
      OR EXISTS (
        SELECT FROM webhook_endpoints e
        WHERE e.off_at IS NULL AND (e.next_at IS NULL OR e.next_at <= $now) AND ${notHeldSql('e.fanclub_id')}
          AND EXISTS (
            SELECT FROM webhook_deliveries w
            WHERE w.fanclub_id = e.fanclub_id AND w.endpoint_id = e.id AND w.state = 'waiting')) AS due`,
});

/** Deletes former secrets that sign no more. */
export const PURGE_SECRETS = statement('webhooks.purge_secrets', {
  params: { now: types.timestamptz },
  text: `
    UPDATE webhook_endpoints SET former_secret_sealed = NULL, former_until = NULL, updated_at = $now
    WHERE former_until <= $now AND ${notHeldSql('fanclub_id')}`,
});

/** Messages older than their days, with their deliveries. */
export const PURGE_MESSAGES = statement('webhooks.purge', {
  params: { limit: types.bigint, days: types.integer },
  text: `
    DELETE FROM webhook_messages WHERE id IN (
      SELECT id FROM webhook_messages
      WHERE created_at < now() - make_interval(days => $days) AND ${notHeldSql('fanclub_id')}
      ORDER BY id LIMIT $limit)`,
});
