import type { DataSource, QueryRunner } from 'typeorm';
import { MoveRefused } from './move-refused';
import { MOVE_PREFIX } from '#platform/tenants';
import { LOCK_MOVE } from './moves.queries';

/** The name of a fan club's lock, publication, slot and subscription. */
export const moveName = (fanclub: number): string => `${MOVE_PREFIX}${fanclub}`;

/**
 * Runs `work` while no other command moves the fan club from or to these databases, or purges its rows there.
 * @throws MoveRefused if one does
 */
export async function withMoveLock<T>(
  databases: readonly DataSource[],
  fanclub: number,
  work: () => Promise<T>,
): Promise<T> {
  const locks: QueryRunner[] = [];
  try {
    for (const db of databases) {
      const lock = db.createQueryRunner();
      locks.push(lock);
      const [{ locked }] = (await lock.query(LOCK_MOVE.text, [moveName(fanclub)])) as [{ locked: boolean }];
      if (!locked) throw new MoveRefused('Another command is moving this fan club.');
    }
    return await work();
  } finally {
    for (const lock of locks) {
      // The connection goes back to its pool, so it must not keep the lock.
      await lock.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
      await lock.release();
    }
  }
}
