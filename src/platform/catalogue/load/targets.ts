import type { EntityManager } from 'typeorm';
import type { Statements } from '#platform/database';
import type { Faults } from '../faults';
import type { Reference } from '../format/values';
import type { LoadContext } from './load-context';

export type EntityClass<E extends object = object> = new () => E;

/** An object that references can refer to. */
export interface Target {
  readonly id: number;
  /** The names that references can use. */
  readonly names: readonly (string | undefined)[];
  /** The one of them that means this object, even if it is also the plain name of another one. Absent: all are equal. */
  readonly wholeName?: string;
  /** The id of the object that it is part of: the item type of an item option. */
  readonly ownerId?: number;
}

/** A kind of object that other parts of the catalogue refer to. */
export interface TargetKind {
  readonly entity: EntityClass;
  /** Its name in faults: `plan`. */
  readonly noun: string;
  /** Whether several objects may have the same name. If not, the list of these objects reports repeated names. */
  readonly shareNames?: boolean;
  /** Reads a fan club's objects in the database. By default, each is read with its column `name`. */
  readonly stored?: (db: StoredRows, fanclubId: number) => Promise<Target[]>;
}

/** Reads rows in the transaction of an import or export. */
export interface StoredRows {
  readonly tx: EntityManager;
  readonly sql: Statements;
}

/** The objects of one kind that a fan club has in the database. */
export function storedTargets(db: StoredRows, kind: TargetKind, fanclubId: number): Promise<Target[]> {
  return (kind.stored ?? named(kind.entity))(db, fanclubId);
}

/** The objects of one kind, in the file and in the database, that references of one fan club can refer to. */
export class Targets {
  private readonly known = new Map<number, Target>();
  private ids: ReadonlyMap<string, readonly Target[]> | null = null;

  private constructor(
    private readonly kind: TargetKind,
    private readonly faults: Faults,
  ) {}

  /** Starts with the objects in the database, since a file can refer to objects that it does not contain. */
  static async open(context: LoadContext, kind: TargetKind, fanclubId: number): Promise<Targets> {
    const targets = new Targets(kind, context.faults);
    targets.add(await storedTargets(context, kind, fanclubId));
    return targets;
  }

  /** Adds objects, or replaces their names. */
  add(targets: readonly Target[]): void {
    for (const target of targets) this.known.set(target.id, target);
    this.ids = null;
  }

  /** The name of an object, the last one if it has several. */
  nameOf(id: number): string | undefined {
    return this.known.get(id)?.names.at(-1);
  }

  /** The id of the object that this one is part of. */
  ownerOf(id: number): number | undefined {
    return this.known.get(id)?.ownerId;
  }

  /**
   * The id of the object that a reference refers to. Undefined if there is no reference, or if it is invalid, which is reported.
   */
  resolve(reference: Reference, path: string): number;
  resolve(reference: Reference | null | undefined, path: string): number | null | undefined;
  resolve(reference: Reference | null | undefined, path: string): number | null | undefined {
    if (reference == null) return reference;
    const { noun } = this.kind;
    if (typeof reference === 'number') {
      if (this.known.has(reference)) return reference;
      this.faults.add(path, `no ${noun} of this fan club has the id ${reference}`);
      return undefined;
    }
    const found = (this.ids ??= this.index()).get(reference) ?? [];
    if (found.length === 1) return found[0].id;
    if (found.length > 1)
      this.faults.add(path, `may mean more than one ${noun}${listOf(found)}: give the id`);
    else this.faults.add(path, `no ${noun} of this fan club is called ${JSON.stringify(reference)}`);
    return undefined;
  }

  /** The ids for a list of references. An object that is given twice is a fault, even if once by id and once by name. */
  resolveAll(references: readonly Reference[], path: string): number[] {
    const ids = references.map((reference, n) => this.resolve(reference, `${path}[${n}]`));
    ids.forEach((id, n) => {
      if (id !== undefined && ids.indexOf(id) < n)
        this.faults.add(`${path}[${n}]`, 'is given twice in this list');
    });
    return ids;
  }

  /** The objects by name: by a whole name only those that have it. Without `shareNames` the last one of a name. */
  private index(): ReadonlyMap<string, readonly Target[]> {
    const index = new Map<string, readonly Target[]>();
    const targets = [...this.known.values()];
    const add = (target: Target, name: string) =>
      index.set(name, this.kind.shareNames ? [...(index.get(name) ?? []), target] : [target]);
    for (const target of targets) if (target.wholeName !== undefined) add(target, target.wholeName);
    const whole = new Set(index.keys());
    for (const target of targets)
      for (const name of target.names) if (name !== undefined && !whole.has(name)) add(target, name);
    return index;
  }
}

/** The whole names, for a fault: `, "Gold/2026" or "Gold/2027"`. Empty if the objects have none. */
function listOf(targets: readonly Target[]): string {
  const names = targets.flatMap(({ wholeName }) =>
    wholeName === undefined ? [] : [JSON.stringify(wholeName)],
  );
  return names.length === 0 ? '' : `, ${names.join(' or ')}`;
}

function named(entity: EntityClass): NonNullable<TargetKind['stored']> {
  return async ({ tx }, fanclubId) => {
    const { tableName } = tx.connection.getMetadata(entity);
    const rows = await tx.query<{ id: number; name: string }[]>(
      `SELECT id, name FROM "${tableName}" WHERE fanclub_id = $1`,
      [fanclubId],
    );
    return rows.map(({ id, name }) => ({ id, names: [name] }));
  };
}
