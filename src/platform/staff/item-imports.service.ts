import { Injectable, type StreamableFile } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { type CsvFault, CsvRefused, errorFile, readCsv } from '#libs/csv';
import type { Fault } from '#platform/catalogue';
import type { CsvUpload } from '#platform/http';
import type { CatalogueItem } from './catalogue-item-kind';
import { CatalogueItems, differences, followersOf } from './catalogue-items.service';
import { cleanHtml } from './clean-html';
import { cellsOf, givenBy, headingsOf, type ItemCsv, merged, rowsOfItem } from './item-csv';
import { type Group, groupsOf, keyOf, placeOf } from './item-groups';
import type { StaffAnswer } from './staff-answers.interceptor';
import { csvFile, type CsvReport, reported } from './staff-csv';
import type { StaffViewer } from './staff-viewer';
import { type ClubChange, StaffWork } from './staff-work.service';

/** The maximum of rows in a file: they are in memory together. */
const MAX_ROWS = 5_000;
/** Items that are loaded together. */
const BATCH = 100;

/** Ends the transaction of an import that writes nothing. */
class NothingImported extends Error {}

/** Imports CSV files of items, with the rules of the catalogue. */
@Injectable()
export class ItemImports {
  constructor(
    private readonly work: StaffWork,
    private readonly items: CatalogueItems,
  ) {}

  /** All items as a file for download, in the columns that {@link import} reads. */
  async export(viewer: StaffViewer, csv: ItemCsv): Promise<StreamableFile> {
    const items = await this.work.read(viewer, (rows) => this.items.all(rows, csv.kind));
    const rows = function* () {
      for (const item of items) yield* rowsOfItem(csv, item);
    };
    return csvFile(csv.kind.path ?? csv.kind.field, headingsOf(csv), rows());
  }

  /**
   * Imports a file as a whole, or nothing of it if there is a fault. A dry run imports nothing, and reports the same.
   * @throws BodyRefused (413)
   */
  async import(viewer: StaffViewer, csv: ItemCsv, upload: CsvUpload, dryRun: boolean): Promise<StaffAnswer> {
    let groups: readonly Group[] = [];
    let headings: readonly string[] = [];
    try {
      const file = await readCsv(upload, { headings: headingsOf(csv), maxRows: MAX_ROWS });
      headings = file.headings;
      groups = await groupsOf(csv, file.rows);
    } catch (error) {
      if (!(error instanceof CsvRefused)) throw error;
      return reported({ new: 0, changed: 0, unchanged: 0, faults: [error.fault] }, dryRun);
    }
    const counts = { new: 0, changed: 0, unchanged: 0 };
    await this.work
      .change(viewer, async (change) => {
        // What the file leaves out stays as it is, so nobody else may change it meanwhile.
        await change.lockAll(csv.kind.entity);
        const before = await this.items.all(change, csv.kind);
        Object.assign(counts, await this.load(change, csv, groups, before));
        if (dryRun || groups.some(({ faults }) => faults.length > 0)) throw new NothingImported();
        change.audit({
          action: `${csv.kind.path ?? csv.kind.field}.imported`,
          subject: { type: csv.kind.subject, id: null },
          after: counts,
        });
      })
      .catch((error: unknown) => {
        if (!(error instanceof NothingImported)) throw error;
      });
    const found = await faultsOf(headings, groups);
    // After a fault not all items were loaded, so what would have changed is not known.
    if (found.faults.length > 0) Object.assign(counts, { new: 0, changed: 0, unchanged: 0 });
    return reported({ ...counts, ...found }, dryRun);
  }

