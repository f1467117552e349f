import { Fanclub } from '#platform/tenants/fanclub.entity';
import type { LoadContext } from './load-context';
import { type EntityClass, type TargetKind, Targets } from './targets';

/** The entities that a part refers to, by names that the part chooses. */
export type References = Readonly<Record<string, EntityClass>>;

/** The objects that other parts may refer to, by names that the part chooses. */
export type TargetKinds = Readonly<Record<string, TargetKind>>;

/** The fan club that a part is loaded into. */
export interface Club<K extends string = string> {
  readonly id: number;
  readonly timeZone: string;
  /** ISO 4217 code of all its amounts. */
  readonly currency: string;
  /** Its path in the file: `organizations[0].fanclubs[0]`. */
  readonly path: string;
  /** What the part refers to, and what it provides itself. */
  readonly targets: Readonly<Record<K, Targets>>;
}

/** A fan club during its import, with everything that its parts refer to. */
export class LoadedClub {
  private constructor(
    private readonly club: Omit<Club, 'targets'>,
    private readonly targets: ReadonlyMap<EntityClass, Targets>,
  ) {}

  static async open(
    context: LoadContext,
    kinds: readonly TargetKind[],
    { id, path }: { id: number; path: string },
  ): Promise<LoadedClub> {
    const stored = await context.tx.findOneBy(Fanclub, { id });
    const { timeZone, currency } = stored ?? { timeZone: 'UTC', currency: 'USD' };
    const targets = new Map<EntityClass, Targets>();
    for (const kind of kinds) targets.set(kind.entity, await Targets.open(context, kind, id));
    return new LoadedClub({ id, path, timeZone, currency }, targets);
  }

  /** The fan club for a part with these references and targets. */
  seenBy({ refersTo, targets }: { refersTo: References; targets: TargetKinds }): Club {
    const own = Object.entries(targets).map(([name, { entity }]) => [name, entity] as const);
    const entries = [...Object.entries(refersTo), ...own].flatMap(([name, entity]) => {
      const found = this.targets.get(entity);
      return found ? [[name, found] as const] : [];
    });
    return { ...this.club, targets: Object.fromEntries(entries) };
  }
}
