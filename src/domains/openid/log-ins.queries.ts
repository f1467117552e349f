import { liveSql, MAY_LOG_IN } from '#platform/access';
import { statement, types } from '#platform/database';
import { deletionOf } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** Notes a log-in whose end an application wants to hear of. */
export const NOTE_LOG_IN = statement('openid.note_log_in', {
  params: {
    fanclub: types.bigint,
    application: types.bigint,
    customer: types.bigint,
    session: types.bigint,
    sid: types.text,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO oidc_log_ins (fanclub_id, application_id, client_id, customer_id, session_id, sid, next_try_at, created_at,
      updated_at)
    SELECT fanclub_id, id, client_id, $customer, $session, $sid, $now, $now, $now
    FROM oidc_applications
    WHERE fanclub_id = $fanclub AND id = $application
    FOR KEY SHARE
    ON CONFLICT (fanclub_id, application_id, session_id) DO UPDATE
    SET sid = excluded.sid, ended_at = NULL, attempts = 0, next_try_at = excluded.next_try_at, updated_at = excluded.updated_at`,
});

/** Ends a member's log-ins at an application before their sessions end. */
export const END_LOG_INS = statement('openid.end_log_ins', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    application: types.bigint,
    now: types.timestamptz,
  },
  text: `
    UPDATE oidc_log_ins SET ended_at = $now, next_try_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND application_id = $application AND ended_at IS NULL`,
});

/** Ends the log-ins at an application that is about to be deleted. They stay until its address for log-outs, if it has one, knows of them. */
export const DETACH_LOG_INS = statement('openid.detach_log_ins', {
  params: { fanclub: types.bigint, application: types.bigint, now: types.timestamptz },
  text: `
    UPDATE oidc_log_ins l
    SET application_id = NULL, log_out_url = a.back_channel_log_out_url, ended_at = coalesce(l.ended_at, $now),
        next_try_at = CASE WHEN l.ended_at IS NULL THEN $now ELSE l.next_try_at END, updated_at = $now
    FROM oidc_applications a
    WHERE a.fanclub_id = $fanclub AND a.id = $application AND a.back_channel_log_out_url IS NOT NULL
      AND l.fanclub_id = $fanclub AND l.application_id = a.id`,
});

/** Ends log-ins of all fan clubs whose sessions are over, for whatever reason. It reads all that are not over. */
export const END_OVER = statement('openid.end_over_log_ins', {
  params: { now: types.timestamptz, seenAfter: types.timestamptz, limit: types.bigint },
  text: `
    UPDATE oidc_log_ins SET ended_at = $now, next_try_at = $now, updated_at = $now
    WHERE id IN (
      SELECT e.id FROM oidc_log_ins e
      WHERE e.ended_at IS NULL AND ${notHeldSql('e.fanclub_id')} AND NOT EXISTS (
        SELECT FROM sessions s
        JOIN customers c ON c.fanclub_id = s.fanclub_id AND c.id = s.customer_id AND NOT c.blacklisted AND ${MAY_LOG_IN}
        WHERE s.fanclub_id = e.fanclub_id AND s.id = e.session_id AND s.customer_id = e.customer_id AND ${liveSql('s')})
      LIMIT $limit
      FOR UPDATE SKIP LOCKED)`,
});

/** The applications of all fan clubs with a log-out to send, also deleted ones: first those that have answered every time. */
export const LIST_DUE_APPLICATIONS = statement('openid.list_due_applications', {
  params: { now: types.timestamptz },
  row: { fanclubId: types.bigint, clientId: types.text },
  text: `
    SELECT l.fanclub_id AS "fanclubId", l.client_id AS "clientId"
    FROM oidc_log_ins l
    WHERE l.ended_at IS NOT NULL AND ${notHeldSql('l.fanclub_id')}
    GROUP BY l.fanclub_id, l.client_id
    HAVING min(l.next_try_at) <= $now
    ORDER BY max(l.attempts), min(l.next_try_at)`,
});

/**
 * Takes log-ins of an application that are over, for a try: the next try is set before, so that two workers do not send the same, and a
 * worker that dies only delays it.
 */
export const TAKE_ENDED = statement('openid.take_ended_log_ins', {
  params: {
    fanclub: types.bigint,
    clientId: types.text,
    now: types.timestamptz,
    /** Seconds until the next try, by the number of tries so far. */
    pauses: types.array(types.integer),
    limit: types.bigint,
  },
  row: {
    id: types.bigint,
    customerId: types.bigint,
    sid: types.text,
    attempts: types.integer,
    logOutUrl: types.text.orNull,
  },
  text: `
    UPDATE oidc_log_ins
    SET attempts = attempts + 1, updated_at = $now,
        next_try_at = $now::timestamptz + coalesce(($pauses::integer[])[attempts + 1], 86400) * interval '1 second'
    WHERE fanclub_id = $fanclub AND id IN (
      SELECT e.id FROM oidc_log_ins e
      WHERE e.fanclub_id = $fanclub AND e.client_id = $clientId AND e.ended_at IS NOT NULL AND e.next_try_at <= $now
        AND ${notHeldSql('e.fanclub_id')}
      ORDER BY e.attempts, e.next_try_at
      LIMIT $limit
      FOR UPDATE SKIP LOCKED)
    RETURNING id, customer_id AS "customerId", sid, attempts, log_out_url AS "logOutUrl"`,
});

/** Removes a log-in whose end the application knows, unless the member has allowed the application again since the try. */
export const DELETE_LOG_IN = statement('openid.delete_log_in', {
  params: { fanclub: types.bigint, logIn: types.bigint, attempts: types.integer },
  text: `
    DELETE FROM oidc_log_ins
    WHERE fanclub_id = $fanclub AND id = $logIn AND ended_at IS NOT NULL AND attempts = $attempts`,
});

/** Removes log-ins that ended a day ago, whether the application knows it or not. */
export const PURGE_LOG_INS = statement('openid.purge_log_ins', {
  params: { now: types.timestamptz, limit: types.bigint },
  text: deletionOf(
    'oidc_log_ins',
    `ended_at < $now::timestamptz - interval '1 day' AND ${notHeldSql('fanclub_id')}`,
    'next_try_at',
  ),
});
