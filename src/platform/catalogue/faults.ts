/** An error in a catalogue. */
export interface Fault {
  /** For example `organizations[0].fanclubs[0].plans[2].price`; empty for the file as a whole. */
  readonly path: string;
  /** Continues the path: `must be a decimal amount`. */
  readonly message: string;
}

/** The maximum number of faults that one import reports. */
export const FAULT_LIMIT = 100;

/** The maximum length of a path or a message, in characters. Both may contain long texts of the file. */
const MAX_SHOWN = 500;

/** Collects the faults of one catalogue, in the order in which they are found. */
export class Faults {
  readonly found: Fault[] = [];

  /** Adds a fault, unless the limit is reached or it was added before. */
  add(path: string, message: string): void {
    if (this.full || this.found.some((fault) => fault.path === path && fault.message === message)) return;
    this.found.push({ path, message });
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** Whether further faults would be dropped. */
  get full(): boolean {
    return this.found.length >= FAULT_LIMIT;
  }
}

/** The catalogue was refused, and nothing of it was written. */
export class CatalogueFaults extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super(faults.map(describeFault).join('\n'));
    this.name = 'CatalogueFaults';
  }
}

/** A fault as one line of text, `<path>: <message>`; long parts are cut. */
export function describeFault({ path, message }: Fault): string {
  return path === '' ? brief(message) : `${brief(path)}: ${brief(message)}`;
}

function brief(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
