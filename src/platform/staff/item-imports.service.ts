import { Injectable, type StreamableFile } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { type CsvFault, CsvRefused, errorFile, readCsv } from '#libs/csv';
import type { Fault } from '#platform/catalogue';
import type { CsvUpload } from '#platform/http';
import type { CatalogueItem } from './catalogue-item-kind';
import { CatalogueItems, differences } from './catalogue-items.service';
import { cleanHtml } from './clean-html';
import { cellsOf, givenBy, headingsOf, type ItemCsv, merged, rowsOfItem } from './item-csv';
import { type Group, groupsOf, placeOf } from './item-groups';
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
    const loads = groups.flatMap((group) => {
      const { id } = group;
      const current = (id === null ? byKey.get(keyOf(csv, group.rows[0].cells)) : known.get(id)) ?? null;
      if (id !== null && !current) group.add(0, 'id', 'is not the id of one of this fan club');
      return group.faults.length > 0 ? [] : [{ group, item: itemOf(csv, group, current) }];
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
  private async loadSome(
    change: ClubChange,
    csv: ItemCsv,
    loads: readonly { group: Group; item: object }[],
  ): Promise<void> {
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

/** The item of a group, with what the file does not give as it is. Only what the file gives is cleaned. */
function itemOf({ kind, columns, lines }: ItemCsv, { rows }: Group, current: CatalogueItem | null): object {
  const own = givenBy(rows[0].cells, columns, current);
  const members = (lines && (current?.[lines.field] as readonly Record<string, unknown>[])) ?? [];
  const listed = lines ? rows.filter(({ cells }) => lines.columns.some(({ heading }) => cells[heading])) : [];
  const currents = listed.map(
    ({ cells }) =>
      members.find(({ [String(memberField(lines))]: name }) => name === cells[lines?.key ?? '']) ?? null,
  );
  const given = listed.map(({ cells }, n) => givenBy(cells, lines?.columns ?? [], currents[n]));
  const cleaned = cleanHtml({ ...own, ...(lines && { [lines.field]: given }) }, kind.html ?? []) as Record<
    string,
    unknown
  >;
  const item = merged(current, cleaned);
  if (kind.linked) delete item[kind.linked.field];
  if (lines) {
    const parts = cleaned[lines.field] as readonly Record<string, unknown>[];
    item[lines.field] = parts.map((part, n) => merged(currents[n], part));
  }
  return item;
}

/** The field of a member that identifies it in its list. */
const memberField = (lines: ItemCsv['lines']): string | undefined =>
  lines?.columns.find(({ heading }) => heading === lines.key)?.path[0];

const keyOf = ({ key }: ItemCsv, cells: Readonly<Record<string, string>>): string =>
  JSON.stringify(key.map((heading) => cells[heading] ?? ''));

function report(csv: ItemCsv, loads: readonly { group: Group }[], { path, message }: Fault): void {
  const { index, row, column, detail } = placeOf(csv, path, message);
  const { group } = loads[index] ?? loads[0];
  const listed = csv.lines
    ? group.rows.flatMap(({ cells }, n) =>
        csv.lines?.columns.some(({ heading }) => cells[heading]) ? [n] : [],
      )
    : [];
  group.add(row === null ? 0 : (listed[row] ?? 0), column, detail);
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
