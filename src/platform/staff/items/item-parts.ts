import { pointerTo, Problem } from '#libs/problem';
import { referringTable } from '#platform/database';
import { PROBLEMS, conflict } from '../staff-problems';
import type { ClubChange } from '../staff-work.service';
import type { CatalogueItem, ItemMembers, LinkedIds } from './catalogue-item-kind';

/** The fields of a body without the linked one, and the ids in this, if it is given. @throws Problem (422) */
export function withoutLinked(
  linked: LinkedIds | undefined,
  given: Readonly<Record<string, unknown>>,
): { fields: object; ids?: readonly number[] } {
  if (!linked || !(linked.field in given)) return { fields: given };
  const { [linked.field]: ids, ...fields } = given;
  const isList = Array.isArray(ids) && ids.every((id) => Number.isSafeInteger(id) && id > 0);
  if (isList && new Set(ids).size === ids.length) return { fields, ids: ids as number[] };
  const errors = [{ pointer: pointerTo(linked.field), detail: 'must be a list of different ids' }];
  throw new Problem(PROBLEMS.invalid, { errors });
}

/** Stores the linked ids of an item. @throws Problem (422) for those that the fan club does not have */
export async function writeLinked(
  change: ClubChange,
  linked: LinkedIds,
  id: number,
  ids: readonly number[],
): Promise<void> {
  const unknown = await linked.write(change, id, ids);
  if (unknown.length === 0) return;
  const errors = unknown.map((one) => ({
    pointer: pointerTo(linked.field, ids.indexOf(one)),
    detail: `this fan club has none with the id ${one}`,
  }));
  throw new Problem(PROBLEMS.invalid, { errors });
}

type Member = Readonly<Record<string, unknown>>;

/** What is wrong with the id of a member that the item does not have. A catalogue file may choose ids; staff may not. */
export const NO_MEMBER = 'is not the id of one in this list';

/** @param before null: a new item, which has no members yet. @throws Problem (422) for ids of members that the item does not have */
export function refuseUnknownMembers(
  { field }: ItemMembers,
  before: CatalogueItem | null,
  body: object,
): void {
  const given: unknown = (body as Readonly<Record<string, unknown>>)[field];
  if (!Array.isArray(given)) return;
  const known = new Set(((before?.[field] ?? []) as readonly Member[]).map(({ id }) => id));
  const errors = (given as (Member | null)[]).flatMap((member, n) => {
    const id = member?.id;
    // The catalogue refuses what is not an id.
    if (typeof id !== 'number' || known.has(id)) return [];
    return [{ pointer: pointerTo(field, n, 'id'), detail: NO_MEMBER }];
  });
  if (errors.length > 0) throw new Problem(PROBLEMS.invalid, { errors });
}

/** Deletes the members that a given list no longer names. @throws Problem (409 if something refers to one) */
export async function removeMembers(
  change: ClubChange,
  { field, key, entity, owner }: ItemMembers,
  before: CatalogueItem,
  body: object,
): Promise<void> {
  const given: unknown = (body as Readonly<Record<string, unknown>>)[field];
  if (!Array.isArray(given)) return;
  // With its id, a member can get another key.
  const named = new Set((given as (Member | null)[]).map((member) => member?.id ?? member?.[key]));
  for (const member of before[field] as readonly Member[]) {
    if (named.has(member.id) || named.has(member[key])) continue;
    const where = { fanclubId: change.fanclubId, [owner]: before.id, [key]: member[key] };
    await change.manager.delete(entity, where).catch(refuseUsed(JSON.stringify(member[key])));
  }
}

const USERS = new Map<string, string>();

/** Declares how the refusal to delete something names the rows of tables that refer to it, where the name of the table does not say it. */
export function declareUsers(users: Readonly<Record<string, string>>): void {
  for (const [table, words] of Object.entries(users)) USERS.set(table, words);
}

/** For `.catch()`: something refers to what was to be deleted. */
export const refuseUsed =
  (what: string) =>
  (error: unknown): never => {
    const table = referringTable(error);
    if (table === null) throw error;
    const users = USERS.get(table) ?? table.replaceAll('_', ' ');
    throw conflict(`${what} is still in use by ${users}, so it cannot be deleted.`);
  };
