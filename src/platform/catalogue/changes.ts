import { describeFault, type Fault, FAULT_LIMIT } from './faults';

/**
 * What an import does only if it is allowed to: a `removal` takes something from an existing object or rewrites a record of
 * the past; a `key` is a new key or trusted domain of an organization or a fan club that exists already.
 */
export type ChangeKind = 'removal' | 'key';

/** Which of these changes an import may make. */
export interface Allowed {
  readonly removal: boolean;
  readonly key: boolean;
}

/** Collects these changes as they are found. All are counted; of each kind the first hundred are named. */
export class Changes {
  private readonly named: Record<ChangeKind, Fault[]> = { removal: [], key: [] };
  private readonly counted: Record<ChangeKind, number> = { removal: 0, key: 0 };

  constructor(private readonly allowed: Allowed) {}

  /** @param message what happens, to be read after the path: `is removed` */
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

  /** A line for each change of a kind, and one for those that are not named. */
  lines(kind: ChangeKind): string[] {
    const more = this.counted[kind] - this.named[kind].length;
    return [...this.named[kind].map(describeFault), ...(more > 0 ? [`… and ${more} more`] : [])];
  }
}

/** The catalogue has no fault, but asks for changes that this import was not allowed to make. Nothing was written. */
export class ChangesNotAllowed extends Error {
  constructor(readonly changes: Changes) {
    super(changes.refused.flatMap((kind) => changes.lines(kind)).join('\n'));
    this.name = 'ChangesNotAllowed';
  }
}
