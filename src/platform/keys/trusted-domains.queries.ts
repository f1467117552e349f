import type { Statement } from '#platform/database';

/** $1 a key that the fan club has or had. Whoever else changes its trusted domains waits, so that they can be counted. */
export const LOCK_FANCLUB_OF_KEY: Statement = {
  name: 'keys.lock_fanclub_of_key',
  text: `
    SELECT f.id, f.name, f.site_url FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id
    WHERE k.key = $1 FOR NO KEY UPDATE OF f`,
};

/** $1 the fan club, $2 origins. A row for each that was not trusted before. */
export const TRUST_ORIGINS: Statement = {
  name: 'keys.trust_origins',
  text: `
    INSERT INTO trusted_domains (fanclub_id, origin) SELECT $1::bigint, unnest($2::text[])
    ON CONFLICT (fanclub_id, origin) DO NOTHING RETURNING id, origin`,
};

/** $1 the fan club, $2 origins. A row for each that was trusted before. */
export const UNTRUST_ORIGINS: Statement = {
  name: 'keys.untrust_origins',
  text: `
    WITH removed AS (DELETE FROM trusted_domains WHERE fanclub_id = $1 AND origin = ANY ($2::text[]) RETURNING id, origin)
    SELECT id, origin FROM removed`,
};

/** $1 the fan club. */
export const COUNT_TRUSTED: Statement = {
  name: 'keys.count_trusted',
  text: 'SELECT count(*)::integer AS total FROM trusted_domains WHERE fanclub_id = $1',
};
