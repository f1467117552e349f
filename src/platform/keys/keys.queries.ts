import { type RowOf, statement, types } from '#platform/database';

const KEY = { id: types.bigint, owner: types.text };
const KEY_OF_FANCLUB = { ...KEY, fanclubId: types.bigint };
/** The number of valid keys that the owner still has. */
const LEFT = { left: types.integer };

/** Creates another key for the fan club that has or had the key `known`. No row if there is none. */
export const CREATE_FANCLUB_KEY = statement('keys.create_fanclub_key', {
  params: { known: types.text, key: types.text },
  row: KEY_OF_FANCLUB,
  text: `
    WITH created AS (
      INSERT INTO fanclub_keys (fanclub_id, key) SELECT fanclub_id, $key FROM fanclub_keys WHERE key = $known
      RETURNING id, fanclub_id
    )
    SELECT created.id, f.name AS owner, created.fanclub_id AS "fanclubId"
    FROM created JOIN fanclubs f ON f.id = created.fanclub_id`,
});

/** Creates a key for the organization with this name. No row if there is none. */
export const CREATE_ORGANIZATION_KEY = statement('keys.create_organization_key', {
  params: {
    organization: types.text,
    /** SHA-256 of the key. */
    keyHash: types.bytea,
    prefix: types.text,
    label: types.text.orNull,
  },
  row: KEY,
  text: `
    WITH created AS (
      INSERT INTO organization_api_keys (organization_id, key_hash, prefix, label)
      SELECT id, $keyHash, $prefix, $label FROM organizations WHERE name = $organization
      RETURNING id, organization_id
    )
    SELECT created.id, o.name AS owner FROM created JOIN organizations o ON o.id = created.organization_id`,
});

/** For operators: the keys of all organizations and fan clubs, by owner in the order in which they were created. */
export const LIST_KEYS = statement('keys.list', {
  row: {
    kind: types.textOf<'organization' | 'fanclub'>(),
    ...KEY,
    /** The whole key of a fan club, or the first characters of an organization's key. */
    key: types.text,
    /** The operator's name for an organization key; null without one, and for fan club keys. */
    label: types.text.orNull,
    createdAt: types.timestamptz,
    /**
     * The time of the last use, accurate to a few minutes. Null for unused keys, and for fan club keys, whose use is not
     * recorded.
     */
    lastUsedAt: types.timestamptz.orNull,
    /** Null while the key is valid. */
    revokedAt: types.timestamptz.orNull,
  },
  text: `
    SELECT kind, id, owner, key, label, created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
    FROM (
      SELECT 'organization' AS kind, o.name AS owner, k.id, k.prefix AS key, k.label, k.created_at, k.last_used_at, k.revoked_at
      FROM organization_api_keys k JOIN organizations o ON o.id = k.organization_id
      UNION ALL
      SELECT 'fanclub', f.name, k.id, k.key, NULL, k.created_at, NULL, k.revoked_at
      FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id
    ) keys
    ORDER BY kind DESC, owner, id`,
});

/** A key as operators see it. */
export type ListedKey = RowOf<typeof LIST_KEYS>;

/** Revokes a key. No row if it is not valid. */
export const REVOKE_FANCLUB_KEY = statement('keys.revoke_fanclub_key', {
  params: { key: types.text },
  row: { ...KEY_OF_FANCLUB, ...LEFT },
  text: `
    WITH revoked AS (
      UPDATE fanclub_keys SET revoked_at = now(), updated_at = now() WHERE key = $key AND revoked_at IS NULL
      RETURNING fanclub_id, id
    )
    SELECT r.id, f.name AS owner, r.fanclub_id AS "fanclubId",
           (SELECT count(*) FROM fanclub_keys k
            WHERE k.fanclub_id = f.id AND k.revoked_at IS NULL AND k.id <> r.id)::integer AS left
    FROM revoked r JOIN fanclubs f ON f.id = r.fanclub_id`,
});

/** As {@link REVOKE_FANCLUB_KEY}, by the id of the key. */
export const REVOKE_ORGANIZATION_KEY = statement('keys.revoke_organization_key', {
  params: { id: types.bigint },
  row: { ...KEY, ...LEFT },
  text: `
    WITH revoked AS (
      UPDATE organization_api_keys SET revoked_at = now(), updated_at = now() WHERE id = $id AND revoked_at IS NULL
      RETURNING organization_id, id
    )
    SELECT r.id, o.name AS owner,
           (SELECT count(*) FROM organization_api_keys k
            WHERE k.organization_id = o.id AND k.revoked_at IS NULL AND k.id <> r.id)::integer AS left
    FROM revoked r JOIN organizations o ON o.id = r.organization_id`,
});
