/** One line of an answer of `/metrics`. */
export interface ExposedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** The text of an answer of `/metrics`. */
export class Exposition {
  readonly samples: readonly ExposedSample[];

  constructor(readonly text: string) {
    this.samples = text.split('\n').flatMap((line) => {
      if (line === '' || line.startsWith('#')) return [];
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined) throw new Error(`Not a sample: ${line}`);
      const pairs = [...labels.matchAll(LABEL)].map(([, label, text]) => [label, text] as const);
      return [{ name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }];
    });
  }

  static async read(url: string): Promise<Exposition> {
    return new Exposition(await (await fetch(url)).text());
  }

  /** The sum of the samples with this name and these labels; undefined if there is none. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const found = this.samples.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
    );
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  }

  /** The names of all metrics that are declared, even without a sample. */
  get declared(): readonly string[] {
    return [...this.text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
  }
}
