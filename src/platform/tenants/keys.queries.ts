import { type RowOf, statement, types } from '#platform/database';

const KEY = { id: types.bigint, owner: types.text };
const KEY_OF_FANCLUB = { ...KEY, fanclubId: types.bigint };
/** The number of valid keys that the owner still has. */
const LEFT = { left: types.integer };

/** Adds a key to a fan club. */
export const ADD_FANCLUB_KEY = statement('keys.add_fanclub_key', {
  params: { fanclub: types.bigint, key: types.text, name: types.text.orNull },
  row: { id: types.bigint },
  text: `INSERT INTO fanclub_keys (fanclub_id, key, name) VALUES ($fanclub, $key, $name) RETURNING id`,
});

/** Adds a key to an organization. */
export const ADD_ORGANIZATION_KEY = statement('keys.add_organization_key', {
  params: {
    organization: types.bigint,
    /** SHA-256 of the key. */
    keyHash: types.bytea,
    prefix: types.text,
    label: types.text.orNull,
  },
  row: { id: types.bigint },
  text: `
    INSERT INTO organization_api_keys (organization_id, key_hash, prefix, label)
    VALUES ($organization, $keyHash, $prefix, $label) RETURNING id`,
});

/** The organization with this name. */
export const FIND_ORGANIZATION = statement('keys.find_organization', {
  params: { name: types.text },
  row: { id: types.bigint },
  text: `SELECT id FROM organizations WHERE name = $name`,
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

/** Notes that an organization key was used, unless a use after `longAgo` was noted already. */
export const TOUCH_ORGANIZATION_KEY = statement('keys.touch_organization_key', {
  params: { key: types.bigint, now: types.timestamptz, longAgo: types.timestamptz },
  text: `
    UPDATE organization_api_keys SET last_used_at = $now
    WHERE id = $key AND (last_used_at IS NULL OR last_used_at <= $longAgo)`,
});
