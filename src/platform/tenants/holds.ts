import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '#libs/clock';
import { declareSecurityEvents, operatorOf, recordByCommand } from '#platform/audit';
import type { RowOf, Sql, Statements } from '#platform/database';
import { type ClubJob, queueJobs, resumeJobs } from '#platform/jobs';
import { notifyPublished } from '#platform/published';
import {
  HELD_POSITION,
  HOLD_FANCLUB,
  LIST_HELD,
  RELEASE_AFTER_MOVE,
  RELEASE_FANCLUB,
  SET_ARRIVED,
  SET_MOVED,
  WRITING_TRANSACTIONS,
} from './holds.queries';
import { LOCK_FANCLUB_OF_KEY } from './trusted-domains.queries';

export const events = declareSecurityEvents({
  'fanclub.held': [],
  'fanclub.released': [],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}

/** The kind of the notification of the end of a hold, or that the fan club has left; its payload is the fan club's id. See `PublishedChanges.on`. */
export const RELEASED = 'released';

/** Milliseconds between two looks at the transactions that still run. */
const PAUSE = 10;

/** A transaction that may write, without its statements. */
export type WritingTransaction = RowOf<typeof WRITING_TRANSACTIONS>;

/** The outcome of {@link holdFanclub}. */
export interface Hold {
  readonly id: number;
  /** The fan club's name. */
  readonly name: string;
  readonly heldAt: Date;
  /** Whether it was held before. */
  readonly isEarlier: boolean;
  /** The position in the write-ahead log after which nothing of the fan club is written. */
  readonly position: string;
}

/** Some transactions that may write to the fan club did not end in time, so it is not held, unless it was before. */
export class StillWriting extends Error {
  override readonly name = 'StillWriting';

  constructor(readonly transactions: readonly WritingTransaction[]) {
    super(`${transactions.length} transactions are still running.`);
  }
}

/** Another database serves the fan club, so it stays held in this one. */
export class ServedElsewhere extends Error {
  override readonly name = 'ServedElsewhere';
}

/** Another command has ended the hold meanwhile. */
export class HoldEnded extends Error {
  override readonly name = 'HoldEnded';

  constructor() {
    super('Another command has ended the hold meanwhile. Please try again.');
  }
}

/** A move holds the fan club. Only the move ends that. */
export class HeldByMove extends Error {
  override readonly name = 'HeldByMove';
}

function refuseMoved({ name, movedTo }: { name: string; movedTo: string | null }): void {
  if (movedTo !== null) throw new ServedElsewhere(`${name} is in ${movedTo}, and stays held here.`);
}

/**
 * Holds a fan club: no process may write its rows until {@link releaseFanclub}. Returns when every transaction that may have missed the
 * hold has ended. Null if no fan club has or had the key.
 *
 * @param patience milliseconds to wait for these transactions
 * @param forMove whether {@link releaseAfterMove} ends the hold; an earlier hold stays what it is
 * @throws StillWriting, HoldEnded, ServedElsewhere
 */
export async function holdFanclub(
  db: Sql,
  key: string,
  patience: number,
  forMove = false,
): Promise<Hold | null> {
  const now = new SystemClock().now();
  const held = await db.transaction(async (tx) => {
    const club = await tx.first(LOCK_FANCLUB_OF_KEY, { key });
    if (!club) return null;
    refuseMoved(club);
    const { id, name, heldAt } = club;
    if (heldAt) return { id, name, heldAt, isEarlier: true };
    // Before the hold, after which it could not be written.
    await recordByCommand(tx, now, operatorOf(club), { action: 'fanclub.held' });
    await tx.run(HOLD_FANCLUB, { fanclub: id, now, forMove });
    return { id, name, heldAt: now, isEarlier: false };
  });
  if (!held) return null;
  const left = await drain(db, patience);
  if (left.length > 0) {
    if (!held.isEarlier) await release(db, held.id, forMove ? RELEASE_AFTER_MOVE : RELEASE_FANCLUB);
    throw new StillWriting(left);
  }
  const end = await db.first(HELD_POSITION, { fanclub: held.id, heldAt: held.heldAt });
  if (!end) throw new HoldEnded();
  return { ...held, position: end.position };
}

/**
 * Ends a hold, and runs the jobs that it has put off. Null if no fan club has or had the key.
 * @throws ServedElsewhere, HeldByMove
 */
export async function releaseFanclub(
  db: Sql,
  key: string,
): Promise<{ name: string; wasHeld: boolean } | null> {
  const club = await db.transaction((tx) => tx.first(LOCK_FANCLUB_OF_KEY, { key }));
  if (!club) return null;
  refuseMoved(club);
  if (club.isHeldForMove) throw new HeldByMove(`A move holds ${club.name}. Repeat the move, or abort it.`);
  return { name: club.name, wasHeld: await release(db, club.id, RELEASE_FANCLUB) };
}

/** Ends a hold that a move has begun, and runs the jobs that it has put off. Without effect on other holds, and once the fan club has left. */
export const releaseAfterMove = (db: Sql, fanclub: number): Promise<boolean> =>
  release(db, fanclub, RELEASE_AFTER_MOVE);

/** The fan club that has or had a key; null if there is none. */
export const fanclubOfKey = async (
  db: Sql,
  key: string,
): Promise<{ readonly id: number; readonly name: string } | null> =>
  db.transaction((tx) => tx.first(LOCK_FANCLUB_OF_KEY, { key }));

/** The held fan clubs, by name; also those that have left by a move that is not complete. */
export const heldFanclubs = (db: Statements): Promise<RowOf<typeof LIST_HELD>[]> => db.rows(LIST_HELD, {});

/**
 * Another database serves a held fan club from now on, and this one refuses its requests, also the writes that wait.
 * @param to names the other database, for people
 * @throws HoldEnded
 */
export async function leaveFanclub(
  db: Sql,
  { id, heldAt }: Pick<Hold, 'id' | 'heldAt'>,
  to: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tx.run(SET_MOVED, { fanclub: id, heldAt, to })) === 0) throw new HoldEnded();
    await notifyPublished(tx, `${RELEASED} ${id}`);
  });
}

