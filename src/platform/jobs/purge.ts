import type { Statement } from '#platform/database';
import type { JobRun } from './job';

/** Rows that one statement deletes at most, so that none holds locks for long or outlives its time limit. */
export const BATCH = 1_000;

/**
 * A statement that deletes rows of a table with an `id`. $1 how many at most.
 *
 * @param condition which rows: SQL, with further parameters from $2 on
 * @param order the columns of an index that finds these rows first
 */
export const deletion = (name: string, table: string, condition: string, order: string): Statement => ({
  name,
  text: `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT $1)`,
});

/**
 * Deletes rows batch by batch, each in a transaction of its own, until none is left or the run is aborted.
 *
 * @param statement deletes $1 rows at most
 * @param values its further parameters
 * @returns how many rows were deleted
 */
export async function purge(
  { db, signal }: Pick<JobRun, 'db' | 'signal'>,
  statement: Statement,
  ...values: readonly unknown[]
): Promise<number> {
  let total = 0;
  let deleted = BATCH;
  while (deleted === BATCH && !signal.aborted) {
    deleted = await db.run(statement, [BATCH, ...values]);
    total += deleted;
  }
  return total;
}
