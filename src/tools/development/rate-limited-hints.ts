/** The same hint is logged at most once in this many milliseconds. */
const INTERVAL = 10 * 60_000;
/** The maximum number of different hints in that time. */
const MAX_HINTS = 100;

/** Limits how often hints are logged. */
export class RateLimitedHints {
  /** The time of each logged hint; oldest first. */
  private readonly logged = new Map<string, number>();

  /** Whether the hint may be logged now. If so, it counts as logged. */
  admits(hint: string, now: Date): boolean {
    const time = now.getTime();
    for (const [one, at] of this.logged) {
      if (time - at < INTERVAL) break;
      this.logged.delete(one);
    }
    if (this.logged.has(hint) || this.logged.size >= MAX_HINTS) return false;
    this.logged.set(hint, time);
    return true;
  }
}
