import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock, secondsAfter } from '#libs/clock';
import { KeyedDigest } from '#libs/sealed';
import { type ClubAsker, declareSecurityEvents, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql, unlessHeld } from '#platform/database';
import { type Counter, Metrics } from '#platform/metrics';
import { EventsPending, TooManyRequests } from './limits.errors';
import { REPORT, SETTLE, TAKE, type TakenRow } from './limits.queries';
import { secondsUntilFree } from './limits.rules';

export const events = declareSecurityEvents({
  'limit.reached': [],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}

/** See contract 3.11 and docs/security.md. */
export type LimitName = keyof Config['limits'];

/** The subject of an event, by limit: an e-mail address, a client's network, a key. */
export type Subjects = Readonly<Partial<Record<LimitName, string>>>;

/** A limit in which an event is to be counted. */
interface AskedLimit {
  what: LimitName;
  digest: Buffer;
  limit: Config['limits'][LimitName];
}

/** An event that counts towards its limits as pending, until {@link LimitsService.settle} decides whether it really counts. */
export interface PendingEvent {
  readonly fanclubId: number;
  readonly entries: readonly { what: LimitName; digest: Buffer; endsAt: Date }[];
}

/** The limits in which a pending event counts. It does not count in other limits. */
export interface Outcome {
  counts?: readonly LimitName[];
  /** Limits whose count is set to zero. */
  resets?: readonly LimitName[];
}

/** Seconds after which a pending event no longer counts towards its limits, because its process must have died. */
const LEASE = 30;

/** The minimum and maximum of milliseconds between attempts while pending events fill a limit. */
const PAUSE = [10, 40] as const;
/** Milliseconds after which no further attempt is made while pending events fill a limit. */
const PENDING_TIMEOUT = 5_000;

/**
 * Counts events in the database, so that all processes use the same counts. Before the work of an event starts, one statement
 * counts it as pending. So concurrent requests cannot exceed a limit. Only keyed digests of the subjects are stored.
 */
@Injectable()
export class LimitsService {
  private readonly digests: KeyedDigest;
  private readonly refusals: Counter<'limit'>;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly events: SecurityEvents,
    metrics: Metrics,
  ) {
    this.refusals = metrics.counter(
      'fanclub_limit_refusals_total',
      'Requests refused because a limit was reached',
      'limit',
    );
    for (const limit of Object.keys(config.limits)) this.refusals.of({ limit });
    this.digests = new KeyedDigest(config.encryptionKeys[0], 'limits');
  }

  /**
   * Counts an event in all the limits named, or in none if one of them is reached. A reached limit is recorded as a security
   * event, once per window, unless the fan club is held.
   * @throws TooManyRequests
   */
  async count(asker: ClubAsker, subjects: Subjects): Promise<void> {
    await this.afterPending(() => this.take(asker, subjects, false));
  }

  /**
   * Counts an event as pending in all the limits named, or in none if one of them is reached. Waits while a limit is full only
   * because of pending events.
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

  /** Ends the pending state of an event and applies its outcome. */
  async settle(event: PendingEvent, { counts = [], resets = [] }: Outcome): Promise<void> {
    await this.change(event, (what) => ({
      pending: -1,
      count: resets.includes(what) ? null : Number(counts.includes(what)),
    }));
  }

  /**
   * Repeats `work` while it throws EventsPending, for five seconds at most.
   * @throws what `work` throws
   */
  async afterPending<T>(work: () => Promise<T>): Promise<T> {
    const end = performance.now() + PENDING_TIMEOUT;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof EventsPending) || performance.now() > end) throw error;
        await sleep(randomInt(...PAUSE));
      }
    }
  }

  private async take(asker: ClubAsker, subjects: Subjects, isPending: boolean): Promise<PendingEvent> {
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
      freshEnds: asked.map(({ limit }) => secondsAfter(now, limit.seconds)),
      pending: isPending,
      pendingUntil: isPending ? secondsAfter(now, LEASE) : null,
    });
    const entries = asked.flatMap(({ what, digest }, at) => {
      const endsAt = rows[at].takenUntil;
      return endsAt === null ? [] : [{ what, digest, endsAt }];
    });
    const taken = { fanclubId, entries };
    if (entries.length === asked.length) return taken;
    if (entries.length > 0)
      await this.change(taken, () => (isPending ? { pending: -1, count: 0 } : { pending: 0, count: -1 }));
    throw await this.refusal(asker, asked, rows, now);
  }

  /** The error if an event was not counted: a limit is reached, or would be reached if all pending events counted. */
  private async refusal(
    asker: ClubAsker,
    asked: readonly AskedLimit[],
    rows: readonly TakenRow[],
    now: Date,
  ): Promise<Error> {
    const reached = asked.flatMap(({ what, digest, limit }, at) => {
      const endsAt = reachedUntil(limit, rows[at], now);
      return endsAt === null ? [] : [{ what, digest, endsAt, unreported: rows[at].unreported }];
    });
    if (reached.length === 0) return new EventsPending();
    for (const { what } of reached) this.refusals.inc({ limit: what });
    for (const { what, digest } of reached.filter(({ unreported }) => unreported)) {
      const events = this.events.json(asker, { action: 'limit.reached', target: `limit:${what}` });
      await this.sql
        .run(REPORT, { fanclub: asker.fanclub.id, limit: what, digest, events, now })
        .catch(unlessHeld);
    }
    return new TooManyRequests(Math.max(...reached.map(({ endsAt }) => secondsUntilFree(endsAt, now))));
  }

  private async change(
    { fanclubId, entries }: PendingEvent,
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

/** The end of the window in which a limit is reached. Null if it is not reached, or is full only because of pending events. */
function reachedUntil(
  limit: AskedLimit['limit'],
  { takenUntil, count, endsAt }: TakenRow,
  now: Date,
): Date | null {
  if (takenUntil !== null || count === null || count < limit.count) return null;
  return endsAt !== null && endsAt > now ? endsAt : null;
}
