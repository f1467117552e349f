// Fills migrated databases with a few large statements and analyses them, so that no maintenance runs during the measurement.
import pg from 'pg';
import { clubStatements } from './clubs.mjs';
import { customerStatements } from './customers.mjs';

/** The measured club. It is the same in databases of every size. */
const measured = { plans: 10, events: 120, contests: 20, sample: 500 };

/** The sizes that bench/README.md names; `growth` has the two databases of the growth rows, `staff` that of the staff side. */
export const FULL = {
  main: size(100_000, 20, 5_000),
  growth: [size(10_000, 10, 1_000), size(1_000_000, 1_000, 1_000)],
  staff: size(220_000, 51, 20_000),
};

/** The same, fifty times smaller. A run with these sizes only shows that the bench works. */
export const QUICK = {
  main: size(2_000, 4, 500),
  growth: [size(1_000, 2, 500), size(4_000, 8, 500)],
  staff: size(2_000, 4, 500),
};

function size(customers, clubs, ofMeasured) {
  return {
    customers,
    clubs,
    events: clubs * 100,
    measured: { ...measured, customers: ofMeasured },
  };
}

/** Fills a migrated, empty database. The connection must be a superuser's: foreign keys are not checked row by row. */
export async function seed(url, wanted, passwordHash) {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    // Disables foreign keys and triggers: the rows are valid, and no server listens yet.
    await db.query(
      `SET session_replication_role = replica; SET maintenance_work_mem = '256MB'; SET work_mem = '128MB'`,
    );
    for (const statement of clubStatements(wanted)) await db.query(statement);
    const indexes = await dropIndexes(db);
    for (const statement of customerStatements(wanted, passwordHash)) await db.query(statement);
    for (const { definition } of indexes) await db.query(definition);
    await db.query(NEXT_IDS);
    await db.query('VACUUM (ANALYZE)');
    await db.query('CHECKPOINT');
  } finally {
    await db.end();
  }
}

/** The tables with rows for each customer. Their indexes without a constraint are built faster after filling. */
async function dropIndexes(db) {
  const { rows } = await db.query(`
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i
    WHERE i.indrelid = ANY (ARRAY['customers', 'sessions', 'subscriptions', 'contest_entries']::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`);
  for (const { name } of rows) await db.query(`DROP INDEX ${name}`);
  return rows;
}

/** Continues the sequences after the ids that were inserted. */
const NEXT_IDS = `
  DO $$
  DECLARE at record; last bigint;
  BEGIN
    FOR at IN SELECT table_name FROM information_schema.columns
              WHERE table_schema = 'public' AND column_name = 'id' AND is_identity = 'YES' LOOP
      EXECUTE format('SELECT max(id) FROM %I', at.table_name) INTO last;
      IF last IS NOT NULL THEN PERFORM setval(pg_get_serial_sequence(quote_ident(at.table_name), 'id'), last); END IF;
    END LOOP;
  END $$`;