/**
 * The opposite of {@link leaveFanclub}. It also ends the hold and makes the jobs due that it has put off, unless the fan club was held
 * before the move.
 *
 * @param from names the database that has served the fan club
 * @param jobs those of the fan club, for the queue of this database
 * @returns false if the fan club does not wait to come from there
 */
export async function arriveFanclub(
  tx: Statements,
  fanclub: number,
  from: string,
  jobs: readonly ClubJob[],
): Promise<boolean> {
  const arrived = await tx.first(SET_ARRIVED, { fanclub, from });
  if (!arrived) return false;
  await queueJobs(tx, jobs);
  if (!arrived.isHeld) await afterRelease(tx, fanclub);
  return true;
}

function release(
  db: Sql,
  fanclub: number,
  statement: typeof RELEASE_FANCLUB | typeof RELEASE_AFTER_MOVE,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await tx.run(statement, { fanclub })) === 0) return false;
    await afterRelease(tx, fanclub);
    return true;
  });
}

async function afterRelease(tx: Statements, fanclub: number): Promise<void> {
  await recordByCommand(tx, new SystemClock().now(), operatorOf({ id: fanclub }), {
    action: 'fanclub.released',
  });
  await resumeJobs(tx, fanclub);
  await notifyPublished(tx, `${RELEASED} ${fanclub}`);
}

/** Waits until the transactions that run now have ended. @returns those that have not */
async function drain(db: Sql, patience: number): Promise<readonly WritingTransaction[]> {
  const end = performance.now() + patience;
  let left: readonly WritingTransaction[] = await db.rows(WRITING_TRANSACTIONS, {});
  while (left.length > 0 && performance.now() < end) {
    await sleep(PAUSE);
    const running = new Set((await db.rows(WRITING_TRANSACTIONS, {})).map(({ transaction }) => transaction));
    left = left.filter(({ transaction }) => running.has(transaction));
  }
  return left;
}
