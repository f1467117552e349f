import { Overloaded } from '#platform/http';
import { isQueueTimeout, isUnreachable } from './failures.rules';

/** The number of failures to reach the database that opens the circuit. */
const FAILURES = 20;
/** Milliseconds within which these failures must happen. */
const WITHIN = 5_000;
/** Milliseconds for which the circuit stays open. */
const PAUSE = 1_000;

/** The database could not be reached a moment ago, so this statement was not attempted. */
export class CircuitOpen extends Overloaded {}

/**
 * A circuit breaker. After twenty failures to reach the database within five seconds, the circuit is open for one second: calls
 * are rejected immediately. Then one call is attempted, and its outcome closes the circuit or opens it again. Pool timeouts do
 * not count: busy is not unreachable.
 */
export class Circuit {
  private failures: number[] = [];
  private openUntil = 0;
  /** Whether calls are rejected. */
  isOpen = false;
  private isProbing = false;

  /** @param now milliseconds of any clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Runs `work`, which calls the database. @throws CircuitOpen without having run it */
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

  /** Whether this call is the single attempt that an open circuit allows. */
  private enter(): boolean {
    if (!this.isOpen) return false;
    if (this.isProbing || this.now() < this.openUntil) throw new CircuitOpen();
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
    this.openUntil = now + PAUSE;
  }
}
