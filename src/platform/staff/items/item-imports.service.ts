import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Cells } from '#libs/csv';
import type { Fault } from '#platform/catalogue';
import type { CsvUpload } from '#platform/http';
import { type CatalogueItem, pathOf, shownItems } from './catalogue-item-kind';
import { CatalogueItemsService } from './catalogue-items.service';
import { differences, followersOf } from './item-changes.rules';
import { cleanHtml } from './clean-html';
import { type CsvCounts, CsvImportsService } from './csv-imports.service';
import {
  cellsOf,
  emptyKey,
  givenBy,
  headingsOf,
  type ItemCsv,
  type ItemLines,
  merged,
  rowsOfItem,
} from './item-csv';
import { NO_MEMBER } from './item-parts';
import { withIds } from './numbered-names';
import { type Group, groupsOf, keyOf, placeOf } from './item-groups';
import type { CsvChangeOfReport } from './dto/csv-report.answer';
import { type ListQuery, matching } from './list-query';
import type { StaffAnswer } from '../staff-answers.interceptor';
import { csvFile } from './staff-csv';
import type { StaffViewer } from '../staff-viewer';
import { type ClubChange, StaffWorkService } from '../staff-work.service';

/** The maximum number of rows in a file: all of them are in memory. */
const MAX_ROWS = 5_000;
/** Items that are loaded together. */
const BATCH = 100;

