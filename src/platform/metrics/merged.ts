import { AggregatorRegistry } from 'prom-client';
import { exportedBy } from './exported';
import type { ExportedMetric } from './series';

type Values = readonly ExportedMetric[];

/**
 * The metrics of several processes that are merged into one answer. Processes end and are replaced. The counts of ended processes stay
 * in the sums, because Prometheus treats a falling sum as a restart.
 */
export class MergedMetrics {
  private readonly latest = new Map<number, Values>();
  private ended: Values = [];

  /**
   * Everything to be merged now.
   *
   * @param current what each running process has counted, by process id; undefined if it did not answer, then its last answer counts
   */
  async with(current: ReadonlyMap<number, Values | undefined>): Promise<readonly Values[]> {
    const gone = [...this.latest].filter(([pid]) => !current.has(pid));
    for (const [pid] of gone) this.latest.delete(pid);
    const counted = gone.map(([, values]) => values.filter(isCounted));
    if (counted.length > 0)
      this.ended = await exportedBy(AggregatorRegistry.aggregate([this.ended, ...counted] as object[][]));
    for (const [pid, values] of current) if (values) this.latest.set(pid, values);
    return [...this.latest.values(), this.ended];
  }
}

/** Whether the values only grow. All summaries are the number and the sum of durations ({@link Durations}). */
const isCounted = ({ type }: ExportedMetric): boolean => type !== 'gauge';
