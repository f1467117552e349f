/** What a form shows of a record. */
type Fields = Readonly<Record<string, unknown>>;

/** A record as it was read, as a person wants to save it, and as somebody else has saved it. */
export interface Versions<R extends Fields> {
  readonly base: R;
  readonly mine: R;
  readonly theirs: R;
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The same order of the fields of all objects. The record of changes has an order of its own. */
const inOrder = (_: string, value: unknown): unknown =>
  isObject(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);

/** Notes, numbers, and whether a mail text is the fan club's own, are no part of what a form changes. */
const FIXED = ['id', 'notes', 'changed', 'record_id'];

/** The fields that the other person has changed, and those of them that the person has changed otherwise. */
export function changedByOthers<R extends Fields>({
  base,
  mine,
  theirs,
}: Versions<R>): {
  readonly changed: readonly string[];
  readonly disputed: readonly string[];
} {
  const changed = Object.keys(theirs).filter(
    (name) => !FIXED.includes(name) && !isSame(theirs[name], base[name]),
  );
  const disputed = changed.filter(
    (name) => name in mine && !isSame(mine[name], base[name]) && !isSame(mine[name], theirs[name]),
  );
  return { changed, disputed };
}

/** The record with the changes of both. @param kept the disputed fields in which the person's own value stays */
export function merged<R extends Fields>({ base, mine, theirs }: Versions<R>, kept: readonly string[]): R {
  const own = Object.entries(mine)
    .filter(
      ([name, value]) =>
        !isSame(value, base[name]) && (isSame(theirs[name], base[name]) || kept.includes(name)),
    )
    .map(([name, value]) => [name, savable(value, theirs[name])]);
  return { ...theirs, ...(Object.fromEntries(own) as Partial<R>) };
}

/** A value that is kept. Rows in lists that the other person has deleted are added again, so they have no number. */
function savable(mine: unknown, theirs: unknown): unknown {
  const others: readonly unknown[] = Array.isArray(theirs) ? theirs : [];
  if (Array.isArray(mine))
    return mine.map((row: unknown) => {
      if (!isObject(row) || row.id === undefined) return row;
      const same = others.find((other) => isObject(other) && other.id === row.id);
      if (same !== undefined) return savable(row, same);
      return savable(Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id')), {});
    });
  if (!isObject(mine)) return mine;
  const parts = isObject(theirs) ? theirs : {};
  return Object.fromEntries(Object.entries(mine).map(([name, part]) => [name, savable(part, parts[name])]));
}
