import type { Faults } from '../faults';
import type { Reference } from '../format/values';
import type { Loading } from './loading';

/** The class of an entity. */
export type EntityClass<E extends object = object> = new () => E;

/** An object that can be referred to. */
export interface Target {
  readonly id: number;
  /** The names by which a file can refer to it. */
  readonly names: readonly (string | undefined)[];
  /** The object that it is part of: the item type of an item option. */
  readonly ownerId?: number;
}

/** The objects of one kind that other parts of the catalogue refer to. */
export interface TargetKind {
  readonly entity: EntityClass;
  /** What a fault calls it: `plan`. */
  readonly noun: string;
  /** Whether several objects may have one name. If not, the list that gives a name twice reports it. */
  readonly shareNames?: boolean;
  /** Reads the objects of a fan club that the database has. Without it each is read with its column `name`. */
  readonly stored?: (loading: Loading, fanclubId: number) => Promise<Target[]>;
}

/** What the references of one fan club to one kind of object can mean: objects of the file and of the database together. */
export class Targets {
  private readonly known = new Map<number, Target>();
  private ids: Map<string, number | 'several'> | null = null;

  private constructor(
    private readonly kind: TargetKind,
    private readonly faults: Faults,
  ) {}

  /** Starts with what the database has: what a file does not mention stays, and can be referred to. */
  static async open(loading: Loading, kind: TargetKind, fanclubId: number): Promise<Targets> {
    const targets = new Targets(kind, loading.faults);
    const stored = kind.stored ?? named(kind.entity);
    targets.add(await stored(loading, fanclubId));
    return targets;
  }

  /** Adds objects, or replaces the names that they had before. */
  add(targets: readonly Target[]): void {
    for (const target of targets) this.known.set(target.id, target);
    this.ids = null;
  }

  /** The id of the object that this one is part of. */
  ownerOf(id: number): number | undefined {
    return this.known.get(id)?.ownerId;
  }

  /**
   * The id that a reference means. Undefined if the file says nothing, or nothing usable; the latter is reported here unless
   * it was before.
   */
  resolve(reference: Reference, path: string): number;
  resolve(reference: Reference | null | undefined, path: string): number | null | undefined;
  resolve(reference: Reference | null | undefined, path: string): number | null | undefined {
    if (reference == null) return reference;
    const { noun } = this.kind;
    if (typeof reference === 'number') {
      if (this.known.has(reference)) return reference;
      this.faults.add(path, `is no ${noun} of this fan club: there is none with the id ${reference}`);
      return undefined;
    }
    const found = (this.ids ??= this.index()).get(reference);
    if (found === undefined) {
      const name = JSON.stringify(reference);
      this.faults.add(path, `is no ${noun} of this fan club: there is none called ${name}`);
    } else if (found === 'several') {
      this.faults.add(path, `may mean more than one ${noun}: give the id`);
    }
    return typeof found === 'number' ? found : undefined;
  }

  /** The ids that a list of references means. The same object twice, by id and by name, is a fault. */
  resolveAll(references: readonly Reference[], path: string): number[] {
    const ids = references.map((reference, n) => this.resolve(reference, `${path}[${n}]`));
    ids.forEach((id, n) => {
      if (id !== undefined && ids.indexOf(id) < n)
        this.faults.add(`${path}[${n}]`, 'is given twice in this list');
    });
    return ids;
  }

  private index(): Map<string, number | 'several'> {
    const ids = new Map<string, number | 'several'>();
    for (const { id, names } of this.known.values()) {
      for (const name of names) {
        if (name !== undefined) ids.set(name, ids.has(name) && this.kind.shareNames ? 'several' : id);
      }
    }
    return ids;
  }
}

function named(entity: EntityClass): NonNullable<TargetKind['stored']> {
  return async (loading, fanclubId) => {
    const { tableName } = loading.tools.dataSource.getMetadata(entity);
    const rows = await loading.rows<{ id: number; name: string }>(
      `SELECT id, name FROM "${tableName}" WHERE fanclub_id = $1`,
      [fanclubId],
    );
    return rows.map(({ id, name }) => ({ id, names: [name] }));
  };
}
