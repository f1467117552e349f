const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** One line of an answer of `/metrics`. There are thousands, so its labels are read when they are asked for. */
export class ExposedSample {
  constructor(
    readonly name: string,
    private readonly labelText: string,
    readonly value: number,
  ) {}

  get labels(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.labelText.matchAll(LABEL)].map(([, label, text]) => [label, text]));
  }
}

/** The text of an answer of `/metrics`. */
export class Exposition {
  readonly samples: readonly ExposedSample[];

  constructor(readonly text: string) {
    this.samples = text.split('\n').flatMap((line) => {
      if (line === '' || line.startsWith('#')) return [];
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined) throw new Error(`Not a sample: ${line}`);
      return [new ExposedSample(name, labels, Number(value.replace('Inf', 'Infinity')))];
    });
  }

  static async read(url: string): Promise<Exposition> {
    return new Exposition(await (await fetch(url)).text());
  }

  /** The sum of the samples with this name and these labels; undefined if there is none. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const wanted = Object.entries(labels);
    const found = this.samples.filter((sample) => {
      if (sample.name !== name) return false;
      const own = sample.labels;
      return wanted.every(([label, text]) => own[label] === text);
    });
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  }

  /** The names of all metrics that are declared, even without a sample. */
  get declared(): readonly string[] {
    return [...this.text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
  }
}
