import { liveSql, MAY_LOG_IN } from '#platform/access';
import { statement, types } from '#platform/database';
import { deletionOf } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** Whether the session that gave the record `r` is live, and its customer may still log in. */
const GIVER_IS_LIVE = `EXISTS (
      SELECT FROM sessions s
      JOIN customers c ON c.fanclub_id = s.fanclub_id AND c.id = s.customer_id AND NOT c.blacklisted AND ${MAY_LOG_IN}
      WHERE s.fanclub_id = r.fanclub_id AND s.id = r.session_id AND s.customer_id = r.customer_id AND ${liveSql('s')})`;

/** Whether a record can be used. Those of a session end with it, in all processes at once. */
const USABLE = `(r.session_id IS NULL OR ${GIVER_IS_LIVE})`;

const record = {
  fanclub: types.bigint,
  model: types.text,
  idHash: types.bytea,
};

const saved = {
  ...record,
  uidHash: types.bytea.orNull,
  payloadSealed: types.text,
  clientId: types.text.orNull,
  customer: types.bigint.orNull,
  expiresAt: types.timestamptz,
  now: types.timestamptz,
};

const APPLICATION =
  '(SELECT a.id FROM oidc_applications a WHERE a.fanclub_id = $fanclub AND a.client_id = $clientId)';

const REPLACING = `
    ON CONFLICT (fanclub_id, model, id_hash) DO UPDATE
    SET payload_sealed = excluded.payload_sealed, uid_hash = excluded.uid_hash, expires_at = excluded.expires_at,
        session_id = excluded.session_id, customer_id = excluded.customer_id, updated_at = excluded.updated_at`;

/** Stores a record that comes from no grant. */
export const SAVE_RECORD = statement('openid.save_record', {
  params: { ...saved, grantHash: types.bytea.orNull, session: types.bigint.orNull },
  text: `
    INSERT INTO oidc_records (fanclub_id, model, id_hash, uid_hash, grant_hash, payload_sealed, application_id,
      customer_id, session_id, expires_at, created_at, updated_at)
    VALUES ($fanclub, $model, $idHash, $uidHash, $grantHash, $payloadSealed, ${APPLICATION}, $customer, $session,
      $expiresAt, $now, $now)${REPLACING}`,
});

/** Stores a code or token with the session of its grant. If the grant was revoked, nothing is stored. */
export const SAVE_GRANTED = statement('openid.save_granted', {
  params: { ...saved, grantHash: types.bytea },
  text: `
    INSERT INTO oidc_records (fanclub_id, model, id_hash, uid_hash, grant_hash, payload_sealed, application_id,
      customer_id, session_id, expires_at, created_at, updated_at)
    SELECT g.fanclub_id, $model, $idHash, $uidHash, g.id_hash, $payloadSealed, ${APPLICATION}, $customer, g.session_id,
      $expiresAt, $now, $now
    FROM oidc_records g
    WHERE g.fanclub_id = $fanclub AND g.model = 'Grant' AND g.id_hash = $grantHash AND g.customer_id = $customer${REPLACING}`,
});

const found = {
  id: types.bigint,
  payloadSealed: types.text,
  consumedAt: types.timestamptz.orNull,
  sessionId: types.bigint.orNull,
};
const FOUND = `r.id, r.payload_sealed AS "payloadSealed", r.consumed_at AS "consumedAt", r.session_id AS "sessionId"`;
const live = { now: types.timestamptz, seenAfter: types.timestamptz };

export const FIND_RECORD = statement('openid.find_record', {
  params: { ...record, ...live },
  row: found,
  text: `
    SELECT ${FOUND} FROM oidc_records r
    WHERE r.fanclub_id = $fanclub AND r.model = $model AND r.id_hash = $idHash AND ${USABLE}`,
});

export const FIND_RECORD_BY_UID = statement('openid.find_record_by_uid', {
  params: { fanclub: types.bigint, model: types.text, uidHash: types.bytea, ...live },
  row: found,
  text: `
    SELECT ${FOUND} FROM oidc_records r
    WHERE r.fanclub_id = $fanclub AND r.model = $model AND r.uid_hash = $uidHash AND ${USABLE}`,
});

/** Marks a code or refresh token as used, once. */
export const CONSUME_RECORD = statement('openid.consume_record', {
  params: { ...record, now: types.timestamptz },
  row: { id: types.bigint },
  text: `
    UPDATE oidc_records SET consumed_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND model = $model AND id_hash = $idHash AND consumed_at IS NULL
    RETURNING id`,
});

export const DELETE_RECORD = statement('openid.delete_record', {
  params: record,
  text: 'DELETE FROM oidc_records WHERE fanclub_id = $fanclub AND model = $model AND id_hash = $idHash',
});

/** Deletes what comes from a grant, of one kind. */
export const DELETE_GRANTED = statement('openid.delete_granted', {
  params: { fanclub: types.bigint, model: types.text, grantHash: types.bytea },
  text: 'DELETE FROM oidc_records WHERE fanclub_id = $fanclub AND model = $model AND grant_hash = $grantHash',
});

/** Deletes everything that a member has given to an application: also a grant, so that codes under way give no token. */
export const DELETE_OF_APPLICATION = statement('openid.delete_of_application', {
  params: { fanclub: types.bigint, customer: types.bigint, application: types.bigint },
  text: `
    DELETE FROM oidc_records
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND application_id = $application`,
});

/** Deletes everything that members have given to an application. */
export const DELETE_OF_ALL_MEMBERS = statement('openid.delete_of_all_members', {
  params: { fanclub: types.bigint, application: types.bigint },
  text: 'DELETE FROM oidc_records WHERE fanclub_id = $fanclub AND application_id = $application',
});

export const PURGE_RECORDS = statement('openid.purge_records', {
  params: { now: types.timestamptz, limit: types.bigint },
  text: deletionOf('oidc_records', `expires_at < $now AND ${notHeldSql('fanclub_id')}`, 'expires_at'),
});

/** The visit of a session that may log in at applications. */
export const FIND_LOG_IN = statement('openid.find_log_in', {
  params: { fanclub: types.bigint, tokenHash: types.bytea, ...live },
  row: { sessionId: types.bigint, customerId: types.bigint.neverNullHere, loggedInAt: types.timestamptz },
  text: `
    SELECT s.id AS "sessionId", s.customer_id AS "customerId", s.created_at AS "loggedInAt"
    FROM sessions s
    JOIN customers c ON c.fanclub_id = s.fanclub_id AND c.id = s.customer_id AND NOT c.blacklisted AND ${MAY_LOG_IN}
    WHERE s.fanclub_id = $fanclub AND s.token_hash = $tokenHash AND ${liveSql('s')}`,
});
