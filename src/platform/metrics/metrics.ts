import { type Metric, Registry } from 'prom-client';
import { Counter } from './counter';
import { Durations } from './durations';
import { exportedBy, nodeMetrics } from './exported';
import type { ExportedMetric, Sample } from './series';

/** The value of a gauge: a number, numbers with labels, or null, which is not exported. */
export type Reading = number | null | readonly Sample[];

/** Reads the current value. */
type Read = () => Reading | Promise<Reading>;

/**
 * How the values of several worker processes are merged: `sum`; `max` for values that all of them read from the same source; `min` for
 * conditions that must hold in each of them.
 */
type Merge = 'sum' | 'max' | 'min';

/**
 * The metrics of this process. A provider declares its metrics in its constructor, beside the code that they describe:
 *
 *     this.entries = metrics.counter('fanclub_contest_entries_total', 'Contest entries').of({});
 *
 * and then counts with `this.entries.inc()`. If metrics are off, counting still works, but nothing is read or exported.
 */
export class Metrics {
  private readonly registry = new Registry();

  /** @param isOn whether the metrics are exported */
  constructor(readonly isOn: boolean) {
    // Event loop delay and garbage collection are measured from the start.
    if (isOn) nodeMetrics();
  }

  /** Declares a counter. @throws Error if the name is taken */
  counter<Name extends string = never>(
    name: `fanclub_${string}_total`,
    help: string,
    ...labels: Name[]
  ): Counter<Name> {
    return this.add(new Counter({ name, help, labels }));
  }

  /** Declares a histogram of durations. @throws Error if the name is taken */
  histogram<Name extends string = never>(
    name: `fanclub_${string}_seconds`,
    help: string,
    ...labels: Name[]
  ): Durations<Name> {
    return this.add(new Durations({ name, help, labels }, true));
  }

  /** Declares durations of which only number and sum are exported: for labels with many values. @throws Error if the name is taken */
  durations<Name extends string = never>(
    name: `fanclub_${string}_seconds`,
    help: string,
    ...labels: Name[]
  ): Durations<Name> {
    return this.add(new Durations({ name, help, labels }, false));
  }

  /** Declares a value that is read when the metrics are exported. If reading fails, it is not exported. @throws Error if the name is taken */
  gauge(name: `fanclub_${string}`, help: string, read: Read, merge: Merge = 'sum'): void {
    this.add(exporting({ name, help, type: 'gauge', aggregator: merge }, read));
  }

  /** As {@link gauge}, for a number of events that is counted elsewhere. */
  total(name: `fanclub_${string}_total`, help: string, read: Read): void {
    this.add(exporting({ name, help, type: 'counter', aggregator: 'sum' }, read));
  }

  /** The current values of this process, with those of Node.js. */
  async collect(): Promise<readonly ExportedMetric[]> {
    return (await Promise.all([this.registry, nodeMetrics()].map(exportedBy))).flat();
  }

  private add<M extends { readonly name: string; get(): Promise<ExportedMetric> }>(metric: M): M {
    // The registry only calls `get`, but its type names the library's own classes.
    this.registry.registerMetric(metric as unknown as Metric);
    return metric;
  }
}

/** A metric whose values are read when they are exported. */
function exporting(facts: Omit<ExportedMetric, 'values'>, read: Read) {
  const get = async (): Promise<ExportedMetric> => {
    const reading = await Promise.resolve()
      .then(read)
      .catch(() => null);
    const values = typeof reading === 'number' ? [{ labels: {}, value: reading }] : (reading ?? []);
    return { ...facts, values };
  };
  return { name: facts.name, get };
}