/** Imports CSV files of items, with the rules of the catalogue. */
@Injectable()
export class ItemImportsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly items: CatalogueItemsService,
    private readonly imports: CsvImportsService,
  ) {}

  /** The items of a list as a file for download, in the columns that {@link import} reads. @param search as in `pageOf` */
  async export(
    viewer: StaffViewer,
    csv: ItemCsv,
    query: ListQuery,
    search: (item: CatalogueItem) => readonly unknown[],
  ): Promise<StreamableFile> {
    const items = await this.work.read(viewer, (rows) => this.items.all(rows, csv.kind));
    const rows = function* () {
      for (const item of matching(shownItems(csv.kind, items), query, search)) yield* rowsOfItem(csv, item);
    };
    return csvFile(pathOf(csv.kind), headingsOf(csv), rows());
  }

  /** Imports a file, or reports what it would do. @throws BodyRefused (413) */
  import(viewer: StaffViewer, csv: ItemCsv, upload: CsvUpload, dryRun: boolean): Promise<StaffAnswer> {
    const { kind } = csv;
    return this.imports.run(viewer, upload, dryRun, {
      columns: { headings: headingsOf(csv), maxRows: MAX_ROWS },
      audit: { action: csv.imported, subject: { type: kind.subject, id: null } },
      load: async (change, rows) => {
        // Fields that the file omits keep their values, so other transactions must not change them meanwhile.
        await change.lockAll(kind.entity);
        const before = await this.items.all(change, kind);
        const groups = await groupsOf(csv, await withIds(change, csv, before, rows));
        const { counts, changes } = await this.load(change, csv, groups, before);
        const faulty = groups
          .flatMap((group) => group.rows)
          .filter(({ faults }) => faults.length > 0)
          .sort((one, other) => one.line - other.line);
        // After a fault not all items were loaded, so what would have changed is not known.
        return { counts: faulty.length > 0 ? null : counts, faulty, changes };
      },
    });
  }

  /** Loads the groups without faults, adds faults to them, records and counts what differs afterwards. */
  private async load(
    change: ClubChange,
    csv: ItemCsv,
    groups: readonly Group[],
    before: readonly CatalogueItem[],
  ): Promise<{ counts: CsvCounts; changes: CsvChangeOfReport[] }> {
    const known = new Map(before.map((item) => [item.id, item]));
    const file = { key: givenKey(csv, groups) };
    const byKey = new Map<string, CatalogueItem[]>();
    for (const item of before) {
      const key = keyOf(file, cellsOf(csv.columns, item));
      byKey.set(key, [...(byKey.get(key) ?? []), item]);
    }
    const named = new Map<number, Group>();
    const loads = groups.flatMap((group) => {
      const { id } = group;
      const hasKey = id === null && reportMissingKey(csv, group) === 0;
      const ofKey = hasKey ? (byKey.get(keyOf(file, group.rows[0].cells)) ?? []) : [];
      if (ofKey.length > 1) group.add(0, null, 'may mean more than one: give the id');
      const current = known.get(id ?? ofKey.at(0)?.id ?? 0) ?? null;
      if (id !== null && !current) group.add(0, 'id', 'is not the id of one of this fan club');
      const other = current && named.get(current.id);
      if (other) group.add(0, null, `is about the same as line ${other.rows[0].line}`);
      if (current) named.set(current.id, group);
      reportUnknownMembers(csv, group, current);
      return group.isFaulty ? [] : [{ group, ...itemOf(csv, group, current) }];
    });
    for (let start = 0; start < loads.length; start += BATCH) {
      await this.loadSome(change, csv, loads.slice(start, start + BATCH));
    }
    const counts = {
      new: 0,
      changed: 0,
      unchanged: groups.filter(({ isFaulty }) => !isFaulty).length,
    };
    const changes: CsvChangeOfReport[] = [];
    const type = csv.kind.subject;
    for (const after of await this.items.all(change, csv.kind)) {
      const former = known.get(after.id);
      if (former && JSON.stringify(former) === JSON.stringify(after)) continue;
      const subject = { type, id: after.id };
      if (former) {
        const facts = differences(former, after);
        change.audit({ action: `${type}.changed`, subject, ...facts });
        changes.push({ line: named.get(after.id)?.rows[0].line ?? 0, ...facts });
      } else change.audit({ action: `${type}.created`, subject, after });
      counts[former ? 'changed' : 'new'] += 1;
      counts.unchanged -= 1;
    }
    return { counts, changes: changes.sort((one, other) => one.line - other.line) };
  }

  /** Loads some items. The catalogue reports a limited number of faults at once, so many faults are found in halves. */
  private async loadSome(change: ClubChange, csv: ItemCsv, loads: readonly Loaded[]): Promise<void> {
    const { faults, full } = await this.items.load(
      change,
      csv.kind,
      loads.map(({ item }) => item),
    );
    if (full && loads.length > 1) {
      const half = Math.ceil(loads.length / 2);
      await this.loadSome(change, csv, loads.slice(0, half));
      await this.loadSome(change, csv, loads.slice(half));
      return;
    }
    for (const fault of faults) report(csv, loads, fault);
  }
}

/** The headings of the key that the file has. An item without the others is found by those, if it is the only one. */
const givenKey = ({ key }: ItemCsv, [first]: readonly Group[]): string[] =>
  key.filter((heading) => first && Object.hasOwn(first.rows[0].cells, heading));

/** Reports the headings that identify an item without id, and that the file does not have. @returns how many */
function reportMissingKey({ key, optionalKey = [] }: ItemCsv, group: Group): number {
  const [{ cells }] = group.rows;
  const missing = key.filter((heading) => !optionalKey.includes(heading) && !Object.hasOwn(cells, heading));
  for (const heading of missing)
    group.add(0, heading, 'is missing: the file has neither this column nor an id');
  return missing.length;
}

/** An item of the file. */
interface Loaded {
  readonly group: Group;
  readonly item: object;
  /** For each member of the item's list, its row in the group; null: the file does not name it. */
  readonly rowOfMember: readonly (number | null)[];
}

