import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '#libs/clock';
import { KeyedDigest } from '#libs/sealed';
import { Config } from '../config';
import { Sql } from '../database/sql';
import { EventsPending, TooManyRequests } from './limits.errors';
import { SETTLE, TAKE, type TakenRow } from './limits.queries';
import { secondsUntilFree, windowEnd } from './window.rules';

/** The limits that there are; see decisions 3.11 and docs/security.md. */
export type LimitName = keyof Config['limits'];

/** Whom an event is counted for, by limit: an e-mail address, a client's network, a key. */
export type Subjects = Readonly<Partial<Record<LimitName, string>>>;

type Club = Readonly<{ id: number }>;

/** An event that was counted. */
interface Taken {
  readonly fanclubId: number;
  readonly entries: readonly { what: LimitName; digest: Buffer; endsAt: Date }[];
}

/** An event that takes room in its limits until {@link Limits.settle} says whether it counts. */
export type PendingEvent = Taken;

/** What a pending event turned out to be, by limit; for limits that are not named it did not happen. */
export interface Outcome {
  counts?: readonly LimitName[];
  /** Limits whose count goes back to zero. */
  resets?: readonly LimitName[];
}

/** Seconds after which a pending event that was never settled, because its process died, takes no room any more. */
const LEASE = 30;

/** Milliseconds, at least and at most, between looks at whether pending events were settled. */
const PAUSE = [10, 40] as const;
/** Milliseconds for which pending events are waited for. */
const PATIENCE = 5_000;

/**
 * Counts how often things happen, in the database, so that all processes agree. An event takes its room before the work is
 * done, in one statement: of a hundred at once, no more than the limit get through. Only keyed digests are stored.
 */
@Injectable()
export class Limits {
  private readonly digests: KeyedDigest;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.digests = new KeyedDigest(config.encryptionKeys[0], 'limits');
  }

  /**
   * Counts an event of a fan club against each of the limits named, or, if one of them is reached, against none.
   * @throws TooManyRequests
   */
  async count(fanclub: Club, subjects: Subjects): Promise<void> {
    await this.afterPending(() => this.take(fanclub, subjects, false));
  }

  /**
   * Takes room for an event in each of the limits named, or, if one of them is reached, in none. Waits while the limits are
   * full only because of pending events.
   * @throws TooManyRequests
   */
  begin(fanclub: Club, subjects: Subjects): Promise<PendingEvent> {
    return this.afterPending(() => this.beginNow(fanclub, subjects));
  }

  /**
   * As {@link begin}, but does not wait.
   * @throws TooManyRequests, EventsPending
   */
  beginNow(fanclub: Club, subjects: Subjects): Promise<PendingEvent> {
    return this.take(fanclub, subjects, true);
  }

  /** Frees the room of a pending event and counts it where it counts. */
  async settle(event: PendingEvent, { counts = [], resets = [] }: Outcome): Promise<void> {
    await this.change(event, (what) => ({
      pending: -1,
      count: resets.includes(what) ? null : Number(counts.includes(what)),
    }));
  }

  /**
   * Repeats `work` while it fails because of pending events of others.
   * @throws whatever else `work` throws; EventsPending when that takes too long
   */
  async afterPending<T>(work: () => Promise<T>): Promise<T> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof EventsPending) || performance.now() > end) throw error;
        await sleep(randomInt(...PAUSE));
      }
    }
  }

  private async take({ id: fanclubId }: Club, subjects: Subjects, isPending: boolean): Promise<Taken> {
    const now = this.clock.now();
    const asked = Object.entries(subjects).map(([name, subject]) => {
      const what = name as LimitName;
      return { what, digest: this.digests.of(subject), limit: this.config.limits[what] };
    });
    const rows = await this.sql.rows<TakenRow>(TAKE, [
      fanclubId,
      now,
      asked.map(({ what }) => what),
      asked.map(({ digest }) => digest),
      asked.map(({ limit }) => limit.count),
      asked.map(({ limit }) => windowEnd(now, limit)),
      isPending,
      isPending ? windowEnd(now, { seconds: LEASE }) : null,
    ]);
    const entries = asked.flatMap(({ what, digest }, at) => {
      const endsAt = rows[at].taken_until;
      return endsAt === null ? [] : [{ what, digest, endsAt }];
    });
    const taken = { fanclubId, entries };
    if (entries.length === asked.length) return taken;
    if (entries.length > 0) await this.undo(taken, isPending);
    throw refusal(
      asked.map(({ limit }, at) => ({ limit, row: rows[at] })),
      now,
    );
  }

  private async undo(taken: Taken, isPending: boolean): Promise<void> {
    await this.change(taken, () => (isPending ? { pending: -1, count: 0 } : { pending: 0, count: -1 }));
  }

  private async change(
    { fanclubId, entries }: Taken,
    changeOf: (what: LimitName) => { pending: number; count: number | null },
  ): Promise<void> {
    const changes = entries.map(({ what }) => changeOf(what));
    await this.sql.run(SETTLE, [
      fanclubId,
      entries.map(({ what }) => what),
      entries.map(({ digest }) => digest),
      entries.map(({ endsAt }) => endsAt),
      changes.map(({ pending }) => pending),
      changes.map(({ count }) => count),
    ]);
  }
}

/** Why there was no room: a limit is reached, or would be if all pending events counted. */
function refusal(
  asked: readonly { limit: { count: number; seconds: number }; row: TakenRow }[],
  now: Date,
): Error {
  const waits = asked.flatMap(({ limit, row: { taken_until: takenUntil, count, ends_at: endsAt } }) =>
    takenUntil === null && count !== null && count >= limit.count && endsAt !== null && endsAt > now
      ? [secondsUntilFree(endsAt, now)]
      : [],
  );
  return waits.length > 0 ? new TooManyRequests(Math.max(...waits)) : new EventsPending();
}
