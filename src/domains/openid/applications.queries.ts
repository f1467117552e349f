import { statement, types } from '#platform/database';
import type { Scope } from './application.entity';

/** An application of the fan club by its name in the protocol. */
export const FIND_APPLICATION = statement('openid.find_application', {
  params: { fanclub: types.bigint, clientId: types.text },
  row: {
    id: types.bigint,
    clientId: types.text,
    name: types.text,
    confidential: types.boolean,
    secretSealed: types.text.orNull,
    firstParty: types.boolean,
    scopes: types.array(types.textOf<Scope>()),
    redirectUrls: types.array(types.text),
    logOutUrls: types.array(types.text),
    backChannelLogOutUrl: types.text.orNull,
  },
  text: `
    SELECT id, client_id AS "clientId", name, confidential, secret_sealed AS "secretSealed", first_party AS "firstParty",
           scopes, redirect_urls AS "redirectUrls", log_out_urls AS "logOutUrls",
           back_channel_log_out_url AS "backChannelLogOutUrl"
    FROM oidc_applications
    WHERE fanclub_id = $fanclub AND client_id = $clientId`,
});

/** Records that somebody has logged in at an application, at most once a minute. */
export const TOUCH_APPLICATION = statement('openid.touch_application', {
  params: { fanclub: types.bigint, application: types.bigint, now: types.timestamptz },
  text: `
    UPDATE oidc_applications SET last_used_at = $now
    WHERE fanclub_id = $fanclub AND id = $application
      AND (last_used_at IS NULL OR last_used_at < $now::timestamptz - interval '1 minute')`,
});

const ofMember = { fanclub: types.bigint, customer: types.bigint, application: types.bigint };

/** The scopes that a member has allowed an application. */
export const FIND_CONSENT = statement('openid.find_consent', {
  params: ofMember,
  row: { scopes: types.array(types.textOf<Scope>()) },
  text: `
    SELECT scopes FROM oidc_consents
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND application_id = $application`,
});

/** Stores what a member allows, besides what they have allowed before. */
export const STORE_CONSENT = statement('openid.store_consent', {
  params: { ...ofMember, scopes: types.array(types.text), now: types.timestamptz },
  text: `
    INSERT INTO oidc_consents (fanclub_id, customer_id, application_id, scopes, last_used_at, created_at, updated_at)
    VALUES ($fanclub, $customer, $application, $scopes, $now, $now, $now)
    ON CONFLICT (fanclub_id, customer_id, application_id) DO UPDATE
    SET scopes = ARRAY(SELECT DISTINCT unnest(oidc_consents.scopes || excluded.scopes) ORDER BY 1),
        last_used_at = excluded.last_used_at, updated_at = excluded.updated_at`,
});

/** Records that a member has used what they have allowed. It allows nothing: the member may have ended it concurrently. */
export const TOUCH_CONSENT = statement('openid.touch_consent', {
  params: { ...ofMember, now: types.timestamptz },
  text: `
    UPDATE oidc_consents SET last_used_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND application_id = $application`,
});

/** What a member has allowed, the last one first. The fan club's own applications read all that staff have chosen. */
export const LIST_CONSENTS = statement('openid.list_consents', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: {
    applicationId: types.bigint,
    name: types.text,
    scopes: types.array(types.textOf<Scope>()),
    createdAt: types.timestamptz,
    lastUsedAt: types.timestamptz,
  },
  text: `
    SELECT o.application_id AS "applicationId", a.name,
           CASE WHEN a.first_party THEN a.scopes ELSE o.scopes END AS scopes, o.created_at AS "createdAt",
           o.last_used_at AS "lastUsedAt"
    FROM oidc_consents o
    JOIN oidc_applications a ON a.fanclub_id = o.fanclub_id AND a.id = o.application_id
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer
    ORDER BY o.last_used_at DESC, o.id DESC`,
});

export const DELETE_CONSENT = statement('openid.delete_consent', {
  params: ofMember,
  row: { id: types.bigint },
  text: `
    DELETE FROM oidc_consents
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND application_id = $application
    RETURNING id`,
});
