import { type Cells, joinList, splitList } from '#libs/csv';
import type { CatalogueItem, ItemKind } from './catalogue-item-kind';

/**
 * What a cell contains. An empty cell is an empty `text` and an empty list; for all others it is no value.
 * A `ref` is the id of an object, or its name; `refs` and `texts` are lists.
 */
export type CellType = 'text' | 'textOrNone' | 'flag' | 'number' | 'ref' | 'refs' | 'texts';

/** A column of a CSV file of items. */
export interface ItemColumn {
  readonly heading: string;
  /** The field, or the fields from outer to inner: `['venue', 'city']`. */
  readonly path: readonly string[];
  readonly type: CellType;
}

/** How items are written into CSV files. */
export interface ItemCsv {
  readonly kind: ItemKind;
  /** The columns after `id`. */
  readonly columns: readonly ItemColumn[];
  /** The headings that identify an item without `id`, as in the catalogue. */
  readonly key: readonly string[];
  /** A list of the item. Each member has a row of its own, in which the columns of the item are repeated. */
  readonly lines?: { readonly field: string; readonly columns: readonly ItemColumn[]; readonly key: string };
}

type Values = Readonly<Record<string, unknown>>;

/** All headings, in their order. */
export const headingsOf = ({ columns, lines }: ItemCsv): string[] => [
  'id',
  ...[...columns, ...(lines?.columns ?? [])].map(({ heading }) => heading),
];

/** The rows of an item. */
export function* rowsOfItem(csv: ItemCsv, item: CatalogueItem): Generator<Cells> {
  const own = { id: String(item.id), ...cellsOf(csv.columns, item) };
  const members = csv.lines ? (item[csv.lines.field] as readonly Values[]) : [];
  if (members.length === 0) yield own;
  for (const member of members) yield { ...own, ...cellsOf(csv.lines?.columns ?? [], member) };
}

/** The cells of an object. */
export const cellsOf = (columns: readonly ItemColumn[], values: Values): Cells =>
  Object.fromEntries(columns.map(({ heading, path, type }) => [heading, cellOf(at(values, path), type)]));

function cellOf(value: unknown, type: CellType): string {
  if (value === null || value === undefined) return '';
  if (type === 'texts' || type === 'refs') return joinList((value as unknown[]).map(String));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value of a cell. A cell that cannot be one is returned as it is: the rules of the catalogue then refuse it. */
export function valueOf(cell: string, type: CellType): unknown {
  if (type === 'text') return cell;
  if (type === 'texts') return splitList(cell);
  if (type === 'refs') return splitList(cell).map(reference);
  if (cell === '') return null;
  if (type === 'flag') return FLAGS[cell.toLowerCase()] ?? cell;
  return type === 'number' || type === 'ref' ? reference(cell) : cell;
}

/** Spreadsheet programs write them in capitals. */
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

const reference = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/**
 * The fields of a row that differ from the object as it is; without one, those whose cells are not empty. So a file that was
 * exported and not edited changes nothing, not even the form in which a value is written.
 */
export function givenBy(cells: Cells, columns: readonly ItemColumn[], current: Values | null): Values {
  const given: Record<string, unknown> = {};
  const stored = current && cellsOf(columns, current);
  for (const { heading, path, type } of columns) {
    if (!Object.hasOwn(cells, heading) || cells[heading] === (stored ? stored[heading] : '')) continue;
    put(given, path, valueOf(cells[heading], type));
  }
  return given;
}

/** The object with the given fields; nested ones are merged one level deep. */
export function merged(current: Values | null, given: Values): Record<string, unknown> {
  const result: Record<string, unknown> = { ...current };
  for (const [name, value] of Object.entries(given)) {
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
    result[name] = isPart ? { ...(current?.[name] as object | undefined), ...value } : value;
  }
  return result;
}

function at(values: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (value as Values | null | undefined)?.[name], values);
}

function put(values: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) values[name] = value;
  else put((values[name] ??= {}) as Record<string, unknown>, rest, value);
}
