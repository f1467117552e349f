/** Verifications of a format that are remembered. */
const REMEMBERED = 16;

/** Remembers how long the latest verifications of each hash format took. */
export class HashTimes {
  private readonly latest = new Map<string, number[]>();

  /** @param milliseconds of computing, without waiting */
  record(format: string, milliseconds: number): void {
    const times = this.latest.get(format) ?? [];
    times.push(milliseconds);
    if (times.length > REMEMBERED) times.shift();
    this.latest.set(format, times);
  }

  /** Milliseconds that the slowest of the latest verifications of a format took; null if there was none yet. */
  slowest(format: string): number | null {
    const times = this.latest.get(format);
    return times ? Math.max(...times) : null;
  }
}
