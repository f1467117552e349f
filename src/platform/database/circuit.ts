import { setTimeout as sleep } from 'node:timers/promises';
import { Overloaded } from '#platform/http';
import { isQueueTimeout, isUnreachable } from './failures.rules';

/** The number of failures to reach the database that opens the circuit. */
const FAILURES = 20;
/** Milliseconds within which these failures must happen. */
const WITHIN = 5_000;
/** Milliseconds between two checks of an open circuit. */
const PAUSE = 250;

/** The database cannot be reached, so this statement was not attempted, or its answer is no longer awaited. */
export class CircuitOpen extends Overloaded {}

/** What a {@link Circuit} is made of. */
export interface CircuitParts {
  /** Resolves if the database answers. Any rejection means that it cannot be reached. It must not take forever. */
  check(): Promise<unknown>;
  /** Milliseconds of any clock that never goes back. Default: `performance.now`. */
  now?: () => number;
  /** Waits for so many milliseconds. Default: an unreferenced timer. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * A circuit breaker. It opens after twenty failures to reach the database within five seconds, or when a check fails that
 * {@link suspect} has requested. While it is open, all calls are rejected immediately, and the database is checked four times a
 * second. The first success closes it, so no call has to wait for a time-out to find out. Pool timeouts do not count: busy is not
 * unreachable.
 */
export class Circuit {
  private failures: number[] = [];
  private open = false;
  private isStopped = false;
  private checking: Promise<void> | null = null;
  /** Rejects the calls that need not wait while the circuit is open. */
  private readonly waiting = new Set<(error: Error) => void>();
  private readonly now: () => number;
  private readonly pause: (milliseconds: number) => Promise<unknown>;

  constructor(private readonly parts: CircuitParts) {
    this.now = parts.now ?? (() => performance.now());
    this.pause = parts.pause ?? ((milliseconds) => sleep(milliseconds, undefined, { ref: false }));
  }

  /** Whether the last attempt to reach the database failed. */
  get isOpen(): boolean {
    return this.open;
  }

  /**
   * Runs `work`, which calls the database.
   *
   * @param isRead true if `work` only reads: then its result is no longer awaited when the circuit opens
   * @throws CircuitOpen without having run it, or, for a read, instead of its result
   */
  async run<T>(work: () => Promise<T>, isRead: () => boolean): Promise<T> {
    if (this.open) throw new CircuitOpen();
    try {
      const result = await this.awaited(work(), isRead);
      this.close();
      return result;
    } catch (error) {
      if (isUnreachable(error)) this.fail();
      else if (!isQueueTimeout(error) && !(error instanceof CircuitOpen)) this.close();
      throw error;
    }
  }

  /**
   * Checks the database now, because something indicates that it is away. If the check fails, the circuit opens. Concurrent calls
   * share a check. Returns whether the database can be reached.
   */
  async suspect(): Promise<boolean> {
    if (!this.open) await this.firstCheck();
    return !this.open;
  }

  /** Ends the checks, when the connections are closed. */
  stop(): void {
    this.isStopped = true;
  }

  private awaited<T>(result: Promise<T>, isRead: () => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const abandon = (error: Error): void => {
        if (isRead()) reject(error);
      };
      this.waiting.add(abandon);
      result.then(resolve, reject).finally(() => this.waiting.delete(abandon));
    });
  }

  private close(): void {
    this.failures = [];
    this.open = false;
  }

  private fail(): void {
    const now = this.now();
    this.failures = [...this.failures.filter((at) => at > now - WITHIN), now].slice(-FAILURES);
    if (this.failures.length < FAILURES) return;
    this.breakOff();
    void this.firstCheck();
  }

  private breakOff(): void {
    this.open = true;
    for (const abandon of this.waiting) abandon(new CircuitOpen());
  }

  /** One check; if it fails, the circuit is open and is checked until it closes. */
  private firstCheck(): Promise<void> {
    this.checking ??= this.check().then((isReachable) => {
      if (isReachable) this.checking = null;
      else void this.keepChecking();
    });
    return this.checking;
  }

  private async keepChecking(): Promise<void> {
    do await this.pause(PAUSE);
    while (!this.isStopped && this.open && !(await this.check()));
    this.checking = null;
    // It may have opened again at this moment.
    if (!this.isStopped && this.open) void this.firstCheck();
  }

  private async check(): Promise<boolean> {
    try {
      await this.parts.check();
      this.close();
      return true;
    } catch {
      if (!this.isStopped) this.breakOff();
      return false;
    }
  }
}
