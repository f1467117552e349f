/** Milliseconds in which the same thing is said once. */
const INTERVAL = 10 * 60_000;
/** Different things said within that time, at most. */
const MOST = 100;

/** Decides whether something is worth a line in the log: not if it was said a short time ago, or if a lot was. */
export class Seldom {
  /** When each was said; oldest first. */
  private readonly said = new Map<string, number>();

  /** Whether to say it now; then it counts as said. */
  first(what: string, now: Date): boolean {
    const time = now.getTime();
    for (const [one, at] of this.said) {
      if (time - at < INTERVAL) break;
      this.said.delete(one);
    }
    if (this.said.has(what) || this.said.size >= MOST) return false;
    this.said.set(what, time);
    return true;
  }
}
