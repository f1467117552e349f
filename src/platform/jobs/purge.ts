import { RetryJob } from './job';

/** The maximum number of rows that one statement deletes, so that it holds locks only briefly and stays within its time limit. */
export const BATCH = 1_000;

/**
 * The text of a statement that deletes rows of a table with an `id`, at most `$limit`.
 *
 * @param condition which rows, in SQL
 * @param order the indexed column by which these rows are sorted first
 */
export const deletionOf = (table: string, condition: string, order: string): string =>
  `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT $limit)`;

/**
 * Deletes rows in batches, each in its own transaction, until none is left.
 *
 * @param deleteBatch deletes at most `limit` rows and returns how many
 * @returns how many rows were deleted
 * @throws RetryJob if the run is aborted before all rows are deleted; the next worker then continues
 */
export async function purge(
  signal: AbortSignal,
  deleteBatch: (limit: number) => Promise<number>,
): Promise<number> {
  let total = 0;
  let deleted = BATCH;
  while (deleted === BATCH) {
    if (signal.aborted) throw new RetryJob('aborted');
    deleted = await deleteBatch(BATCH);
    total += deleted;
  }
  return total;
}
