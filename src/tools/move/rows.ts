import type { DataSource, EntityManager } from 'typeorm';
import { Sql } from '#platform/database';
import { TABLE_SIZES } from './checks.queries';
import { LOGGED_TABLES, REFERENCES_TO_STAFF } from './moves.queries';

/** The rows of a fan club in a table: their number, and a sum that any difference changes. */
export interface TableSum {
  readonly rows: number;
  readonly sum: string;
}

/** Values look the same in both databases. */
const PLAIN_TEXT = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL extra_float_digits = 1`;

/** The sums of all tables of a fan club, by table. */
export async function sumsOf(db: DataSource, fanclub: number): Promise<Map<string, TableSum>> {
  const tables = await new Sql(db).rows(LOGGED_TABLES, {});
  return db.transaction('REPEATABLE READ', async (tx) => {
    await tx.query(PLAIN_TEXT);
    const [sums] = await tx.query<[Record<string, TableSum>]>(
      `SELECT ${tables
        .map(
          ({ name }) => `(
        SELECT json_build_object('rows', count(*), 'sum', coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text)
        FROM "${name}" t WHERE fanclub_id = $1) AS "${name}"`,
        )
        .join(', ')}`,
      [fanclub],
    );
    return new Map(Object.entries(sums));
  });
}

/** The number of rows of a fan club, and about how many bytes they and their indexes need: each table's size, shared out by rows. */
export async function sizeOf(db: DataSource, fanclub: number): Promise<{ rows: number; bytes: number }> {
  const sums = await sumsOf(db, fanclub);
  let [rows, bytes] = [0, 0];
  for (const table of await new Sql(db).rows(TABLE_SIZES, {})) {
    const own = sums.get(table.name)?.rows ?? 0;
    rows += own;
    if (own > 0) bytes += table.bytes * (own / Math.max(own, table.rows));
  }
  return { rows, bytes };
}

/** Gives the planner statistics about copied rows. By itself a server may do so a minute later, after the first visitors have come. */
export async function analyzeRows(db: DataSource): Promise<void> {
  const tables = await new Sql(db).rows(LOGGED_TABLES, {});
  await db.query(`ANALYZE ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
}

/** The tables whose rows of a fan club differ between two databases. */
export async function differences(
  source: DataSource,
  target: DataSource,
  fanclub: number,
): Promise<string[]> {
  const [ours, theirs] = await Promise.all([sumsOf(source, fanclub), sumsOf(target, fanclub)]);
  return [...ours]
    .filter(([table, { rows, sum }]) => theirs.get(table)?.rows !== rows || theirs.get(table)?.sum !== sum)
    .map(([table]) => table);
}

/** People of the staff who may work for a fan club, or whom its rows name. */
export async function staffOf(
  source: DataSource,
  fanclub: number,
): Promise<{ id: number; email: string; createdAt: Date }[]> {
  const named = (await new Sql(source).rows(REFERENCES_TO_STAFF, {})).map(
    ({ table, column }) => `SELECT "${column}" FROM "${table}" WHERE fanclub_id = $1`,
  );
  return source.query(
    `SELECT id, email, created_at AS "createdAt" FROM staff WHERE id IN (
       SELECT staff_id FROM staff_roles WHERE organization_id = (SELECT organization_id FROM fanclubs WHERE id = $1)
       UNION ${named.join(' UNION ')})
     ORDER BY id`,
    [fanclub],
  );
}

/** Copies the organization, its keys and its people, unless they exist, and revokes the keys that are revoked here. */
export async function copyShared(source: DataSource, tx: EntityManager, fanclub: number): Promise<void> {
  const people = (await staffOf(source, fanclub)).map(({ id }) => id);
  const organization = '(SELECT organization_id FROM fanclubs WHERE id = $1)';
  const copied: [table: string, condition: string, value: unknown][] = [
    ['organizations', `id = ${organization}`, fanclub],
    ['organization_api_keys', `organization_id = ${organization}`, fanclub],
    ['staff', 'id = ANY ($1)', people],
    ['staff_passkeys', 'staff_id = ANY ($1)', people],
    ['staff_recovery_codes', 'staff_id = ANY ($1)', people],
    // Those of the fan club itself are published.
    ['staff_roles', `organization_id = ${organization} AND fanclub_id IS NULL`, fanclub],
  ];
  for (const [table, condition, value] of copied) {
    const rows = await textOf(source, `SELECT to_jsonb(t) FROM "${table}" t WHERE ${condition}`, [value]);
    await insert(tx, table, rows, CONFLICTS[table] ?? 'ON CONFLICT DO NOTHING');
  }
}

/** A key that is revoked here is revoked there; one that is revoked there stays so. */
const CONFLICTS: Readonly<Record<string, string>> = {
  organization_api_keys: `ON CONFLICT (key_hash) DO UPDATE SET revoked_at = excluded.revoked_at, updated_at = now()
    WHERE organization_api_keys.organization_id = excluded.organization_id
      AND organization_api_keys.revoked_at IS NULL AND excluded.revoked_at IS NOT NULL`,
};

/** Makes the row of the fan club itself equal, except that it is held and served elsewhere. */
export async function copyClub(
  source: DataSource,
  tx: EntityManager,
  fanclub: number,
  movedTo: string,
): Promise<void> {
  const row = await textOf(
    source,
    `SELECT to_jsonb(f) || jsonb_build_object('held_at', coalesce(held_at, now()), 'moved_to', $2::text)
     FROM fanclubs f WHERE id = $1`,
    [fanclub, movedTo],
  );
  const columns = await tx.query<{ name: string }[]>(
    `SELECT attname::text AS name FROM pg_attribute WHERE attrelid = 'fanclubs'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  const update = columns.map(({ name }) => `"${name}" = excluded."${name}"`).join(', ');
  await insert(tx, 'fanclubs', row, `ON CONFLICT (id) DO UPDATE SET ${update}`);
}

/** Runs `work` as replication does: without triggers, foreign keys included. Only a superuser may. */
export function asReplica<T>(db: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    return work(tx);
  });
}

/** Rows as a JSON array, as text, so that no number is rounded. @param query selects one column with the rows */
async function textOf(db: DataSource, query: string, values: unknown[]): Promise<string> {
  const [{ rows }] = await db.query<[{ rows: string }]>(
    `SELECT coalesce(jsonb_agg(row), '[]')::text AS rows FROM (${query}) q (row)`,
    values,
  );
  return rows;
}

async function insert(tx: EntityManager, table: string, rows: string, onConflict: string): Promise<void> {
  await tx.query(
    `INSERT INTO "${table}" SELECT * FROM jsonb_populate_recordset(NULL::"${table}", $1::text::jsonb) ${onConflict}`,
    [rows],
  );
}
