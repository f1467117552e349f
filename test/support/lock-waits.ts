import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './start-test-app';

/** Resolves once this many statements of the test's database wait for a lock; otherwise the test times out. */
export async function untilWaiting({ db }: Pick<TestApp, 'db'>, statements: number): Promise<void> {
  for (;;) {
    const [{ waiting }] = await db.query<{ waiting: number }[]>(
      `SELECT count(*) AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting >= statements) return;
    await sleep(5);
  }
}
