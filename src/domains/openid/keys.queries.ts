import { statement, types } from '#platform/database';

/** The signing keys of the installation, the newest first. */
export const LIST_KEYS = statement('openid.list_keys', {
  row: {
    id: types.bigint,
    generation: types.integer,
    jwkSealed: types.text,
    signsFrom: types.timestamptz,
  },
  text: `
    SELECT id, generation, jwk_sealed AS "jwkSealed", signs_from AS "signsFrom"
    FROM oidc_keys ORDER BY generation DESC`,
});

/** Adds a key, unless another process has added the same generation. */
export const ADD_KEY = statement('openid.add_key', {
  params: {
    generation: types.integer,
    jwkSealed: types.text,
    signsFrom: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO oidc_keys (generation, jwk_sealed, signs_from, created_at, updated_at)
    VALUES ($generation, $jwkSealed, $signsFrom, $now, $now)
    ON CONFLICT (generation) DO NOTHING`,
});

/** Deletes the keys before a generation. */
export const DELETE_KEYS_BEFORE = statement('openid.delete_keys_before', {
  params: { generation: types.integer },
  text: 'DELETE FROM oidc_keys WHERE generation < $generation',
});
