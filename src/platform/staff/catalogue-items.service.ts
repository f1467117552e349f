import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { pointerTo, Problem } from '#libs/problem';
import { Sealer } from '#libs/sealed';
import {
  Changes,
  type EntityClass,
  Exporting,
  Faults,
  type Fault,
  format as f,
  LoadedClub,
  Loading,
  partsOf,
  Reading,
  ReferringClub,
  type TargetKind,
} from '#platform/catalogue';
import { statement, types, violatedForeignKey, violatedUnique } from '#platform/database';
import { cleanHtml } from './clean-html';
import type { CatalogueItem, ItemKind, ItemMembers, LinkedIds } from './catalogue-item-kind';
import type { ClubRows } from './club-rows';
import { PROBLEMS } from './staff-problems';
import type { ClubChange } from './staff-work.service';

/** The next id of a table. */
export const NEXT_ID = statement('staff.next_id', {
  params: { table: types.text },
  row: { id: types.bigint },
  text: `SELECT nextval(pg_get_serial_sequence($table, 'id')) AS id`,
});

/** The path of the fan club in faults. */
const CLUB = 'club';

/**
 * Reads and writes single objects of a fan club with the catalogue's own rules, so that a form and a file accept the same values
 * and a domain declares them once.
 */
@Injectable()
export class CatalogueItems {
  private targets: readonly TargetKind[] | null = null;

