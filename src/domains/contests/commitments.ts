import { randomBytes } from 'node:crypto';
import { commitmentOf, SEED_BYTES } from '#libs/draw';
import type { Sealer } from '#libs/sealed';
import type { Statements } from '#platform/database';
import { COMMIT_SEED, UNCOMMITTED_OF_CLUB } from './draws.queries';

/** A contest of a fan club. */
interface ContestKey {
  readonly fanclub: number;
  readonly contest: number;
}

/**
 * Fixes the random seed of a contest's draw. Only its commitment is public until the draw; a contest that has one keeps it.
 * @returns whether it had none
 */
export async function commit(db: Statements, sealer: Sealer, key: ContestKey, now: Date): Promise<boolean> {
  const seed = randomBytes(SEED_BYTES);
  const commitment = commitmentOf(key.contest, seed);
  const seedSealed = sealer.seal(seed.toString('hex'));
  return (await db.run(COMMIT_SEED, { ...key, seedSealed, commitment, now })) === 1;
}

/** Commits to the draws of the published contests of a fan club that have not ended. */
export async function commitPublished(
  db: Statements,
  sealer: Sealer,
  fanclub: number,
  now: Date,
): Promise<void> {
  for (const { id: contest } of await db.rows(UNCOMMITTED_OF_CLUB, { fanclub, after: now }))
    await commit(db, sealer, { fanclub, contest }, now);
}
