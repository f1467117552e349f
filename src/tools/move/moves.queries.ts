import { statement, types } from '#platform/database';

/** The fan club with this id; the only row that a move copies by itself. */
export const CLUB_OF_MOVE = statement('moves.club', {
  params: { fanclub: types.bigint },
  row: {
    organizationId: types.bigint,
    heldAt: types.timestamptz.orNull,
    /** Where the fan club is served instead; null: here. */
    movedTo: types.text.orNull,
  },
  text: `SELECT organization_id AS "organizationId", held_at AS "heldAt", moved_to AS "movedTo" FROM fanclubs WHERE id = $fanclub`,
});

/** The tables with rows of fan clubs that are published, and whether their rows can be identified. */
export const LOGGED_TABLES = statement('moves.logged_tables', {
  row: { name: types.text, isIdentified: types.boolean },
  text: `
    SELECT c.relname::text AS name, c.relreplident IN ('i', 'f') OR EXISTS (
             SELECT FROM pg_index i JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY (i.indkey) AND k.attname = 'fanclub_id'
             WHERE i.indrelid = c.oid AND i.indisprimary) AS "isIdentified"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'fanclub_id' AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND c.relnamespace = current_schema()::regnamespace
    ORDER BY 1`,
});

/** The columns that refer to people of the staff, in tables with rows of fan clubs. */
export const REFERENCES_TO_STAFF = statement('moves.references_to_staff', {
  row: { table: types.text, column: types.text },
  text: `
    SELECT c.relname::text AS "table", a.attname::text AS "column"
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.confrelid = 'staff'::regclass
      AND EXISTS (SELECT FROM pg_attribute f WHERE f.attrelid = c.oid AND f.attname = 'fanclub_id' AND NOT f.attisdropped)
    ORDER BY 1, 2`,
});

/** Locks the moves of a fan club for this connection. False: another command has the lock. */
export const LOCK_MOVE = statement('moves.lock', {
  params: { name: types.text },
  row: { locked: types.boolean },
  text: 'SELECT pg_try_advisory_lock(hashtextextended($name, 0)) AS locked',
});

/** How far a subscription is: the tables that it has to copy, and those that it has copied. Absent without the subscription. */
export const SUBSCRIPTION = statement('moves.subscription', {
  params: { name: types.text },
  row: { tables: types.integer, ready: types.integer },
  text: `
    SELECT count(r.srrelid)::integer AS tables, count(*) FILTER (WHERE r.srsubstate = 'r')::integer AS ready
    FROM pg_subscription s LEFT JOIN pg_subscription_rel r ON r.srsubid = s.oid
    WHERE s.subname = $name::text AND s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    GROUP BY s.oid`,
});

/** How much of the write-ahead log before a position the reader of a slot has not stored yet, in bytes (null: nobody reads), and whether
 * PostgreSQL has removed what it needs. */
export const LAG = statement('moves.lag', {
  params: { name: types.text, position: types.text },
  row: { bytes: types.bigint.orNull, isLost: types.boolean },
  text: `
    SELECT CASE WHEN active THEN greatest(0, pg_wal_lsn_diff($position::text::pg_lsn, confirmed_flush_lsn))::bigint END AS bytes,
           coalesce(wal_status = 'lost', false) AS "isLost"
    FROM pg_replication_slots WHERE slot_name = $name::text AND database = current_database()`,
});

/** The processes that receive for a subscription, or copy its tables. */
export const SUBSCRIPTION_WORKERS = statement('moves.subscription_workers', {
  params: { name: types.text },
  row: { count: types.integer },
  text: 'SELECT count(pid)::integer AS count FROM pg_stat_subscription WHERE subname = $name::text',
});

/** The errors that a subscription has met. */
export const SUBSCRIPTION_ERRORS = statement('moves.subscription_errors', {
  params: { name: types.text },
  row: { count: types.bigint },
  text: `SELECT apply_error_count + sync_error_count AS count FROM pg_stat_subscription_stats WHERE subname = $name::text`,
});

/** Writes to the log, so that its receiver reports soon that it has everything before. Returns the position. */
export const MARK_LOG = statement('moves.mark_log', {
  row: { position: types.text },
  text: `SELECT pg_logical_emit_message(false, 'fanclub_move', '')::text AS position`,
});

export const PUBLICATION_EXISTS = statement('moves.publication_exists', {
  params: { name: types.text },
  text: 'SELECT FROM pg_publication WHERE pubname = $name::text',
});

/** Whether a database has anything of a replication, in either direction. */
export const HAS_REPLICATION = statement('moves.has_replication', {
  params: { name: types.text },
  row: { has: types.boolean },
  text: `
    SELECT EXISTS (SELECT FROM pg_publication WHERE pubname = $name::text)
        OR EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = $name::text AND database = current_database())
        OR EXISTS (SELECT FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid
                   WHERE s.subname = $name::text AND d.datname = current_database()) AS has`,
});

export const SLOT_EXISTS = statement('moves.slot_exists', {
  params: { name: types.text },
  text: 'SELECT FROM pg_replication_slots WHERE slot_name = $name::text',
});

export const CREATE_SLOT = statement('moves.create_slot', {
  params: { name: types.text },
  text: `SELECT FROM pg_create_logical_replication_slot($name::text, 'pgoutput')`,
});

/** Drops the slot of a move, unless somebody reads from it. */
export const DROP_SLOTS = statement('moves.drop_slots', {
  params: { name: types.text },
  text: `
    SELECT FROM pg_replication_slots s, LATERAL pg_drop_replication_slot(s.slot_name)
    WHERE s.slot_name = $name::text AND s.database = current_database() AND NOT s.active`,
});

/** What a proxy knows of a fan club: its valid keys, its number, and those of its payment accounts. */
export const PLACES_OF_CLUB = statement('moves.places', {
  params: { fanclub: types.bigint },
  row: {
    keys: types.array(types.text),
    fanclubs: types.array(types.bigint),
    accounts: types.array(types.bigint),
  },
  text: `
    SELECT ARRAY(SELECT key FROM fanclub_keys WHERE fanclub_id = $fanclub AND revoked_at IS NULL ORDER BY id) AS keys,
           ARRAY[$fanclub::bigint] AS fanclubs,
           ARRAY(SELECT id FROM payment_accounts WHERE fanclub_id = $fanclub ORDER BY id) AS accounts`,
});
