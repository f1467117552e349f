import { type Labels, type Sample, SeriesOf } from './series';

/** One series of a {@link Counter}. */
export class Count {
  value = 0;

  inc(by = 1): void {
    this.value += by;
  }
}

/** A metric that counts events. Its name ends in `_total`. */
export class Counter<Name extends string = never> extends SeriesOf<Count, Name> {
  protected readonly type = 'counter';

  /** Counts one event. */
  inc(labels: Labels<Name>): void {
    this.of(labels).inc();
  }

  protected create(): Count {
    return new Count();
  }

  protected samplesOf(labels: Labels, { value }: Count): Sample[] {
    return [{ labels, value }];
  }
}
