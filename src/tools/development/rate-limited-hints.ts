/** Milliseconds in which the same hint is given once. */
const INTERVAL = 10 * 60_000;
/** The largest number of different hints in that time. */
const MAX_HINTS = 100;

/** Limits how often hints are logged. */
export class RateLimitedHints {
  /** When each hint was given; oldest first. */
  private readonly given = new Map<string, number>();

  /** Whether the hint may be given now; then it counts as given. */
  admits(hint: string, now: Date): boolean {
    const time = now.getTime();
    for (const [one, at] of this.given) {
      if (time - at < INTERVAL) break;
      this.given.delete(one);
    }
    if (this.given.has(hint) || this.given.size >= MAX_HINTS) return false;
    this.given.set(hint, time);
    return true;
  }
}
