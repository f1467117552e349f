import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '#libs/clock';
import { KeyedDigest } from '#libs/sealed';
import { type ClubAsker, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import { EventsPending, TooManyRequests } from './limits.errors';
import { REPORT, SETTLE, TAKE, type TakenRow } from './limits.queries';
import { secondsUntilFree, windowEnd } from './window.rules';

/** The limits that there are; see decisions 3.11 and docs/security.md. */
export type LimitName = keyof Config['limits'];

/** Whom an event is counted for, by limit: an e-mail address, a client's network, a key. */
export type Subjects = Readonly<Partial<Record<LimitName, string>>>;

/** A limit that an event is to be counted against. */
interface AskedLimit {
  what: LimitName;
  digest: Buffer;
  limit: Config['limits'][LimitName];
}

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
 * Counts events in the database, so that all processes agree. An event reserves room before its work starts, in one statement, so
 * that concurrent requests cannot exceed a limit. Only keyed digests are stored.
 */
@Injectable()
export class Limits {
  private readonly digests: KeyedDigest;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly events: SecurityEvents,
  ) {
    this.digests = new KeyedDigest(config.encryptionKeys[0], 'limits');
  }

  /**
   * Counts an event against each of the limits named, or, if one of them is reached, against none. A reached limit is recorded
   * as a security event, once in its window.
   * @throws TooManyRequests
   */
  async count(asker: ClubAsker, subjects: Subjects): Promise<void> {
    await this.afterPending(() => this.take(asker, subjects, false));
  }

  /**
   * Takes room for an event in each of the limits named, or, if one of them is reached, in none. Waits while the limits are
   * full only because of pending events.
   * @throws TooManyRequests
   */
  begin(asker: ClubAsker, subjects: Subjects): Promise<PendingEvent> {
    return this.afterPending(() => this.beginNow(asker, subjects));
  }

  /**
   * As {@link begin}, but does not wait.
   * @throws TooManyRequests, EventsPending
   */
  beginNow(asker: ClubAsker, subjects: Subjects): Promise<PendingEvent> {
    return this.take(asker, subjects, true);
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

  private async take(asker: ClubAsker, subjects: Subjects, isPending: boolean): Promise<Taken> {
    const fanclubId = asker.fanclub.id;
    const now = this.clock.now();
    const asked = Object.entries(subjects).map(([name, subject]) => {
      const what = name as LimitName;
      return { what, digest: this.digests.of(subject), limit: this.config.limits[what] };
    });
    const rows = await this.sql.rows(TAKE, {
      fanclub: fanclubId,
      now,
      limits: asked.map(({ what }) => what),
      digests: asked.map(({ digest }) => digest),
      maxima: asked.map(({ limit }) => limit.count),
      freshEnds: asked.map(({ limit }) => windowEnd(now, limit)),
      pending: isPending,
      pendingUntil: isPending ? windowEnd(now, { seconds: LEASE }) : null,
    });
    const entries = asked.flatMap(({ what, digest }, at) => {
      const endsAt = rows[at].takenUntil;
      return endsAt === null ? [] : [{ what, digest, endsAt }];
    });
    const taken = { fanclubId, entries };
    if (entries.length === asked.length) return taken;
    if (entries.length > 0) await this.undo(taken, isPending);
    throw await this.refusal(asker, asked, rows, now);
  }

  /** Why there was no room: a limit is reached, or would be if all pending events counted. */
  private async refusal(
    asker: ClubAsker,
    asked: readonly AskedLimit[],
    rows: readonly TakenRow[],
    now: Date,
  ): Promise<Error> {
    const reached = asked.flatMap((one, at) => {
      const endsAt = reachedUntil(one.limit, rows[at], now);
      return endsAt === null ? [] : [{ ...one, endsAt, unreported: rows[at].unreported }];
    });
    if (reached.length === 0) return new EventsPending();
    for (const { what, digest, unreported } of reached) {
      if (unreported) await this.report(asker, what, digest, now);
    }
    return new TooManyRequests(Math.max(...reached.map(({ endsAt }) => secondsUntilFree(endsAt, now))));
  }

  private async report(asker: ClubAsker, what: LimitName, digest: Buffer, now: Date): Promise<void> {
    const events = this.events.json(asker, { action: 'limit.reached', target: `limit:${what}` });
    await this.sql.run(REPORT, { fanclub: asker.fanclub.id, limit: what, digest, events, now });
  }

  private async undo(taken: Taken, isPending: boolean): Promise<void> {
    await this.change(taken, () => (isPending ? { pending: -1, count: 0 } : { pending: 0, count: -1 }));
  }

  private async change(
    { fanclubId, entries }: Taken,
    changeOf: (what: LimitName) => { pending: number; count: number | null },
  ): Promise<void> {
    const changes = entries.map(({ what }) => changeOf(what));
    await this.sql.run(SETTLE, {
      fanclub: fanclubId,
      limits: entries.map(({ what }) => what),
      digests: entries.map(({ digest }) => digest),
      endsAt: entries.map(({ endsAt }) => endsAt),
      pending: changes.map(({ pending }) => pending),
      counts: changes.map(({ count }) => count),
    });
  }
}

/** The end of the window in which a limit is reached; null where there was room, or only pending events filled it. */
function reachedUntil(
  limit: AskedLimit['limit'],
  { takenUntil, count, endsAt }: TakenRow,
  now: Date,
): Date | null {
  if (takenUntil !== null || count === null || count < limit.count) return null;
  return endsAt !== null && endsAt > now ? endsAt : null;
}
