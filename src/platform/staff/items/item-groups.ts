import type { Cells, CsvFault, CsvRow } from '#libs/csv';
import { instantOf } from '#libs/format';
import { parseId } from '#libs/validation';
import type { ItemColumn } from './item-columns';
import { headingsOf, type ItemCsv } from './item-csv';

/** A row to which faults are added. */
interface Row extends CsvRow {
  readonly faults: CsvFault[];
}

/** The rows of a file about one item. */
export class Group {
  constructor(
    /** Null: the file does not give it. */
    readonly id: number | null,
    readonly rows: Row[],
  ) {}

  get isFaulty(): boolean {
    return this.rows.some(({ faults }) => faults.length > 0);
  }

  /** Adds a fault of a row, by its place in the group. */
  add(row: number, column: string | null, detail: string): void {
    const { line, faults } = this.rows[row];
    faults.push({ line, column, detail });
  }
}

/** What identifies an item without `id`. The same instant is the same in any form. */
export const keyOf = ({ key }: Pick<ItemCsv, 'key'>, cells: Cells): string =>
  JSON.stringify(
    key.map((heading) => instantOf(cells[heading] ?? '')?.toISOString() ?? cells[heading] ?? ''),
  );

/** The rows by item. Rows without list members may name an item only once, and all rows of an item must agree about it. */
export async function groupsOf(csv: ItemCsv, rows: AsyncIterable<CsvRow>): Promise<Group[]> {
  const groups = new Map<string, Group>();
  for await (const row of rows) {
    const { id: idCell = '' } = row.cells;
    const id = parseId(idCell);
    const identity = id === null ? keyOf(csv, row.cells) : idCell;
    const found = groups.get(identity);
    const group = found ?? new Group(id, []);
    if (!found) groups.set(identity, group);
    group.rows.push({ ...row, faults: [...row.faults] });
    const last = group.rows.length - 1;
    if (idCell !== '' && id === null) group.add(last, 'id', 'must be a number');
    if (found) requireSame(csv, group, last);
  }
  return [...groups.values()];
}

function requireSame(csv: ItemCsv, group: Group, last: number): void {
  const { cells } = group.rows[last];
  const [first] = group.rows;
  if (!csv.lines) {
    group.add(last, null, `is about the same as line ${first.line}`);
    return;
  }
  for (const { heading } of csv.columns) {
    if (cells[heading] !== first.cells[heading]) group.add(last, heading, `differs from line ${first.line}`);
  }
}

/** Where a fault of the catalogue is in a file. */
export interface Place {
  /** The item among those that were loaded together. */
  readonly index: number;
  /** The row among those of the item that have list members; null: the item itself. */
  readonly row: number | null;
  readonly column: string | null;
  readonly detail: string;
}

/** @param path as in the catalogue: `club.events[3].links[1].url` */
export function placeOf(csv: ItemCsv, path: string, message: string): Place {
  const [, index = '0', rest = ''] = /^club\.\w+\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const { lines } = csv;
  const member = lines && new RegExp(`^${lines.field}\\[(\\d+)\\]\\.?(.*)$`).exec(rest);
  const field = member ? member[2] : rest;
  const names = field.split(/[.[\]]+/).filter((name) => name !== '');
  const column = columnOf(member ? lines.columns : csv.columns, names);
  return {
    index: Number(index),
    row: member ? Number(member[1]) : null,
    column,
    detail:
      column === null && field !== '' && !headingsOf(csv).includes(field) ? `${field} ${message}` : message,
  };
}

/** The column of a field, also of a member of a list in one cell. */
function columnOf(columns: readonly ItemColumn[], names: readonly string[]): string | null {
  const found = columns.find(({ path }) => path.every((name, n) => names[n] === name));
  return found?.heading ?? null;
}
