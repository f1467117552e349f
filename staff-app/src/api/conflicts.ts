import type { RaRecord } from 'react-admin';

/** A change that was refused because somebody else has changed the record since it was read. */
export interface Conflict {
  readonly resource: string;
  readonly id: RaRecord['id'];
  /** The record as it was read. */
  readonly base: Partial<RaRecord>;
  /** As the person wants to save it. */
  readonly mine: Partial<RaRecord>;
  /** As the other person has saved it. */
  readonly theirs: Partial<RaRecord>;
}

/** Asks what to save; null: nothing now. */
type Ask = (conflict: Conflict) => Promise<Partial<RaRecord> | null>;

let ask: Ask | null = null;

/** Sets who asks the person. */
export function setConflictDialog(asks: Ask | null): void {
  ask = asks;
}

/** What the person wants to save instead; null: nothing now. */
export const askAbout: Ask = (conflict) => (ask === null ? Promise.resolve(null) : ask(conflict));

/** Notes and numbers are no part of what a form changes. */
const FIXED = ['id', 'notes'];

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The fields that the other person has changed, and those of them that the person has changed otherwise. */
export function changedByOthers({ base, mine, theirs }: Conflict): {
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
export function merged({ base, mine, theirs }: Conflict, kept: readonly string[]): Partial<RaRecord> {
  const own = Object.entries(mine).filter(
    ([name, value]) =>
      !isSame(value, base[name]) && (isSame(theirs[name], base[name]) || kept.includes(name)),
  );
  return { ...theirs, ...Object.fromEntries(own) };
}
