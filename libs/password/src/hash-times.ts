/** Latest verifications that are kept for each format. */
const KEPT = 16;

/** Records how long the latest verifications of each hash format took. */
export class HashTimes {
  private readonly latest = new Map<string, number[]>();

  /** @param milliseconds of computing, without the time in the queue */
  record(format: string, milliseconds: number): void {
    const times = this.latest.get(format) ?? [];
    times.push(milliseconds);
    if (times.length > KEPT) times.shift();
    this.latest.set(format, times);
  }

  /** Milliseconds of the slowest among a format's latest verifications; null if there was none yet. */
  slowest(format: string): number | null {
    const times = this.latest.get(format);
    return times ? Math.max(...times) : null;
  }
}
