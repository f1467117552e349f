import { statement, types } from '#platform/database';
import { LISTENER_PREFIX } from '#platform/published';
import { WORKER_PREFIX } from '#platform/jobs';

/** Facts about the server, the database and the role. Times and sizes are in the units of their names. */
export const DATABASE_FACTS = statement('doctor.database_facts', {
  row: {
    versionNumber: types.integer,
    version: types.text,
    encoding: types.text,
    isStandby: types.boolean,
    isReadOnly: types.boolean,
    fsync: types.boolean,
    fullPageWrites: types.boolean,
    waitsForCommit: types.boolean,
    autovacuum: types.boolean,
    checksums: types.boolean,
    /** False over a socket of the same machine. */
    isRemote: types.boolean,
    isEncrypted: types.boolean,
    hasOtherCollation: types.boolean,
    /** The role can change the schema, so it can also change security events. */
    isOwner: types.boolean,
    maxConnections: types.integer,
    reservedConnections: types.integer,
    connections: types.integer,
    /** Processes that are connected now, servers and workers. Each has a pool. */
    processes: types.integer,
    workers: types.integer,
    megabytes: types.integer,
  },
  text: `
    SELECT current_setting('server_version_num')::integer AS "versionNumber",
           split_part(current_setting('server_version'), ' ', 1) AS version,
           pg_encoding_to_char(d.encoding)::text AS encoding,
           pg_is_in_recovery() AS "isStandby",
           current_setting('default_transaction_read_only')::boolean AS "isReadOnly",
           current_setting('fsync')::boolean AS fsync,
           current_setting('full_page_writes')::boolean AS "fullPageWrites",
           current_setting('synchronous_commit') <> 'off' AS "waitsForCommit",
           current_setting('autovacuum')::boolean AS autovacuum,
           current_setting('data_checksums')::boolean AS checksums,
           coalesce(inet_client_addr() <> inet_server_addr(), false) AS "isRemote",
           coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
           coalesce(d.datcollversion <> pg_database_collation_actual_version(d.oid), false) AS "hasOtherCollation",
           has_schema_privilege(current_schema(), 'CREATE') AS "isOwner",
           current_setting('max_connections')::integer AS "maxConnections",
           current_setting('superuser_reserved_connections')::integer
             + coalesce(current_setting('reserved_connections', true), '0')::integer AS "reservedConnections",
           (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL)::integer AS connections,
           (SELECT count(*) FROM pg_stat_activity a
            WHERE a.datid = d.oid AND starts_with(application_name, '${LISTENER_PREFIX}'))::integer AS processes,
           (SELECT count(DISTINCT application_name) FROM pg_stat_activity a
            WHERE a.datid = d.oid AND starts_with(application_name, '${WORKER_PREFIX}'))::integer AS workers,
           (pg_database_size(d.oid) / 1048576)::integer AS megabytes
    FROM pg_database d WHERE d.datname = current_database()`,
});

/** The database's clock. */
export const DATABASE_CLOCK = statement('doctor.clock', {
  row: { now: types.timestamptz },
  text: `SELECT clock_timestamp() AS now`,
});

/** The log of the database on its way elsewhere: what stays on the disk because it cannot leave fills it. */
export const LOG_FACTS = statement('doctor.log_facts', {
  row: { archivingFails: types.boolean, idleSlots: types.array(types.text) },
  text: `
    SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS "archivingFails",
           ARRAY(SELECT slot_name::text FROM pg_replication_slots WHERE NOT active ORDER BY 1) AS "idleSlots"
    FROM pg_stat_archiver`,
});

/** Jobs that should have started some minutes ago, and mails that were given up. */
export const JOB_FACTS = statement('doctor.job_facts', {
  row: { late: types.integer, givenUp: types.integer },
  text: `
    SELECT (SELECT count(*) FROM graphile_worker.jobs
            WHERE run_at < now() - interval '10 minutes' AND locked_at IS NULL AND attempts < max_attempts)::integer AS late,
           (SELECT count(*) FROM mails WHERE given_up_at IS NOT NULL)::integer AS "givenUp"`,
});

/** Files of benefits, and pictures, that the database has in the folder. */
export const FILE_FACTS = statement('doctor.file_facts', {
  row: { inFolder: types.integer },
  text: `
    SELECT ((SELECT count(*) FROM benefit_items WHERE store = 'folder')
            + (SELECT count(*) FROM club_images WHERE store = 'folder'))::integer AS "inFolder"`,
});

/** Where PostgreSQL keeps the database. Only the owner of an own server may read this. */
export const DATA_DIRECTORY = statement('doctor.data_directory', {
  row: { directory: types.text },
  text: `SELECT current_setting('data_directory') AS directory`,
});
