import type { Faults, Reference } from '#platform/catalogue';

/** What the references of one fan club to one kind of object can mean, in the file and in the database together. */
export class Targets {
  private readonly names = new Map<number, readonly string[]>();
  private ids: Map<string, number | 'several'> | null = null;

  /**
   * @param noun what is referred to, as a fault calls it: `plan`
   * @param shareNames whether several objects may rightly have one name; else that is reported where they are given it
   */
  constructor(
    private readonly noun: string,
    private readonly shareNames = false,
  ) {}

  /** An object and the names by which it can be referred to; those it had before no longer count. */
  add(id: number, ...names: (string | undefined)[]): void {
    this.names.set(
      id,
      names.filter((name) => name !== undefined),
    );
    this.ids = null;
  }

  /**
   * The id that is meant; undefined where the file says nothing, or nothing usable, which is reported here unless it was
   * before.
   */
  resolve(reference: Reference, path: string, faults: Faults): number;
  resolve(reference: Reference | null | undefined, path: string, faults: Faults): number | null | undefined;
  resolve(reference: Reference | null | undefined, path: string, faults: Faults): number | null | undefined {
    if (reference == null) return reference;
    if (typeof reference === 'number') {
      if (this.names.has(reference)) return reference;
      faults.add(path, `is no ${this.noun} of this fan club: there is none with the id ${reference}`);
      return undefined;
    }
    const found = (this.ids ??= this.index()).get(reference);
    if (found === undefined) {
      faults.add(
        path,
        `is no ${this.noun} of this fan club: there is none called ${JSON.stringify(reference)}`,
      );
    } else if (found === 'several') {
      faults.add(path, `may mean more than one ${this.noun}: give the id`);
    }
    return typeof found === 'number' ? found : undefined;
  }

  private index(): Map<string, number | 'several'> {
    const ids = new Map<string, number | 'several'>();
    for (const [id, names] of this.names) {
      for (const name of names) ids.set(name, ids.has(name) && this.shareNames ? 'several' : id);
    }
    return ids;
  }
}
