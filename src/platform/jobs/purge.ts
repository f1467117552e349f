/** Rows that one statement deletes at most, so that none holds locks for long or outlives its time limit. */
export const BATCH = 1_000;

/**
 * The text of a statement that deletes rows of a table with an `id`, at most `$limit`.
 *
 * @param condition which rows, in SQL
 * @param order the column of an index that finds these rows first
 */
export const deletionOf = (table: string, condition: string, order: string): string =>
  `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT $limit)`;

/**
 * Deletes rows batch by batch, each in a transaction of its own, until none is left or the run is aborted.
 *
 * @param deleteBatch deletes at most `limit` rows and returns how many
 * @returns how many rows were deleted
 */
export async function purge(
  signal: AbortSignal,
  deleteBatch: (limit: number) => Promise<number>,
): Promise<number> {
  let total = 0;
  let deleted = BATCH;
  while (deleted === BATCH && !signal.aborted) {
    deleted = await deleteBatch(BATCH);
    total += deleted;
  }
  return total;
}