/** The item of a group. Fields that the file omits keep their values. Only fields of the file are cleaned. */
function itemOf(csv: ItemCsv, { rows }: Group, current: CatalogueItem | null): Omit<Loaded, 'group'> {
  const { kind, columns, lines } = csv;
  const [{ cells }] = rows;
  const own = { ...(current === null && emptyKey(csv, cells)), ...givenBy(cells, columns, current) };
  const members = membersOf(lines, current);
  const places = lines ? placesOf(members, lines, rows) : [];
  const listed = rows.flatMap(({ cells }, row) => {
    if (!lines?.columns.some(({ heading }) => cells[heading])) return [];
    const place = places[row];
    const before = place < 0 ? null : members[place];
    const { id: _, ...given } = givenBy(cells, lines.columns, before);
    return [{ row, place, before, given }];
  });
  const given = { ...own, ...(lines && { [lines.field]: listed.map((one) => one.given) }) };
  const cleaned = cleanHtml(given, kind.html ?? []) as Record<string, unknown>;
  const item = merged(current, cleaned);
  if (current) Object.assign(item, followersOf(kind, current, own));
  if (kind.linked) delete item[kind.linked.field];
  if (!lines) return { item, rowOfMember: [] };
  const parts = cleaned[lines.field] as readonly Member[];
  const ofFile = listed.map(({ row, place, before }, n) => ({ row, place, value: merged(before, parts[n]) }));
  // A file with all members of the list sets their order; otherwise those that it names keep their places.
  const isWhole = members.every((_, place) => ofFile.some((one) => one.place === place));
  const list = isWhole ? ofFile : withNamed(members, ofFile);
  item[lines.field] = list.map(({ value }) => value);
  return { item, rowOfMember: list.map(({ row }) => row) };
}

type Member = Readonly<Record<string, unknown>>;

/** A member of a list, and the row that gives it. */
interface PlacedMember {
  readonly row: number | null;
  readonly value: object;
}

/** The list with the members that a file names, at their places; new ones, and those named again, come last. */
function withNamed(
  members: readonly Member[],
  named: readonly (PlacedMember & { readonly place: number })[],
): PlacedMember[] {
  const first = members.map((_, place) => named.find((one) => one.place === place));
  const kept = members.map((value, place): PlacedMember => first[place] ?? { row: null, value });
  return [...kept, ...named.filter((one) => !first.includes(one))];
}

const membersOf = (lines: ItemLines | undefined, current: CatalogueItem | null): readonly Member[] =>
  ((lines && current?.[lines.field]) ?? []) as readonly Member[];

/** Reports the ids of members that the item does not have. A new item ignores them: its rows are copies of those of another one. */
function reportUnknownMembers({ lines }: ItemCsv, group: Group, current: CatalogueItem | null): void {
  if (!lines || !current) return;
  const places = placesOf(membersOf(lines, current), lines, group.rows);
  group.rows.forEach(({ cells }, row) => {
    if (cells[lines.id] && places[row] < 0) group.add(row, lines.id, NO_MEMBER);
  });
}

/**
 * Where the list has the member of each row, by its id or else by its key. -1: nowhere. A member whose id a row gives is found by no
 * other row's key: the file may give its former name to a new member.
 */
function placesOf(
  members: readonly Member[],
  lines: ItemLines,
  rows: readonly { readonly cells: Cells }[],
): number[] {
  const given = new Set(rows.map(({ cells }) => cells[lines.id]));
  const byId = new Map(members.map(({ id }, place) => [String(id), place]));
  const byKey = new Map<unknown, number>();
  for (const [place, member] of members.entries())
    if (!given.has(String(member.id))) byKey.set(member[memberField(lines)], place);
  return rows.map(
    ({ cells }) => (cells[lines.id] ? byId.get(cells[lines.id]) : byKey.get(cells[lines.key])) ?? -1,
  );
}

/** The field of a member that identifies it in its list. */
const memberField = ({ columns, key }: ItemLines): string =>
  columns.find(({ heading }) => heading === key)!.path[0];

function report(csv: ItemCsv, loads: readonly Loaded[], { path, message }: Fault): void {
  const { index, row, column, detail } = placeOf(csv, path, message);
  const { group, rowOfMember } = loads[index] ?? loads[0];
  group.add((row === null ? null : rowOfMember[row]) ?? 0, column, detail);
}
