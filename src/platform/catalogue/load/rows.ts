import type { ObjectLiteral } from 'typeorm';
import { memberPath } from '../format/objects';
import type { Loading } from './loading';
import { noteRewrites } from './rewrites';
import type { Table, TableRules } from './table';

/** An object of the file as a row. */
export interface Row<E> {
  /** Where the object stands in the file. */
  readonly path: string;
  /** Its id, if the file gives one. */
  readonly id?: number;
  /** What the file says of it; undefined = nothing: such a column of an existing row stays. */
  readonly values: Partial<E>;
  /** What a new row gets where the file says nothing. */
  readonly fallbacks?: Partial<E>;
}

/** A row that is known to be new or to exist. */
export type Matched<R, E> = Omit<R, 'id'> & {
  readonly id: number;
  readonly isNew: boolean;
  /** The peeked columns of an existing row; empty for a new one. */
  readonly current: Partial<E>;
};

interface Found {
  n: number;
  id: number;
  tenant: unknown;
  owner: unknown;
  [peeked: string]: unknown;
}

/**
 * Finds which rows exist already, by the given id or else by natural key, and gives new ones their ids. Reports ids that
 * belong to another tenant or owner, ids that contradict the natural key, and keys that are taken. Notes what existing rows
 * lose, while they are as they were before the import.
 */
export async function match<E extends ObjectLiteral, R extends Row<E>>(
  loading: Loading,
  rules: TableRules<E>,
  rows: readonly R[],
): Promise<Matched<R, E>[]> {
  if (rows.length === 0) return [];
  const table = loading.table(rules);
  reportTwins(loading, rules, rows);
  const byId = await find(loading, table, rows, 'id');
  const byKey = await find(loading, table, rows, 'key');
  const moving = new Set<number>();
  const existing = rows.map((row, n) => {
    const found = byId.get(n);
    if (found) reportCrossing(loading, rules, row, found);
    const holder = byKey.get(n);
    if (!holder || holder.id === found?.id) return found;
    const field = fieldOf(row.path, rules);
    if (rules.tenant && holder.tenant !== row.values[rules.tenant]) {
      loading.faults.add(field, `belongs to another ${tenantNoun(rules)}`);
    } else if (loading.gives(table.name, holder.id)) {
      // The file gives the present holder another key, or else the two would clash in the file itself.
      moving.add(holder.id);
    } else if (row.id === undefined) {
      return holder;
    } else if (found) {
      loading.faults.add(field, `belongs to id ${holder.id} already`);
    } else {
      const contradiction = `contradicts the ${rules.named.noun}, which belongs to id ${holder.id}`;
      loading.faults.add(memberPath(row.path, 'id'), contradiction);
    }
    return found;
  });
  const present = rows.flatMap((row, n) => (existing[n] ? [{ ...row, id: existing[n].id }] : []));
  await noteRewrites(loading, table, present);
  const { tenant } = rules;
  await park(loading, table, [...moving], tenant && rows[0].values[tenant]);
  const unnamed = rows.filter((row, n) => !existing[n] && row.id === undefined);
  const newIds = await loading.newIds(table.name, unnamed.length);
  return rows.map((row, n) => {
    const found = existing[n];
    const id = found?.id ?? row.id ?? newIds.shift() ?? 0;
    return { ...row, id, isNew: !found, current: found ? peeked(rules, found) : {} };
  });
}

/** Reports a unique column other than the natural key whose value another row has. */
export async function reportTaken<E extends ObjectLiteral>(
  loading: Loading,
  rules: TableRules<E>,
  rows: readonly Matched<Row<E>, E>[],
  key: readonly (keyof E & string)[],
  fault: { field: string; message: string },
): Promise<void> {
  const last = key[key.length - 1];
  const given = rows.filter(({ values }) => values[last] != null);
  if (given.length === 0) return;
  const table = loading.table(rules);
  const taken = await loading.rows<{ n: number }>(
    `SELECT v.n FROM ${table.given(['id', ...key], 'n integer')} JOIN "${table.name}" t
     ON ${table.sameKey(key, rules.folded)} AND t.id <> v.id`,
    [JSON.stringify(given.map(({ id, values }, n) => ({ n, ...pick(values, key), id })))],
  );
  for (const { n } of taken) loading.faults.add(memberPath(given[n].path, fault.field), fault.message);
}

/**
 * Reports a period that ends before it begins, with what the file does not say taken from the row as it is, or as it will be
 * filled in. Both columns are to be among the peeked ones.
 */
