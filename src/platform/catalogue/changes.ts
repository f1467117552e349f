import { describeFault, type Fault, FAULT_LIMIT } from './faults';

/**
 * A change that an import needs permission for. A `removal` removes something from an existing object, or rewrites a record of the
 * past. A `key` is a new key or trusted domain of an existing organization or fan club.
 */
export type ChangeKind = 'removal' | 'key';

/** Collects these changes. It counts all of them, and keeps the paths of the first hundred of each kind. */
export class Changes {
  private readonly named: Record<ChangeKind, Fault[]> = { removal: [], key: [] };
  private readonly counted: Record<ChangeKind, number> = { removal: 0, key: 0 };

  constructor(private readonly allowed: Readonly<Record<ChangeKind, boolean>>) {}

  /** @param message continues the path: `is removed` */
  add(kind: ChangeKind, path: string, message: string): void {
    this.counted[kind] += 1;
    if (this.named[kind].length < FAULT_LIMIT) this.named[kind].push({ path, message });
  }

  count(kind: ChangeKind): number {
    return this.counted[kind];
  }

  /** The kinds that were found and are not allowed. */
  get refused(): ChangeKind[] {
    return (['removal', 'key'] as const).filter((kind) => this.counted[kind] > 0 && !this.allowed[kind]);
  }

  /** One line for each kept change of a kind, and one line with the number of the others. */
  lines(kind: ChangeKind): string[] {
    const more = this.counted[kind] - this.named[kind].length;
    return [...this.named[kind].map(describeFault), ...(more > 0 ? [`… and ${more} more`] : [])];
  }
}

/** The catalogue is valid but contains changes that this import may not make. Nothing was written. */
export class ChangesNotAllowed extends Error {
  constructor(readonly changes: Changes) {
    super(changes.refused.flatMap((kind) => changes.lines(kind)).join('\n'));
    this.name = 'ChangesNotAllowed';
  }
}
