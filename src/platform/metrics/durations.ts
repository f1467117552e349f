import { type Declaration, type ExportedMetric, type Labels, type Sample, SeriesOf } from './series';

/** Upper bounds in seconds: an answer from memory takes 50 µs, and no request lasts longer than its deadline. */
const BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** One series of {@link Durations}. */
export class Duration {
  count = 0;
  /** Seconds. */
  sum = 0;
  /** The durations in each bucket; the last one has those above all bounds. */
  readonly buckets: Float64Array;

  constructor(private readonly bounds: readonly number[]) {
    this.buckets = new Float64Array(bounds.length + 1);
  }

  add(milliseconds: number): void {
    const seconds = milliseconds / 1000;
    const { bounds } = this;
    this.count += 1;
    this.sum += seconds;
    let at = 0;
    while (at < bounds.length && seconds > bounds[at]) at += 1;
    this.buckets[at] += 1;
  }
}

/** A metric of durations in seconds: a histogram, or only their number and sum. Its name ends in `_seconds`. */
export class Durations<Name extends string = never> extends SeriesOf<Duration, Name> {
  protected readonly type: ExportedMetric['type'];
  private readonly bounds: readonly number[];

  /** @param isHistogram false: without buckets, for metrics with many series */
  constructor(declaration: Declaration<Name>, isHistogram: boolean) {
    super(declaration);
    this.bounds = isHistogram ? BOUNDS : [];
    this.type = isHistogram ? 'histogram' : 'summary';
  }

  protected create(): Duration {
    return new Duration(this.bounds);
  }

  protected samplesOf(labels: Labels, { count, sum, buckets }: Duration): Sample[] {
    const { name, bounds } = this;
    const totals = [
      { labels, value: sum, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ];
    if (bounds.length === 0) return totals;
    let below = 0;
    const cumulative = [...bounds, '+Inf'].map((le, at) => {
      below += buckets[at];
      return { labels: { ...labels, le }, value: below, metricName: `${name}_bucket` };
    });
    return [...cumulative, ...totals];
  }
}
