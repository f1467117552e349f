import type { EntityManager } from 'typeorm';
import type { Statements } from '#platform/database';
import type { Reference } from '../format/values';
import type { References, TargetKinds } from '../load/club';
import { type EntityClass, type TargetKind, storedTargets } from '../load/targets';

/** Refers to the objects of one kind in an exported file. */
export interface ReferenceTo {
  /** The reference to an object of the fan club; null for null. */
  refer(id: number): Reference;
  refer(id: number | null): Reference | null;
}

/** The fan club that a part is exported from. */
export interface ExportedClub<K extends string = string> {
  readonly id: number;
  /** What the part refers to, and what it provides itself. */
  readonly targets: Readonly<Record<K, ReferenceTo>>;
}

/** For files with ids: the id identifies the object, whatever its name is. */
const BY_ID: ReferenceTo = { refer: <T>(id: T) => id };

/** For files without ids: the natural keys of the fan club's objects. */
async function byName(
  db: { readonly tx: EntityManager; readonly sql: Statements },
  kind: TargetKind,
  fanclubId: number,
): Promise<ReferenceTo> {
  const stored = await storedTargets(db, kind, fanclubId);
  // The last name is the most specific one: that of an event includes its start.
  const names = new Map(stored.map(({ id, names }) => [id, names.at(-1) as string]));
  return { refer: (id: number | null) => (id === null ? null : names.get(id)) as Reference };
}

/** A fan club during its export, with the references that its parts need. */
export class ReferringClub {
  private constructor(
    readonly id: number,
    private readonly references: ReadonlyMap<EntityClass, ReferenceTo>,
  ) {}

  static async open(
    db: { readonly tx: EntityManager; readonly sql: Statements; readonly ids: boolean },
    kinds: readonly TargetKind[],
    id: number,
  ): Promise<ReferringClub> {
    const references = new Map<EntityClass, ReferenceTo>();
    for (const kind of kinds) references.set(kind.entity, db.ids ? BY_ID : await byName(db, kind, id));
    return new ReferringClub(id, references);
  }

  /** The fan club for a part with these references and targets. */
  seenBy({ refersTo, targets }: { refersTo: References; targets: TargetKinds }): ExportedClub {
    const own = Object.entries(targets).map(([name, { entity }]) => [name, entity] as const);
    const entries = [...Object.entries(refersTo), ...own].map(
      ([name, entity]) => [name, this.references.get(entity) ?? BY_ID] as const,
    );
    return { id: this.id, targets: Object.fromEntries(entries) };
  }
}
