import { statement, types } from '#platform/database';

/** Locks the fan club that has or had a key, so that concurrent changes of it wait. */
export const LOCK_FANCLUB_OF_KEY = statement('keys.lock_fanclub_of_key', {
  params: { key: types.text },
  row: {
    id: types.bigint,
    name: types.text,
    siteUrl: types.text,
    /** See `Fanclub.heldAt`. */
    heldAt: types.timestamptz.orNull,
    /** A move has begun the hold. */
    isHeldForMove: types.boolean,
    /** See `Fanclub.movedTo`. */
    movedTo: types.text.orNull,
  },
  text: `
    SELECT f.id, f.name, f.site_url AS "siteUrl", f.held_at AS "heldAt",
           f.held_for_move AS "isHeldForMove", f.moved_to AS "movedTo"
    FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id
    WHERE k.key = $key FOR NO KEY UPDATE OF f`,
});

const ORIGINS = {
  params: { fanclub: types.bigint, origins: types.array(types.text) },
  row: { id: types.bigint, origin: types.text },
};

/** Returns the origins that were not trusted before. */
export const TRUST_ORIGINS = statement('keys.trust_origins', {
  ...ORIGINS,
  text: `
    INSERT INTO trusted_domains (fanclub_id, origin) SELECT $fanclub::bigint, unnest($origins::text[])
    ON CONFLICT (fanclub_id, origin) DO NOTHING RETURNING id, origin`,
});

/** Returns the origins that were trusted before. */
export const UNTRUST_ORIGINS = statement('keys.untrust_origins', {
  ...ORIGINS,
  text: `
    DELETE FROM trusted_domains WHERE fanclub_id = $fanclub AND origin = ANY ($origins::text[]) RETURNING id, origin`,
});

/** The number of trusted domains of a fan club. Always one row. */
export const COUNT_TRUSTED = statement('keys.count_trusted', {
  params: { fanclub: types.bigint },
  row: { total: types.integer },
  text: 'SELECT count(*)::integer AS total FROM trusted_domains WHERE fanclub_id = $fanclub',
});
