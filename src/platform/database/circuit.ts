import { Overloaded } from '#platform/http';
import { isQueueTimeout, isUnreachable } from './failures.rules';

/** Failures to reach the database after which nobody else tries. */
const FAILURES = 20;
/** Milliseconds within which they must happen. */
const WITHIN = 5_000;
/** Milliseconds for which nobody tries. */
const PAUSE = 1_000;

/** The database could not be reached a moment ago, so this statement was not tried. */
export class CircuitOpen extends Overloaded {}

/**
 * Spares callers the wait for a database that cannot be reached: after twenty failures within five seconds they are refused at
 * once, for a second; then one of them tries, and what becomes of that decides about the others. A busy database is none that
 * cannot be reached: whoever merely waited too long for a connection counts for nothing.
 */
export class Circuit {
  private failures: number[] = [];
  private closedFrom = 0;
  private isOpen = false;
  private isProbing = false;

  /** @param now milliseconds of any clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Runs `work`, which asks the database. @throws CircuitOpen without having run it */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const isProbe = this.enter();
    try {
      const result = await work();
      this.close();
      return result;
    } catch (error) {
      if (isUnreachable(error)) this.fail();
      else if (!isQueueTimeout(error)) this.close();
      throw error;
    } finally {
      if (isProbe) this.isProbing = false;
    }
  }

  /** Whether the caller is the one to find out. */
  private enter(): boolean {
    if (!this.isOpen) return false;
    if (this.isProbing || this.now() < this.closedFrom) throw new CircuitOpen();
    this.isProbing = true;
    return true;
  }

  private close(): void {
    this.failures = [];
    this.isOpen = false;
  }

  private fail(): void {
    const now = this.now();
    this.failures = [...this.failures.filter((at) => at > now - WITHIN), now].slice(-FAILURES);
    if (!this.isOpen && this.failures.length < FAILURES) return;
    this.isOpen = true;
    this.closedFrom = now + PAUSE;
  }
}
