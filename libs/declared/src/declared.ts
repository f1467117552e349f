/**
 * What the folders of the service declare for an engine, such as permissions or kinds of mails: a value for each name. A file adds
 * its own when it is imported, as entities are added to TypeORM, so the engine knows none of them.
 */
export class Declared<Name extends string, Value> {
  private readonly values = new Map<string, Value>();

  /** @param what is declared, for errors: `permission` */
  constructor(private readonly what: string) {}

  /** @throws Error if one of the names is declared already */
  add(values: Readonly<Record<string, Value>>): void {
    for (const [name, value] of Object.entries(values)) {
      if (this.values.has(name)) throw new Error(`the ${this.what} ${name} is declared twice`);
      this.values.set(name, value);
    }
  }

  /** @throws Error for a name that nobody declared, or whose file was not imported */
  get(name: Name): Value {
    const value = this.values.get(name);
    if (value === undefined) throw new Error(`the ${this.what} ${name} is not declared`);
    return value;
  }

  /** All names in alphabetical order, because the order of imports may change. */
  names(): readonly Name[] {
    return [...this.values.keys()].sort() as Name[];
  }
}

/** Names with a list for each: `{ 'login.succeeded': ['password'], 'session.ended': [] }`. */
export type Lists = Readonly<Record<string, readonly string[]>>;

/** The names of lists, each with one of its members: `login.succeeded:password`; alone if the list is empty: `session.ended:`. */
export type Pairs<L extends Lists> = {
  readonly [N in keyof L & string as L[N] extends readonly [] ? `${N}:` : `${N}:${L[N][number]}`]: true;
};

/** What {@link Pairs} describes, for {@link Declared.add}. */
export function pairsOf<L extends Lists>(lists: L): Pairs<L> {
  const pairs = Object.entries(lists).flatMap(([name, members]) =>
    (members.length === 0 ? [''] : members).map((member) => [`${name}:${member}`, true] as const),
  );
  return Object.fromEntries(pairs) as Pairs<L>;
}
