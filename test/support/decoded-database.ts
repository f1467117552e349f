import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { discardEmbeddedPostgres, startEmbeddedPostgres } from '#libs/embedded-postgres';
import { newFolder } from '#libs/testing';
import { TEST_OWNER, TEST_ROLE } from './database-roles';
import { migrateWithRoles } from './migrate-with-roles';

/** A change of a row, as `test_decoding` prints it. */
export interface DecodedChange {
  /** `public.sessions: INSERT: …` */
  readonly text: string;
  /** Whether it comes after the position in the write-ahead log that was asked for. */
  readonly isAfter: boolean;
}

/** A migrated, empty database on a server of its own, whose write-ahead log can be read. */
export interface DecodedDatabase {
  readonly url: string;
  /** All changes of committed transactions since the start, in the order of their commits. */
  changes(position: string): Promise<DecodedChange[]>;
  stop(): Promise<void>;
}

const SLOT = 'decoded';

export async function startDecodedDatabase(): Promise<DecodedDatabase> {
  const folder = newFolder('decoded-');
  const dataDir = join(folder, 'server');
  const first = await startEmbeddedPostgres({ dataDir, mode: 'keep' });
  await migrateWithRoles(first.url, TEST_OWNER, TEST_ROLE);
  await first.stop();
  appendFileSync(join(dataDir, 'cluster', 'postgresql.auto.conf'), '\nwal_level = logical\n');
  const { url } = await startEmbeddedPostgres({ dataDir, mode: 'keep' });
  const client = new Client({ connectionString: url });
  await client.connect();
  // The log then has the fan club of deleted rows, too.
  await client.query(`
    DO $$ DECLARE name regclass; BEGIN
      FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
        EXECUTE format('ALTER TABLE %s REPLICA IDENTITY FULL', name);
      END LOOP;
    END $$`);
  await client.query(`SELECT pg_create_logical_replication_slot('${SLOT}', 'test_decoding')`);
  return {
    url,
    changes: async (position) => {
      const { rows } = await client.query<DecodedChange>(
        `SELECT substr(data, length('table ') + 1) AS text, lsn > $1::pg_lsn AS "isAfter"
         FROM pg_logical_slot_peek_changes('${SLOT}', NULL, NULL) WHERE starts_with(data, 'table ')`,
        [position],
      );
      return rows;
    },
    stop: async () => {
      await client.end();
      await discardEmbeddedPostgres(dataDir);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
