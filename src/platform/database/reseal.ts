import type { DataSource } from 'typeorm';
import { SealBroken, type Sealer } from '#libs/sealed';

/** Rows read at a time. */
const BATCH = 500;

/** What became of one sealed column. */
export interface Resealed {
  table: string;
  column: string;
  /** Values sealed anew with the newest key. */
  renewed: number;
  /** Ids of the rows whose value no known key opens; they stay as they are. */
  lost: number[];
}

/**
 * Seals every secret at rest with the newest key, so that older ones can be dropped. Sealed columns are those whose name ends
 * with `_sealed`; their tables have an `id`. May run beside the service, and again.
 */
export async function reseal(db: DataSource, sealer: Sealer): Promise<Resealed[]> {
  const results: Resealed[] = [];
  for (const { tableName, columns } of db.entityMetadatas) {
    for (const { databaseName } of columns.filter((column) => column.databaseName.endsWith('_sealed'))) {
      results.push(await resealColumn(db, sealer, tableName, databaseName));
    }
  }
  return results;
}

async function resealColumn(
  db: DataSource,
  sealer: Sealer,
  table: string,
  column: string,
): Promise<Resealed> {
  const result: Resealed = { table, column, renewed: 0, lost: [] };
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
      // Only what was read is replaced: someone may just have written another secret.
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
