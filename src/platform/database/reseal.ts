import type { DataSource } from 'typeorm';
import { SealBroken, type Sealer } from '#libs/sealed';

/** Rows read at a time. */
const BATCH = 500;

/**
 * Seals all stored secrets with the newest key, so that older keys can be removed. The names of sealed columns end with
 * `_sealed`, and their tables have an `id`. It can be repeated, and can run while the service runs.
 *
 * @returns for each column, the number of values that were sealed again, the number of those that stay unchanged because their fan club
 * is held, and the ids of rows that stay unchanged because no known key opens them
 */
export async function reseal(db: DataSource, sealer: Sealer) {
  const results: Awaited<ReturnType<typeof resealColumn>>[] = [];
  for (const column of sealedColumns(db)) results.push(await resealColumn(db, sealer, column));
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

/** Of these tables {@link countSeals} reads only the oldest rows: there are many, and they are erased after 90 days. */
const SAMPLED = ['sent_mails'];

/** Counts the stored secrets by the key that opens them. Changes nothing. */
export async function countSeals(db: DataSource, sealer: Sealer): Promise<SealCounts> {
  const counts: SealCounts = { current: 0, old: 0, lost: 0 };
  for (const column of sealedColumns(db)) {
    for await (const rows of sealedRows(db, column)) {
      for (const { sealed } of rows) {
        if (!opens(sealer, sealed)) counts.lost += 1;
        else counts[sealer.isCurrent(sealed) ? 'current' : 'old'] += 1;
      }
      if (SAMPLED.includes(column.table)) break;
    }
  }
  return counts;
}

interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Whether its rows are of a fan club. */
  readonly isOfFanclub: boolean;
}

function sealedColumns(db: DataSource): SealedColumn[] {
  return db.entityMetadatas.flatMap(({ tableName: table, columns }) => {
    const names = columns.map(({ databaseName }) => databaseName);
    return names
      .filter((column) => column.endsWith('_sealed'))
      .map((column) => ({ table, column, isOfFanclub: names.includes('fanclub_id') }));
  });
}

/** The sealed values of a column, in batches, without those of fan clubs that another database serves: nobody opens these here. */
async function* sealedRows(db: DataSource, { table, column, isOfFanclub }: SealedColumn) {
  const [isHeld, served] = isOfFanclub
    ? ['coalesce(f.held_at IS NOT NULL, false)', 'LEFT JOIN fanclubs f ON f.id = t.fanclub_id']
    : ['false', ''];
  const condition = isOfFanclub ? 'AND f.moved_to IS NULL' : '';
  for (let last = 0; ;) {
    const rows = await db.query<{ id: number; sealed: string; isHeld: boolean }[]>(
      `SELECT t.id, t.${column} AS sealed, ${isHeld} AS "isHeld" FROM ${table} t ${served}
       WHERE t.id > $1 AND t.${column} IS NOT NULL ${condition} ORDER BY t.id LIMIT ${BATCH}`,
      [last],
    );
    yield rows;
    if (rows.length < BATCH) return;
    last = rows[rows.length - 1].id;
  }
}

async function resealColumn(db: DataSource, sealer: Sealer, sealedColumn: SealedColumn) {
  const { table, column } = sealedColumn;
  const result = { table, column, renewed: 0, held: 0, lost: [] as number[] };
  for await (const rows of sealedRows(db, sealedColumn)) {
    for (const { id, sealed, isHeld } of rows.filter((row) => !sealer.isCurrent(row.sealed))) {
      const renewed = renew(sealer, sealed);
      if (renewed === null) result.lost.push(id);
      else if (isHeld) result.held += 1;
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
