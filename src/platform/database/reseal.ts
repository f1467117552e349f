import type { DataSource } from 'typeorm';
import { SealBroken, type Sealer } from '#libs/sealed';

/** Rows read at a time. */
const BATCH = 500;

/**
 * Seals all stored secrets with the newest key, so that older keys can be removed. The names of sealed columns end with
 * `_sealed`, and their tables have an `id`. It can be repeated, and can run while the service runs.
 *
 * @returns for each column, the number of values that were sealed again, and the ids of rows that stay unchanged because no known
 * key opens them
 */
export async function reseal(db: DataSource, sealer: Sealer) {
  const results: Awaited<ReturnType<typeof resealColumn>>[] = [];
  for (const { tableName, columns } of db.entityMetadatas) {
    for (const { databaseName } of columns.filter((column) => column.databaseName.endsWith('_sealed'))) {
      results.push(await resealColumn(db, sealer, tableName, databaseName));
    }
  }
  return results;
}

async function resealColumn(db: DataSource, sealer: Sealer, table: string, column: string) {
  const result = { table, column, renewed: 0, lost: [] as number[] };
  let last = 0;
  for (;;) {
    const rows = await db.query<{ id: number; sealed: string }[]>(
      `SELECT id, ${column} AS sealed FROM ${table}
       WHERE id > $1 AND ${column} IS NOT NULL ORDER BY id LIMIT ${BATCH}`,
      [last],
    );
    for (const { id, sealed } of rows.filter((row) => !sealer.isCurrent(row.sealed))) {
      const renewed = renew(sealer, sealed);
      if (renewed === null) result.lost.push(id);
      // The condition protects a secret that was written in the meantime.
      else {
        await db.query(`UPDATE ${table} SET ${column} = $3 WHERE id = $1 AND ${column} = $2`, [
          id,
          sealed,
          renewed,
        ]);
        result.renewed += 1;
      }
    }
    if (rows.length < BATCH) return result;
    last = rows[rows.length - 1].id;
  }
}

function renew(sealer: Sealer, sealed: string): string | null {
  try {
    return sealer.seal(sealer.open(sealed));
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
