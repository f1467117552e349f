import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

/** Waits until a job has failed, and ends the pause before its next attempt. */
export async function retryNow(db: DataSource): Promise<void> {
  const end = performance.now() + 10_000;
  for (;;) {
    const due = await db.query<unknown[]>(`
      WITH due AS (
        UPDATE graphile_worker._private_jobs SET run_at = now()
        WHERE attempts > 0 AND locked_at IS NULL AND run_at > now() RETURNING id
      )
      SELECT pg_notify('jobs:insert', '{"count":1}') FROM due`);
    if (due.length > 0) return;
    if (performance.now() > end) throw new Error('No job waits for its next attempt.');
    await sleep(10);
  }
}