  constructor(
    private readonly modules: ModulesContainer,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  /** All items of a kind, by id. */
  async all(rows: ClubRows, { part, field, linked }: ItemKind): Promise<CatalogueItem[]> {
    const { manager, fanclubId } = rows;
    const exporting = new Exporting(manager, this.sealer, { ids: true, secrets: false });
    const club = await ReferringClub.open(exporting, this.kinds(), fanclubId);
    const exported = (await part.export(exporting, club.seenBy(part))) as Record<
      string,
      CatalogueItem[] | undefined
    >;
    const items = JSON.parse(JSON.stringify(exported[field] ?? [])) as CatalogueItem[];
    items.sort((one, other) => one.id - other.id);
    if (!linked) return items;
    const idsOf = await linked.read(rows);
    return items.map((item) => ({ ...item, [linked.field]: idsOf(item.id) }));
  }

  /** The item of an id. @throws Problem (404) */
  async one(rows: ClubRows, kind: ItemKind, id: number): Promise<CatalogueItem> {
    const found = (await this.all(rows, kind)).find((item) => item.id === id);
    if (!found) throw new Problem(PROBLEMS.notFound);
    return found;
  }

  /** Adds an item. @throws Problem (422, 409) */
  async create(change: ClubChange, kind: ItemKind, body: object): Promise<CatalogueItem> {
    const { tableName } = this.dataSource.getMetadata(kind.entity);
    const { id } = (await change.statements.first(NEXT_ID, { table: tableName }))!;
    await this.loadOne(change, kind, { ...body, id });
    const after = await this.one(change, kind, id);
    change.audit({ action: `${kind.subject}.created`, subject: { type: kind.subject, id: after.id }, after });
    return after;
  }

  /**
   * Changes the given fields of an item. The row is locked until the transaction ends.
   * @param check is called with the item as it is now, to compare versions
   * @throws Problem (404, 409, 412, 422)
   */
  async change(
    change: ClubChange,
    kind: ItemKind,
    id: number,
    body: object,
    check: (before: CatalogueItem) => void,
  ): Promise<CatalogueItem> {
    await change.lock(kind.entity, id);
    const before = await this.one(change, kind, id);
    check(before);
    if (kind.members) await removeMembers(change, kind.members, before, body);
    await this.loadOne(change, kind, { ...unchangedOf(kind, before, body), ...body, id });
    const after = await this.one(change, kind, id);
    change.audit({
      action: `${kind.subject}.changed`,
      subject: { type: kind.subject, id },
      ...differences(before, after),
    });
    return after;
  }

  /** Deletes an item. @throws Problem (404; 409 if something refers to it) */
  async remove(change: ClubChange, kind: ItemKind, id: number): Promise<void> {
    const before = await this.one(change, kind, id);
    await change.remove(kind.entity, id).catch(refuseUsed('This'));
    change.audit({ action: `${kind.subject}.deleted`, subject: { type: kind.subject, id }, before });
  }

  /**
   * Loads items with the rules of their part, as if a file contained nothing else. HTML must be clean. After the first fault,
   * the rest is only checked.
   * @returns the faults, with paths such as `club.events[0].title`; `full`: there may be more
   * @throws Problem (409) if an item has the name of another one
   */
  async load(
    change: ClubChange,
    { part, field }: ItemKind,
    items: readonly object[],
  ): Promise<{ faults: readonly Fault[]; full: boolean }> {
    const faults = new Faults();
    const reading = new Reading(faults);
    const read = f.object('Fragment', part.fields).read({ [field]: items }, CLUB, reading);
    const tools = {
      dataSource: this.dataSource,
      sealer: this.sealer,
      passwords: this.passwords,
      now: this.clock.now(),
    };
    // Staff may remove what they see; keys and trusted domains are no items.
    const changes = new Changes({ removal: true, key: false });
    const loading = new Loading(change.manager, tools, faults, reading, changes, true);
    if (!faults.any) {
      const club = await LoadedClub.open(loading, this.kinds(), { id: change.fanclubId, path: CLUB });
      await part.load(loading, club.seenBy(part), read).catch(refuseDuplicate);
    }
    return { faults: faults.found, full: faults.full };
  }

  private async loadOne(change: ClubChange, kind: ItemKind, { id, ...given }: { id: number }): Promise<void> {
    const { fields, ids } = withoutLinked(kind.linked, given);
    const { faults } = await this.load(change, kind, [{ id, ...cleanHtml(fields, kind.html ?? []) }]);
    if (faults.length > 0) throw invalid(faults, kind.field);
    if (kind.linked && ids) await writeLinked(change, kind.linked, id, ids);
  }

  private kinds(): readonly TargetKind[] {
    if (!this.targets) {
      const modules = [...this.modules.values()].map(({ metatype }) => metatype as EntityClass);
      this.targets = partsOf(modules).flatMap(({ targets }) => Object.values(targets));
    }
    return this.targets;
  }
}

/** The fields that a body leaves out: the catalogue requires some of them, and gives others their defaults. */
function unchangedOf(kind: ItemKind, before: CatalogueItem, body: object): object {
  const { linked } = kind;
  // Other objects store the linked field, which may change at the same time.
  const kept = Object.entries(before).filter(([name]) => !(name in body) && name !== linked?.field);
  return { ...Object.fromEntries(kept), ...followersOf(kind, before, body) };
}

/** The times that move because the body moves those that they follow, and does not give them itself. */
export function followersOf({ follows = {} }: ItemKind, before: CatalogueItem, body: object): object {
  const given = body as Readonly<Record<string, unknown>>;
  const moved = Object.entries(follows).filter(([name, leader]) => !(name in given) && leader in given);
  return Object.fromEntries(
    moved.map(([name, leader]) => {
      const [former, from, to] = [before[name], before[leader], given[leader]].map((at) =>
        Date.parse(String(at)),
      );
      // An invalid time is refused where it stands.
      return [
        name,
        Number.isNaN(former + to - from) ? before[name] : new Date(former + to - from).toISOString(),
      ];
    }),
  );
}

function withoutLinked(
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

async function writeLinked(
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

/** The fields that differ. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const of = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  return { before: of(before), after: of(after) };
}

/** A body read with the catalogue's rules for an object. @throws Problem (422) */
export function readAs<T>(
  format: { read(value: unknown, path: string, reading: Reading): T },
  body: object,
): T {
  const faults = new Faults();
  const value = format.read(body, CLUB, new Reading(faults));
  if (faults.any) throw invalid(faults.found, '');
  return value;
}

/** `club.events[0].links[1].url` is `#/links/1/url`. */
function invalid(faults: readonly Fault[], field: string): Problem {
  const start = new RegExp(`^${CLUB}\\.?(${field}\\[0\\])?\\.?`);
  const errors = faults.map(({ path, message }) => {
    const names = path
      .replace(start, '')
      .split(/[.[\]]+/)
      .filter((name) => name !== '');
    return { pointer: pointerTo(...names), detail: message };
  });
  return new Problem(PROBLEMS.invalid, { errors });
}

type Member = Readonly<Record<string, unknown>>;

/** Deletes the members that a given list no longer names. @throws Problem (409 if something refers to one) */
async function removeMembers(
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

/** For `.catch()`: something refers to what was to be deleted. */
const refuseUsed =
  (what: string) =>
  (error: unknown): never => {
    const constraint = violatedForeignKey(error);
    if (constraint === null) throw error;
    throw new Problem(PROBLEMS.conflict, {
      detail: `${what} is still in use (${constraint}), so it cannot be deleted.`,
    });
  };

function refuseDuplicate(error: unknown): never {
  const constraint = violatedUnique(error);
  if (constraint === null) throw error;
  throw new Problem(PROBLEMS.conflict, {
    detail: `There is another one with the same name (${constraint}).`,
  });
}
