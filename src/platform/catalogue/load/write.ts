import type { ObjectLiteral } from 'typeorm';
import { memberPath } from '../format/objects';
import type { LoadContext } from './load-context';
import type { Matched, Row, Table, TableRules } from './table';
import { match } from './rows';

/** Matches rows and writes them; see {@link match} and {@link write}. */
export async function save<E extends ObjectLiteral, R extends Row<E>>(
  context: LoadContext,
  rules: TableRules<E>,
  rows: readonly R[],
): Promise<Matched<R, E>[]> {
  const matched = await match(context, rules, rows);
  await write(context, rules, matched);
  return matched;
}

/**
 * Writes matched rows: new ones with all columns, existing ones only if they differ from the file. Does nothing if the import only
 * checks.
 */
export async function write<E extends ObjectLiteral>(
  context: LoadContext,
  rules: TableRules<E>,
  rows: readonly Matched<Row<E>, E>[],
): Promise<void> {
  if (rows.length === 0 || !context.writing) return;
  const table = context.table(rules);
  const stamps = table.has('updatedAt') ? { createdAt: context.now, updatedAt: context.now } : {};
  const created = rows
    .filter(({ isNew }) => isNew)
    .map(({ id, values, fallbacks }) => sent(id, values, { ...stamps, ...fallbacks }));
  const existing = rows.filter(({ isNew }) => !isNew).map(({ id, values }) => sent(id, values));
  const counts = context.counts(table.name);
  for (const group of byColumns(created)) {
    await context.rows(insertion(table, Object.keys(group[0])), [JSON.stringify(group)]);
  }
  for (const group of byColumns(existing)) {
    const updated = await update(context, table, group);
    counts.updated += updated;
    counts.unchanged += group.length - updated;
  }
  counts.created += created.length;
}

/** A list that the file gives as a whole. */
export interface WholeList<E> {
  readonly fanclubId: number;
  /** The column of the list's owner. */
  readonly owner: keyof E & string;
  /** The owners, with their paths in the file. */
  readonly owners: readonly { readonly id: number; readonly path: string; readonly isNew: boolean }[];
  /** The owner's field of the list. */
  readonly field: string;
}

/** Saves lists that the file gives as a whole: other rows of their owners are removed. */
export async function saveWhole<E extends ObjectLiteral, R extends Row<E>>(
  context: LoadContext,
  rules: TableRules<E>,
  list: WholeList<E>,
  rows: readonly R[],
): Promise<Matched<R, E>[]> {
  const saved = await save(context, rules, rows);
  await prune(context, rules, list, saved);
  return saved;
}

/** Removes the rows of these owners that are not in `kept`, and reports it. Returns their ids. */
export async function prune<E extends ObjectLiteral>(
  context: LoadContext,
  rules: TableRules<E>,
  { fanclubId, owner, owners, field }: WholeList<E>,
  kept: readonly { id: number }[],
): Promise<number[]> {
  const paths = new Map(
    owners.filter(({ isNew }) => !isNew).map(({ id, path }) => [id, memberPath(path, field)]),
  );
  if (paths.size === 0 || context.faults.any) return [];
  const table = context.table(rules);
  const lost = await context.rows<{ id: number; owner: number; shown: string | null }>(
    `SELECT id, ${table.column(owner)} AS owner, ${rules.shown ? table.column(rules.shown) : 'NULL'} AS shown
     FROM "${table.name}"
     WHERE fanclub_id = $1 AND ${table.column(owner)} = ANY ($2::bigint[]) AND id <> ALL ($3::bigint[])
     ORDER BY id`,
    [fanclubId, [...paths.keys()], kept.map(({ id }) => id)],
  );
  for (const [id, path] of paths) {
    const gone = lost.filter((row) => row.owner === id);
    if (gone.length > 0) context.changes.add('removal', path, removing(rules, owner, gone));
  }
  const ids = lost.map(({ id }) => id);
  if (ids.length === 0 || !context.writing) return ids;
  context.counts(table.name).removed += await context.change(
    `DELETE FROM "${table.name}" WHERE fanclub_id = $1 AND id = ANY ($2::bigint[])`,
    [fanclubId, ids],
  );
  return ids;
}

function removing<E>(
  { key, shown }: TableRules<E>,
  owner: keyof E & string,
  gone: readonly { shown: string | null }[],
): string {
  // The owner is the whole key, so an owner has one row at most.
  if (key.length === 1 && key[0] === owner) return 'is removed';
  if (shown) return `loses ${gone.map((row) => JSON.stringify(row.shown)).join(', ')}`;
  return `loses ${gone.length} ${gone.length === 1 ? 'entry' : 'entries'}`;
}

function insertion<E extends ObjectLiteral>(table: Table<E>, properties: readonly string[]): string {
  const columns = properties.map((property) => table.column(property));
  return `INSERT INTO "${table.name}" (${columns.join(', ')})
    SELECT ${properties.map((property) => `v."${property}"`).join(', ')} FROM ${table.given(properties)}`;
}

async function update<E extends ObjectLiteral>(
  context: LoadContext,
  table: Table<E>,
  rows: readonly { id: number }[],
): Promise<number> {
  const given = Object.keys(rows[0]);
  const tenant = table.rules.tenant;
  const changing = given.filter((property) => property !== 'id' && property !== tenant);
  if (changing.length === 0) return 0;
  const assignments = changing.map((property) => `${table.column(property)} = v."${property}"`);
  const stored = changing.map((property) => `t.${table.column(property)}`);
  const wanted = changing.map((property) => `v."${property}"`);
  return context.change(
    `UPDATE "${table.name}" t SET ${assignments.join(', ')}, updated_at = $2
     FROM ${table.given(given)}
     WHERE t.id = v.id ${tenant ? `AND ${table.sameKey([tenant])}` : ''}
       AND (${stored.join(', ')}) IS DISTINCT FROM (${wanted.join(', ')})`,
    [JSON.stringify(rows), context.now],
  );
}

/** The row as a parameter, without undefined values. */
function sent(id: number, values: object, base: object = {}): { id: number } {
  const row: Record<string, unknown> = { ...base };
  for (const [property, value] of Object.entries(values)) {
    if (value !== undefined) row[property] = value;
  }
  return Object.assign(row, { id });
}

/** Groups rows by their columns, since objects of a file may give different fields. */
function byColumns<T extends object>(rows: readonly T[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const columns = Object.keys(row).join();
    const group = groups.get(columns);
    if (group) group.push(row);
    else groups.set(columns, [row]);
  }
  return [...groups.values()];
}
