import type { Statement } from '#platform/database';

/** $1 a key that the fan club has or had, $2 the new key. No row when there is no such fan club. */
export const CREATE_FANCLUB_KEY: Statement = {
  name: 'keys.create_fanclub_key',
  text: `
    WITH created AS (
      INSERT INTO fanclub_keys (fanclub_id, key) SELECT fanclub_id, $2 FROM fanclub_keys WHERE key = $1
      RETURNING id, fanclub_id
    )
    SELECT created.id, created.fanclub_id, f.name AS owner FROM created JOIN fanclubs f ON f.id = created.fanclub_id`,
};

/** $1 the organization's name, $2 SHA-256 of the new key, $3 its first characters, $4 its label or null. No row when there is no such organization. */
export const CREATE_ORGANIZATION_KEY: Statement = {
  name: 'keys.create_organization_key',
  text: `
    WITH created AS (
      INSERT INTO organization_api_keys (organization_id, key_hash, prefix, label)
      SELECT id, $2, $3, $4 FROM organizations WHERE name = $1
      RETURNING id, organization_id
    )
    SELECT created.id, o.name AS owner FROM created JOIN organizations o ON o.id = created.organization_id`,
};

/** Of all organizations and fan clubs, for operators: by owner, the keys in the order in which they were made. */
export const LIST_KEYS: Statement = {
  name: 'keys.list',
  text: `
    SELECT * FROM (
      SELECT 'organization' AS kind, o.name AS owner, k.id, k.prefix AS key, k.label, k.created_at, k.last_used_at, k.revoked_at
      FROM organization_api_keys k JOIN organizations o ON o.id = k.organization_id
      UNION ALL
      SELECT 'fanclub', f.name, k.id, k.key, NULL, k.created_at, NULL, k.revoked_at
      FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id
    ) keys
    ORDER BY kind DESC, owner, id`,
};

/** $1 the key. No row when it is not valid anyway. `left_over` counts the fan club's other valid keys. */
export const REVOKE_FANCLUB_KEY: Statement = {
  name: 'keys.revoke_fanclub_key',
  text: `
    WITH revoked AS (
      UPDATE fanclub_keys SET revoked_at = now(), updated_at = now() WHERE key = $1 AND revoked_at IS NULL
      RETURNING fanclub_id, id
    )
    SELECT r.id, r.fanclub_id, f.name AS owner,
           (SELECT count(*) FROM fanclub_keys k
            WHERE k.fanclub_id = f.id AND k.revoked_at IS NULL AND k.id <> r.id)::integer AS left_over
    FROM revoked r JOIN fanclubs f ON f.id = r.fanclub_id`,
};

/** $1 the key's id. Otherwise as {@link REVOKE_FANCLUB_KEY}. */
export const REVOKE_ORGANIZATION_KEY: Statement = {
  name: 'keys.revoke_organization_key',
  text: `
    WITH revoked AS (
      UPDATE organization_api_keys SET revoked_at = now(), updated_at = now() WHERE id = $1 AND revoked_at IS NULL
      RETURNING organization_id, id
    )
    SELECT r.id, o.name AS owner,
           (SELECT count(*) FROM organization_api_keys k
            WHERE k.organization_id = o.id AND k.revoked_at IS NULL AND k.id <> r.id)::integer AS left_over
    FROM revoked r JOIN organizations o ON o.id = r.organization_id`,
};