export function reportReversed<E extends ObjectLiteral>(
  { faults }: Loading,
  rows: readonly Matched<Row<E>, E>[],
  [first, last]: readonly [keyof E & string, keyof E & string],
  { field, message }: { field: string; message: string },
): void {
  for (const { path, values, fallbacks, current, isNew } of rows) {
    const kept: Partial<E> = (isNew ? fallbacks : current) ?? {};
    const [begin, end] = [first, last].map((column): Date | null | undefined =>
      values[column] === undefined ? kept[column] : values[column],
    );
    if (begin && end && end < begin) faults.add(memberPath(path, field), message);
  }
}

async function find<E extends ObjectLiteral>(
  loading: Loading,
  table: Table<E>,
  rows: readonly Row<E>[],
  by: 'id' | 'key',
): Promise<Map<number, Found>> {
  const { key, folded, tenant, owner, peek = [] } = table.rules;
  const columns = by === 'id' ? ['id'] : key;
  const wanted = rows
    .map(({ id, values }, n): object => (by === 'id' ? { n, id } : { n, ...pick(values, key) }))
    .filter((_, n) => by === 'key' || rows[n].id !== undefined);
  if (wanted.length === 0) return new Map();
  const found = await loading.rows<Found>(
    `SELECT v.n, t.id, ${tenant ? `t.${table.column(tenant)}` : 'NULL'} AS tenant,
       ${owner ? `t.${table.column(owner.column)}` : 'NULL'} AS owner
       ${peek.map((property) => `, t.${table.column(property)} AS "${property}"`).join('')}
     FROM ${table.given(columns, 'n integer')} JOIN "${table.name}" t ON ${table.sameKey(columns, folded)}
     ORDER BY t.id DESC`,
    [JSON.stringify(wanted)],
  );
  return new Map(found.map((row) => [row.n, row]));
}

function reportTwins<E>(loading: Loading, rules: TableRules<E>, rows: readonly Row<E>[]): void {
  if (!rules.owner) return;
  const seen = new Set<string>();
  for (const { path, values } of rows) {
    const parts = rules.key.map((property) => values[property]);
    if (parts.some((part) => part == null)) continue;
    const key = JSON.stringify(parts);
    if (seen.has(key)) loading.faults.add(fieldOf(path, rules), 'is given twice in this list');
    seen.add(key);
  }
}

function reportCrossing<E>(loading: Loading, rules: TableRules<E>, row: Row<E>, found: Found): void {
  const path = memberPath(row.path, 'id');
  if (rules.tenant && found.tenant !== row.values[rules.tenant]) {
    loading.faults.add(path, `belongs to another ${tenantNoun(rules)}`);
  } else if (rules.owner && found.owner !== row.values[rules.owner.column]) {
    loading.faults.add(path, `belongs to another ${rules.owner.noun}`);
  }
}

/** Where a clash of natural keys is reported: at a field, or at the object itself if that is but the key. */
function fieldOf(path: string, { named }: { named: { field: string } }): string {
  return named.field === '' ? path : memberPath(path, named.field);
}

function tenantNoun(rules: { tenant?: string }): string {
  return rules.tenant === 'organizationId' ? 'organization' : 'fan club';
}

/** Makes room: rows whose natural keys go to others give them up now, and get their new ones later in the same import. */
async function park<E extends ObjectLiteral>(
  loading: Loading,
  table: Table<E>,
  ids: number[],
  tenantId: unknown,
): Promise<void> {
  if (ids.length === 0 || !loading.writing) return;
  const property = table.rules.key[table.rules.key.length - 1];
  const parked = table.isText(property)
    ? `'(moved) ' || id`
    : `timestamptz '0001-01-01 00:00:00Z' + id * interval '1 microsecond'`;
  const { tenant } = table.rules;
  await loading.change(
    `UPDATE "${table.name}" SET ${table.column(property)} = ${parked}
     WHERE id = ANY ($1::bigint[]) ${tenant ? `AND ${table.column(tenant)} = $2` : ''}`,
    tenant ? [ids, tenantId] : [ids],
  );
}

function peeked<E>(rules: TableRules<E>, found: Found): Partial<E> {
  return Object.fromEntries((rules.peek ?? []).map((property) => [property, found[property]])) as Partial<E>;
}

function pick<E>(values: Partial<E>, properties: readonly (keyof E & string)[]): Partial<E> {
  return Object.fromEntries(properties.map((property) => [property, values[property]])) as Partial<E>;
}
