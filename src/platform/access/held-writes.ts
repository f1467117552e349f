import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { FanclubHeld } from '#platform/database';
import { type Counter, Metrics } from '#platform/metrics';
import { Published, PublishedChanges } from '#platform/published';
import { RELEASED } from '#platform/tenants';
import { FanclubElsewhere } from './access.errors';

/** The most milliseconds that a write waits for the release of its fan club. */
const LONGEST = 5_000;

/** Of the time for an answer, how much a write waits at most. With 8 seconds, it waits for 5, and has 3 for itself. */
const SHARE_OF_TIME = 5 / 8;

/** Of the requests in flight, how many may be waiting, so that requests to other fan clubs find a place. */
const SHARE_OF_REQUESTS = 1 / 4;

/** Lets writes wait while their fan club is held. They use no connection of the database meanwhile. */
@Injectable()
export class HeldWrites {
  private readonly longest: number;
  private readonly most: number;
  private readonly waiting = new Map<number, Set<() => void>>();
  private count = 0;
  private readonly outcomes: Counter<'outcome'>;

  constructor(
    private readonly published: Published,
    changes: PublishedChanges,
    { http }: Config,
    metrics: Metrics,
  ) {
    this.longest = Math.min(LONGEST, http.answerTimeout * SHARE_OF_TIME);
    this.most = Math.floor(http.inFlight * SHARE_OF_REQUESTS);
    changes.on(RELEASED, {
      changed: (fanclubId) => this.wake(Number(fanclubId)),
      // A release may have been missed.
      startTrust: () => [...this.waiting.keys()].forEach((fanclubId) => this.wake(fanclubId)),
    });
    metrics.gauge('fanclub_held_writes', 'Writes that wait because their fan club is held', () => this.count);
    this.outcomes = metrics.counter(
      'fanclub_held_writes_total',
      'Writes that found their fan club held by outcome: continued after its release, refused',
      'outcome',
    );
    for (const outcome of ['continued', 'refused']) this.outcomes.of({ outcome });
  }

  /** How many writes wait now. */
  get waitingWrites(): number {
    return this.count;
  }

  /**
   * Resolves when the fan club is not held any more: read it again then.
   * @throws FanclubHeld if it still is after {@link LONGEST}, or if too many requests wait already; FanclubElsewhere if it has left
   */
  async released(fanclubId: number): Promise<void> {
    const end = performance.now() + this.longest;
    for (;;) {
      const left = end - performance.now();
      // Waits before it reads, so that it misses no release.
      const release = left > 0 && this.count < this.most ? this.nextRelease(fanclubId, left) : null;
      try {
        const fanclub = await this.published.byId(fanclubId);
        if (fanclub?.heldAt === null) break;
        if (fanclub && fanclub.movedTo !== null) throw this.refusal(new FanclubElsewhere());
        if (!fanclub || !release) throw this.refusal(new FanclubHeld());
        await release.promise;
      } finally {
        release?.end();
      }
    }
    this.outcomes.inc({ outcome: 'continued' });
  }

  private refusal(error: Error): Error {
    this.outcomes.inc({ outcome: 'refused' });
    return error;
  }

  /** Resolves at the next release, or after so many milliseconds. It counts as waiting until it is ended. */
  private nextRelease(fanclubId: number, milliseconds: number): { promise: Promise<void>; end: () => void } {
    const waiting = this.waiting.get(fanclubId) ?? new Set();
    this.waiting.set(fanclubId, waiting);
    let wake = (): void => undefined;
    const promise = new Promise<void>((resolve) => (wake = resolve));
    const timer = setTimeout(wake, milliseconds);
    waiting.add(wake);
    this.count += 1;
    const end = (): void => {
      clearTimeout(timer);
      this.count -= 1;
      waiting.delete(wake);
      if (waiting.size === 0) this.waiting.delete(fanclubId);
    };
    return { promise, end };
  }

  private wake(fanclubId: number): void {
    for (const wake of this.waiting.get(fanclubId) ?? []) wake();
  }
}
