import { statement, types } from '#platform/database';
import { LISTENER_PREFIX } from '#platform/published';

/** What the server of a database has for a move, from or to it. */
export const SERVER_OF_MOVE = statement('moves.server', {
  row: {
    /** 15 */
    major: types.integer,
    walLevel: types.text,
    /** Whether the role may create subscriptions, and write rows of held fan clubs. */
    isSuperuser: types.boolean.neverNullHere,
    /** Whether the role may read the write-ahead log. */
    mayReplicate: types.boolean,
    freeSlots: types.integer,
    freeSenders: types.integer,
    /** Of subscriptions. */
    freeWorkers: types.integer,
    /** How many more subscriptions and copies of tables the server can remember. */
    freeOrigins: types.integer,
    /** How many tables a subscription copies at a time. */
    copiesAtOnce: types.integer,
    /** Bytes of the write-ahead log that a slot keeps at most; null: any number. */
    keptLog: types.bigint.orNull,
  },
  text: `
    SELECT current_setting('server_version_num')::integer / 10000 AS major,
           current_setting('wal_level') AS "walLevel", rolsuper AS "isSuperuser", rolsuper OR rolreplication AS "mayReplicate",
           current_setting('max_replication_slots')::integer - (SELECT count(*) FROM pg_replication_slots)::integer AS "freeSlots",
           current_setting('max_wal_senders')::integer - (SELECT count(*) FROM pg_stat_replication)::integer AS "freeSenders",
           current_setting('max_logical_replication_workers')::integer
             - (SELECT count(pid) FROM pg_stat_subscription)::integer AS "freeWorkers",
           coalesce(current_setting('max_active_replication_origins', true), current_setting('max_replication_slots'))::integer
             - (SELECT count(*) FROM pg_replication_origin)::integer AS "freeOrigins",
           current_setting('max_sync_workers_per_subscription')::integer AS "copiesAtOnce",
           CASE current_setting('max_slot_wal_keep_size')
             WHEN '-1' THEN NULL ELSE pg_size_bytes(current_setting('max_slot_wal_keep_size')) END AS "keptLog"
    FROM pg_roles WHERE rolname = current_user`,
});

/** The servers and workers that are connected to this database, by the name that shows their keys. Other roles see them only as superusers. */
export const PROCESSES = statement('moves.processes', {
  row: { name: types.text.neverNullHere, count: types.integer },
  text: `
    SELECT application_name AS name, count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND starts_with(application_name, '${LISTENER_PREFIX}')
    GROUP BY 1`,
});

/** The size of the tables with rows of fan clubs, of all fan clubs. */
export const TABLE_SIZES = statement('moves.table_sizes', {
  row: {
    name: types.text,
    /** With indexes. */
    bytes: types.bigint,
    /** An estimate; below 1 if PostgreSQL has none. */
    rows: types.bigint,
  },
  text: `
    SELECT c.relname::text AS name, pg_total_relation_size(c.oid) AS bytes, c.reltuples::bigint AS rows
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'fanclub_id' AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`,
});

export const KEYS_OF_CLUB = statement('moves.keys', {
  params: { fanclub: types.bigint },
  row: { key: types.text },
  text: 'SELECT key FROM fanclub_keys WHERE fanclub_id = $fanclub',
});

/** The keys of a fan club that another fan club of this database has. */
export const EQUAL_KEYS = statement('moves.equal_keys', {
  params: { fanclub: types.bigint, keys: types.array(types.text) },
  row: { key: types.text },
  text: 'SELECT key FROM fanclub_keys WHERE key = ANY ($keys) AND fanclub_id <> $fanclub ORDER BY key',
});

/** Rows that a move would copy, and that differ from a row of this database with the same id or name. */
export const CONFLICTS = statement('moves.conflicts', {
  params: {
    organization: types.bigint,
    organizationName: types.text,
    organizationCreatedAt: types.timestamptz,
    staff: types.array(types.bigint),
    emails: types.array(types.text),
    staffCreatedAt: types.array(types.timestamptz),
  },
  row: { what: types.text },
  text: `
    SELECT 'The organization ' || id || ' there is another one' AS what FROM organizations
    WHERE id = $organization AND date_trunc('milliseconds', created_at) <> $organizationCreatedAt
    UNION ALL
    SELECT 'Another organization there has the name ' || name FROM organizations WHERE name = $organizationName AND id <> $organization
    UNION ALL
    SELECT CASE WHEN s.id = other.id THEN 'The person of the staff with the id ' || s.id || ' there is another one'
                ELSE 'A person of the staff has an account of their own there, with the id ' || s.id END
    FROM staff s JOIN unnest($staff::bigint[], $emails::text[], $staffCreatedAt::timestamptz[]) AS other (id, email, created_at)
      ON (s.id = other.id AND date_trunc('milliseconds', s.created_at) <> other.created_at)
      OR (s.id <> other.id AND lower(s.email) = lower(other.email))`,
});

export const ORGANIZATION_OF_CLUB = statement('moves.organization', {
  params: { fanclub: types.bigint },
  row: { organization: types.bigint, organizationName: types.text, organizationCreatedAt: types.timestamptz },
  text: `
    SELECT o.id AS organization, o.name AS "organizationName", o.created_at AS "organizationCreatedAt"
    FROM organizations o JOIN fanclubs f ON f.organization_id = o.id WHERE f.id = $fanclub`,
});
