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
  for (const { table, column } of sealedColumns(db))
    results.push(await resealColumn(db, sealer, table, column));
  return results;
}

/** Values that are sealed with one of several keys. */
export interface SealCounts {
  /** Sealed with the newest key. */
  current: number;
  /** Sealed with an older key that is still known. */
  old: number;
  /** No known key opens them. */
  lost: number;
}

/** Counts the stored secrets by the key that opens them. Changes nothing. */
export async function countSeals(db: DataSource, sealer: Sealer): Promise<SealCounts> {
  const counts: SealCounts = { current: 0, old: 0, lost: 0 };
  for (const { table, column } of sealedColumns(db)) {
    for await (const rows of sealedRows(db, table, column)) {
      for (const { sealed } of rows) {
        if (!opens(sealer, sealed)) counts.lost += 1;
        else counts[sealer.isCurrent(sealed) ? 'current' : 'old'] += 1;
      }
    }
  }
  return counts;
}

function sealedColumns(db: DataSource): { table: string; column: string }[] {
  return db.entityMetadatas.flatMap(({ tableName: table, columns }) =>
    columns
      .map(({ databaseName: column }) => ({ table, column }))
      .filter(({ column }) => column.endsWith('_sealed')),
  );
}

/** The sealed values of a column, in batches. */
async function* sealedRows(db: DataSource, table: string, column: string) {
  for (let last = 0; ;) {
    const rows = await db.query<{ id: number; sealed: string }[]>(
      `SELECT id, ${column} AS sealed FROM ${table}
       WHERE id > $1 AND ${column} IS NOT NULL ORDER BY id LIMIT ${BATCH}`,
      [last],
    );
    yield rows;
    if (rows.length < BATCH) return;
    last = rows[rows.length - 1].id;
  }
}

async function resealColumn(db: DataSource, sealer: Sealer, table: string, column: string) {
  const result = { table, column, renewed: 0, lost: [] as number[] };
  for await (const rows of sealedRows(db, table, column)) {
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
  }
  return result;
}

function opens(sealer: Sealer, sealed: string): boolean {
  try {
    sealer.open(sealed);
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
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
