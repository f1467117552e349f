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
  ExportContext,
  Faults,
  type Fault,
  format as f,
  LoadedClub,
  LoadContext,
  partsOf,
  ReadContext,
  ReferringClub,
  type TargetKind,
} from '#platform/catalogue';
import { statement, types, violatedUnique } from '#platform/database';
import { cleanHtml } from './clean-html';
import type { CatalogueItem, ItemKind } from './catalogue-item-kind';
import type { ClubRows } from './club-rows';
import { differences, unchangedOf } from './item-changes.rules';
import { refuseUnknownMembers, refuseUsed, removeMembers, withoutLinked, writeLinked } from './item-parts';
import { PROBLEMS, notFound, conflict } from '../staff-problems';
import type { ClubChange } from '../staff-work.service';

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
export class CatalogueItemsService {
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
    const context = new ExportContext(manager, this.sealer, { ids: true, secrets: false });
    const club = await ReferringClub.open(context, this.kinds(), fanclubId);
    const exported = (await part.export(context, club.seenBy(part))) as Record<
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
    if (!found) throw notFound();
    return found;
  }

  /** Adds an item. @throws Problem (422, 409) */
  async create(change: ClubChange, kind: ItemKind, body: object): Promise<CatalogueItem> {
    if (kind.members) refuseUnknownMembers(kind.members, null, body);
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
    if (kind.members) {
      refuseUnknownMembers(kind.members, before, body);
      await removeMembers(change, kind.members, before, body);
    }
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
    const readContext = new ReadContext(faults);
    const read = f.object('Fragment', part.fields).read({ [field]: items }, CLUB, readContext);
    const tools = {
      dataSource: this.dataSource,
      sealer: this.sealer,
      passwords: this.passwords,
      now: this.clock.now(),
    };
    // Staff may remove what they see; keys and trusted domains are no items.
    const changes = new Changes({ removal: true, key: false });
    const context = new LoadContext(change.manager, tools, faults, readContext, changes, true);
    // After a fault nothing is written, but references and names are checked, so that all faults are reported at once.
    const club = await LoadedClub.open(context, this.kinds(), { id: change.fanclubId, path: CLUB });
    await part.load(context, club.seenBy(part), read).catch(refuseDuplicate);
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

/** A body read with the catalogue's rules for an object. @throws Problem (422) */
export function readAs<T>(
  format: { read(value: unknown, path: string, context: ReadContext): T },
  body: object,
): T {
  const faults = new Faults();
  const value = format.read(body, CLUB, new ReadContext(faults));
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

function refuseDuplicate(error: unknown): never {
  const constraint = violatedUnique(error);
  if (constraint === null) throw error;
  throw conflict(`There is another one with the same name (${constraint}).`);
}
