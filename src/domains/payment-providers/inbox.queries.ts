import { statement, types } from '#platform/database';
import type { Hint } from './payment-provider';

/** The job that processes an event. Renaming it would leave queued events unprocessed during an upgrade. */
export const PROCESS_EVENT = 'payments.process_event';

/** The payload of {@link PROCESS_EVENT}. */
export interface EventJob {
  readonly fanclubId: number;
  readonly accountId: number;
  readonly eventRef: string;
}

/** The fan club of an account, which an event names. */
export const FANCLUB_OF_ACCOUNT = statement('payments.fanclub_of_account', {
  params: { account: types.bigint, provider: types.text },
  row: { fanclubId: types.bigint },
  text: `SELECT fanclub_id AS "fanclubId" FROM payment_accounts WHERE id = $account AND provider = $provider`,
});

/** Stores an event and queues its job. No row if the event is known. */
export const RECEIVE_EVENT = statement('payments.receive_event', {
  params: {
    fanclub: types.bigint,
    account: types.bigint,
    event: types.text,
    type: types.text,
    subject: types.text,
    object: types.text,
    ownNumber: types.bigint.orNull,
    sentAt: types.timestamptz,
    now: types.timestamptz,
  },
  row: { job: types.text },
  text: `
    WITH event AS (
      INSERT INTO payment_events (fanclub_id, account_id, event_ref, type, subject, object_ref, own_number, sent_at, received_at)
      VALUES ($fanclub, $account, $event, $type, $subject, $object, $ownNumber, $sentAt, $now)
      ON CONFLICT DO NOTHING
      RETURNING fanclub_id, account_id, event_ref
    ), seen AS (
      UPDATE payment_accounts SET last_event_at = greatest(last_event_at, $sentAt)
      WHERE fanclub_id = $fanclub AND id = $account AND EXISTS (SELECT FROM event)
    )
    SELECT job.id::text AS job
    FROM event CROSS JOIN LATERAL graphile_worker.add_job('${PROCESS_EVENT}', json_build_object(
      'fanclubId', event.fanclub_id, 'accountId', event.account_id, 'eventRef', event.event_ref), max_attempts := 14) job`,
});

/** Queues unprocessed events that arrived before `$before` again, because their jobs may have used all attempts. */
export const REQUEUE_EVENTS = statement('payments.requeue_events', {
  params: { fanclub: types.bigint, account: types.bigint, before: types.timestamptz, limit: types.bigint },
  row: { job: types.text },
  text: `
    SELECT job.id::text AS job
    FROM (
      SELECT fanclub_id, account_id, event_ref FROM payment_events
      WHERE fanclub_id = $fanclub AND account_id = $account AND processed_at IS NULL AND received_at < $before
      ORDER BY received_at LIMIT $limit
    ) event CROSS JOIN LATERAL graphile_worker.add_job('${PROCESS_EVENT}', json_build_object(
      'fanclubId', event.fanclub_id, 'accountId', event.account_id, 'eventRef', event.event_ref), max_attempts := 14,
      job_key := 'payment_event:' || event.account_id || ':' || event.event_ref) job`,
});

const EVENT = { fanclub: types.bigint, account: types.bigint, event: types.text };

/** Counts an attempt at an event. No row if it was processed. */
export const TAKE_EVENT = statement('payments.take_event', {
  params: EVENT,
  row: { subject: types.textOf<Hint['subject']>(), object: types.text, ownNumber: types.bigint.orNull },
  text: `
    UPDATE payment_events SET attempts = attempts + 1
    WHERE fanclub_id = $fanclub AND account_id = $account AND event_ref = $event AND processed_at IS NULL
    RETURNING subject, object_ref AS object, own_number AS "ownNumber"`,
});

export const STORE_PROCESSED = statement('payments.store_processed', {
  params: { ...EVENT, now: types.timestamptz },
  text: `
    UPDATE payment_events SET processed_at = $now, last_error = NULL
    WHERE fanclub_id = $fanclub AND account_id = $account AND event_ref = $event`,
});

/** Stores a code, never the provider's text. */
export const STORE_EVENT_ERROR = statement('payments.store_event_error', {
  params: { ...EVENT, error: types.text },
  text: `
    UPDATE payment_events SET last_error = $error
    WHERE fanclub_id = $fanclub AND account_id = $account AND event_ref = $event`,
});
