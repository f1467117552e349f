/** One thing that is wrong in a catalogue. */
export interface Fault {
  /** Where it is, `organizations[0].fanclubs[0].plans[2].price`; empty for the file as a whole. */
  readonly path: string;
  /** What is wrong, to be read after the path: `must be a decimal amount`. */
  readonly message: string;
}

/** The most faults that one import reports: who has a hundred to mend will run it again anyway. */
export const FAULT_LIMIT = 100;

/** In characters, of a path or a message: both may contain a text of the file. */
const MOST_SHOWN = 500;

/** Collects the faults of one catalogue, in the order in which they are found. */
export class Faults {
  readonly found: Fault[] = [];

  /** Notes a fault; past the limit it is dropped, and so is one that was noted already. */
  add(path: string, message: string): void {
    if (this.full || this.found.some((fault) => fault.path === path && fault.message === message)) return;
    this.found.push({ path, message });
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** Whether looking for more would be in vain. */
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

/** A fault as one line of text, `<path>: <message>`; of what the file makes immoderately long, the beginning. */
export function describeFault({ path, message }: Fault): string {
  return path === '' ? brief(message) : `${brief(path)}: ${brief(message)}`;
}

function brief(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
