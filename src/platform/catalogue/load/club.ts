import type { Loading } from './loading';
import { type EntityClass, type TargetKind, Targets } from './targets';

/** What a part refers to, each kind of object under a name of the part's choice. */
export type References = Readonly<Record<string, EntityClass>>;

/** What other parts may refer to, likewise. */
export type TargetKinds = Readonly<Record<string, TargetKind>>;

/** The fan club that a part is loaded into. */
export interface Club<K extends string = string> {
  readonly id: number;
  readonly timeZone: string;
  /** Where it stands in the file: `organizations[0].fanclubs[0]`. */
  readonly path: string;
  /** What the part refers to and what it provides itself. */
  readonly targets: Readonly<Record<K, Targets>>;
}

/** A fan club that is being loaded, with everything that its parts refer to. */
export class LoadedClub {
  private constructor(
    private readonly club: Omit<Club, 'targets'>,
    private readonly targets: ReadonlyMap<EntityClass, Targets>,
  ) {}

  static async open(
    loading: Loading,
    kinds: readonly TargetKind[],
    { id, path }: { id: number; path: string },
  ): Promise<LoadedClub> {
    const [stored] = await loading.rows<{ timeZone: string }>(
      'SELECT time_zone AS "timeZone" FROM fanclubs WHERE id = $1',
      [id],
    );
    const targets = new Map<EntityClass, Targets>();
    for (const kind of kinds) targets.set(kind.entity, await Targets.open(loading, kind, id));
    return new LoadedClub({ id, path, timeZone: stored?.timeZone ?? 'UTC' }, targets);
  }

  /** The fan club as a part with these references and targets sees it. */
  seenBy({ refersTo, targets }: { refersTo: References; targets: TargetKinds }): Club {
    const own = Object.entries(targets).map(([name, { entity }]) => [name, entity] as const);
    const entries = [...Object.entries(refersTo), ...own].flatMap(([name, entity]) => {
      const found = this.targets.get(entity);
      return found ? [[name, found] as const] : [];
    });
    return { ...this.club, targets: Object.fromEntries(entries) };
  }
}