  /** Loads the groups without faults, adds faults to them, records and counts what differs afterwards. */
  private async load(
    change: ClubChange,
    csv: ItemCsv,
    groups: readonly Group[],
    before: readonly CatalogueItem[],
  ): Promise<Pick<CsvReport, 'new' | 'changed' | 'unchanged'>> {
    const known = new Map(before.map((item) => [item.id, item]));
    const byKey = new Map(before.map((item) => [keyOf(csv, cellsOf(csv.columns, item)), item]));
    const named = new Map<number, Group>();
    const loads = groups.flatMap((group) => {
      const { id } = group;
      const current = (id === null ? byKey.get(keyOf(csv, group.rows[0].cells)) : known.get(id)) ?? null;
      if (id !== null && !current) group.add(0, 'id', 'is not the id of one of this fan club');
      const other = current && named.get(current.id);
      if (other) group.add(0, null, `is about the same as line ${other.rows[0].line}`);
      if (current) named.set(current.id, group);
      return group.faults.length > 0 ? [] : [{ group, ...itemOf(csv, group, current) }];
    });
    for (let start = 0; start < loads.length; start += BATCH) {
      await this.loadSome(change, csv, loads.slice(start, start + BATCH));
    }
    const counts = {
      new: 0,
      changed: 0,
      unchanged: groups.filter(({ faults }) => faults.length === 0).length,
    };
    const type = csv.kind.subject;
    for (const after of await this.items.all(change, csv.kind)) {
      const former = known.get(after.id);
      if (former && JSON.stringify(former) === JSON.stringify(after)) continue;
      const subject = { type, id: after.id };
      if (former) change.audit({ action: `${type}.changed`, subject, ...differences(former, after) });
      else change.audit({ action: `${type}.created`, subject, after });
      counts[former ? 'changed' : 'new'] += 1;
      counts.unchanged -= 1;
    }
    return counts;
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

/** An item of the file. */
interface Loaded {
  readonly group: Group;
  readonly item: object;
  /** For each member of the item's list, its row in the group; null: the file does not name it. */
  readonly rowOfMember: readonly (number | null)[];
}

/** The item of a group, with what the file does not give as it is. Only what the file gives is cleaned. */
function itemOf(
  { kind, columns, lines }: ItemCsv,
  { rows }: Group,
  current: CatalogueItem | null,
): Omit<Loaded, 'group'> {
  const own = givenBy(rows[0].cells, columns, current);
  const members = ((lines && current?.[lines.field]) ?? []) as readonly Member[];
  const listed = rows.flatMap(({ cells }, row) => {
    if (!lines?.columns.some(({ heading }) => cells[heading])) return [];
    const place = members.findIndex((member) => member[memberField(lines)] === cells[lines.key]);
    const before = place < 0 ? null : members[place];
    return [{ row, place, before, given: givenBy(cells, lines.columns, before) }];
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

/** The field of a member that identifies it in its list. */
const memberField = ({ columns, key }: NonNullable<ItemCsv['lines']>): string =>
  columns.find(({ heading }) => heading === key)!.path[0];

function report(csv: ItemCsv, loads: readonly Loaded[], { path, message }: Fault): void {
  const { index, row, column, detail } = placeOf(csv, path, message);
  const { group, rowOfMember } = loads[index] ?? loads[0];
  group.add((row === null ? null : rowOfMember[row]) ?? 0, column, detail);
}

async function faultsOf(
  headings: readonly string[],
  groups: readonly Group[],
): Promise<Pick<CsvReport, 'faults' | 'error_file'>> {
  const faults: CsvFault[] = groups
    .flatMap((group) => group.faults)
    .sort((one, other) => one.line - other.line);
  if (faults.length === 0) return { faults };
  const byLine = new Map<number, CsvFault[]>();
  for (const fault of faults) byLine.set(fault.line, [...(byLine.get(fault.line) ?? []), fault]);
  const rows = groups
    .flatMap((group) => group.rows)
    .flatMap(({ line, cells }) => (byLine.has(line) ? { line, cells, faults: byLine.get(line)! } : []))
    .sort((one, other) => one.line - other.line);
  return { faults, error_file: await text(errorFile(headings, rows)) };
}
