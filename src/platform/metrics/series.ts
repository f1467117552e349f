import type { Aggregator } from 'prom-client';

/** The values of a metric's labels, by name. Only names of the code: never data of a fan club or a person. */
export type Labels<Name extends string = string> = Readonly<Record<Name, string>>;

/** A value of a metric as prom-client writes it. */
export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** Its name if it is not the metric's own, such as `…_bucket`. */
  readonly metricName?: string;
}

/** A metric with its values, as prom-client's registries exchange it. Plain data. */
export interface ExportedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  /** How the values of several processes are merged. */
  readonly aggregator: Aggregator;
  readonly values: readonly Sample[];
}

/** Name, help text and label names of a metric. */
export interface Declaration<Name extends string = string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Name[];
}

/**
 * The series of one metric, one for each combination of label values. Callers on the hot path look their series up once, and then
 * only add to it: prom-client's own counters and histograms look it up by a hash of the labels for every event.
 */
export abstract class SeriesOf<Series, Name extends string> {
  readonly name: string;
  private readonly series = new Map<string, { labels: Labels; series: Series }>();

  constructor(protected readonly declaration: Declaration<Name>) {
    this.name = declaration.name;
  }

  /** The series with these label values. It is created with zeros, so that it is exported before its first event. */
  of(labels: Labels<Name>): Series {
    const key = this.declaration.labels.map((name) => labels[name]).join('\0');
    let found = this.series.get(key);
    if (!found) this.series.set(key, (found = { labels, series: this.create() }));
    return found.series;
  }

  /** The current values, for prom-client's registry. */
  get(): Promise<ExportedMetric> {
    const { name, help } = this.declaration;
    const values = [...this.series.values()].flatMap(({ labels, series }) => this.samplesOf(labels, series));
    return Promise.resolve({ name, help, type: this.type, values, aggregator: 'sum' });
  }

  protected abstract readonly type: ExportedMetric['type'];
  protected abstract create(): Series;
  protected abstract samplesOf(labels: Labels, series: Series): Sample[];
}
