import { type Cells, joinList, splitList } from '#libs/csv';
import { parseId } from '#libs/validation';
import type { AuditAction } from '../audit/audit-kinds';
import type { CatalogueItem, ItemKind } from './catalogue-item-kind';
import type { ClubEntity } from './club-rows';
import { type CellType, columnsOf, type ItemColumn } from './item-columns';

/** How the file of a kind of item differs from others. */
export interface ItemFile {
  /** The action of an import in the record of changes: `events.imported`. */
  readonly imported: AuditAction;
  /** The headings that identify an item without `id`, as in the catalogue. */
  readonly key: readonly string[];
  /** Those of the key that a file may leave out. An empty cell of them is a value: none. */
  readonly optionalKey?: readonly string[];
  /** The headings after `id`; absent: those of the key. The others are in the order of the catalogue, HTML last. */
  readonly first?: readonly string[];
  /** A reference to objects whose names may look like ids: the season `2026`. Its cells may have the id or the name. */
  readonly numbered?: NumberedReference;
  /** Before the headings of the members of an item (`ItemKind.members`); absent: the file has no members. */
  readonly memberPrefix?: string;
}

/** See {@link ItemFile.numbered}. */
export interface NumberedReference {
  readonly heading: string;
  readonly entity: ClubEntity<{ fanclubId: number; id: number; name: string }>;
  /** The kind of object in faults: `sales period`. */
  readonly noun: string;
}

/** The list of an item in a CSV file. */
export interface ItemLines {
  readonly field: string;
  readonly columns: readonly ItemColumn[];
  /** The headings of a member's id, and of what identifies it in its list without one. */
  readonly id: string;
  readonly key: string;
}

/** How items are written into CSV files. */
export interface ItemCsv extends ItemFile {
  readonly kind: ItemKind;
  /** The columns after `id`. */
  readonly columns: readonly ItemColumn[];
  /** A list of the item. Each member has a row of its own, in which the columns of the item are repeated. */
  readonly lines?: ItemLines;
}

/** The file of a kind of item, with the columns that the catalogue gives it. */
export function itemCsv(kind: ItemKind, file: ItemFile): ItemCsv {
  const { key, first = key, memberPrefix: prefix } = file;
  const own = columnsOf(kind).filter(({ heading }) => heading !== 'id');
  const leading = first.flatMap((name) => own.filter(({ heading }) => heading === name));
  const columns = [...leading, ...own.filter((column) => !leading.includes(column))];
  if (!kind.members || prefix === undefined) return { ...file, kind, columns };
  const { field, key: name } = kind.members;
  const lines = { field, id: `${prefix}id`, key: prefix + name, columns: columnsOf(kind, field, prefix) };
  return { ...file, kind, columns, lines };
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

/** The value of a cell. An invalid cell is returned unchanged, and the rules of the catalogue refuse it. */
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

const reference = (text: string): string | number => parseId(text) ?? text;

/**
 * The fields of a row that differ from the object as it is; without one, those whose cells are not empty. So importing an unedited
 * export changes nothing, not even the spelling of a value.
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

/** The fields of the key whose cells are empty, for a new item: without them, it would be stored as another one of its name. */
export function emptyKey({ columns, optionalKey = [] }: ItemCsv, cells: Cells): Values {
  const given: Record<string, unknown> = {};
  for (const { heading, path } of columns)
    if (optionalKey.includes(heading) && cells[heading] === '') put(given, path, null);
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
