import type { ObjectLiteral } from 'typeorm';
import { memberPath } from '../format/objects';
import type { LoadContext } from './load-context';
import { reportReversed } from './reports';
import { type Matched, type Row, pick, type Table, type TableRules } from './table';
import { noteRewrites } from './rewrites';

interface Found {
  n: number;
  id: number;
  tenant: unknown;
  owner: unknown;
  [peeked: string]: unknown;
}

/**
 * Finds existing rows by their id or natural key, and gives new rows an id. Reports ids of another tenant or owner, ids that
 * contradict the natural key, keys that another row has, and removals from existing rows.
 */
export async function match<E extends ObjectLiteral, R extends Row<E>>(
  context: LoadContext,
  rules: TableRules<E>,
  rows: readonly R[],
): Promise<Matched<R, E>[]> {
  if (rows.length === 0) return [];
  const table = context.table(rules);
  reportTwins(context, rules, rows);
  const byId = await find(context, table, rows, 'id');
  const byKey = await find(context, table, rows, 'key');
  const moving = new Set<number>();
  const existing = rows.map((row, n) => {
    const found = byId.get(n);
    if (found) reportCrossing(context, rules, row, found);
    const holder = byKey.get(n);
    if (!holder || holder.id === found?.id) return found;
    const field = fieldOf(row.path, rules);
    if (rules.tenant && holder.tenant !== row.values[rules.tenant]) {
      context.faults.add(field, `belongs to another ${tenantNoun(rules)}`);
    } else if (context.gives(table.name, holder.id)) {
      // The file also contains the holder, with another key: equal keys in one file were reported before.
      moving.add(holder.id);
    } else if (row.id === undefined) {
      return holder;
    } else {
      context.faults.add(field, `belongs to id ${holder.id} already`);
    }
    return found;
  });
  const present = rows.flatMap((row, n) => (existing[n] ? [{ ...row, id: existing[n].id }] : []));
  await noteRewrites(context, table, present);
  const { tenant } = rules;
  await park(context, table, [...moving], tenant && rows[0].values[tenant]);
  const unnamed = rows.filter((row, n) => !existing[n] && row.id === undefined);
  const newIds = await context.newIds(table.name, unnamed.length);
  const matched = rows.map((row, n) => {
    const found = existing[n];
    const id = found?.id ?? row.id ?? newIds.shift() ?? 0;
    const current = found ? pick(found as object as Partial<E>, peekedColumns(rules)) : {};
    return { ...row, id, isNew: !found, current };
  });
  reportReversed(context, rules, matched);
  return matched;
}

async function find<E extends ObjectLiteral>(
  context: LoadContext,
  table: Table<E>,
  rows: readonly Row<E>[],
  by: 'id' | 'key',
): Promise<Map<number, Found>> {
  const { key, folded, tenant, owner } = table.rules;
  const columns = by === 'id' ? ['id'] : key;
  const wanted = rows
    .map(({ id, values }, n): object => (by === 'id' ? { n, id } : { n, ...pick(values, key) }))
    .filter((_, n) => by === 'key' || rows[n].id !== undefined);
  if (wanted.length === 0) return new Map();
  const found = await context.rows<Found>(
    `SELECT v.n, t.id, ${tenant ? `t.${table.column(tenant)}` : 'NULL'} AS tenant,
       ${owner ? `t.${table.column(owner.column)}` : 'NULL'} AS owner
       ${peekedColumns(table.rules)
         .map((property) => `, t.${table.column(property)} AS "${property}"`)
         .join('')}
     FROM ${table.given(columns, 'n integer')} JOIN "${table.name}" t ON ${table.sameKey(columns, folded)}
     ORDER BY t.id DESC`,
    [JSON.stringify(wanted)],
  );
  return new Map(found.map((row) => [row.n, row]));
}

function reportTwins<E>(context: LoadContext, rules: TableRules<E>, rows: readonly Row<E>[]): void {
  const { nullable = [] } = rules;
  if (!rules.owner && nullable.length === 0) return;
  const seen = new Set<string>();
  for (const { path, values } of rows) {
    if (rules.key.some((property) => values[property] == null && !nullable.includes(property))) continue;
    const key = JSON.stringify(rules.key.map((property) => values[property] ?? null));
    if (seen.has(key)) context.faults.add(fieldOf(path, rules), 'is given twice in this list');
    seen.add(key);
  }
}

function reportCrossing<E>(context: LoadContext, rules: TableRules<E>, row: Row<E>, found: Found): void {
  const path = memberPath(row.path, 'id');
  if (rules.tenant && found.tenant !== row.values[rules.tenant]) {
    context.faults.add(path, `belongs to another ${tenantNoun(rules)}`);
  } else if (rules.owner && found.owner !== row.values[rules.owner.column]) {
    context.faults.add(path, `belongs to another ${rules.owner.noun}`);
  }
}

/** The path where conflicts of natural keys are reported: a field, or the object itself if it consists only of the key. */
function fieldOf(path: string, { named }: { named: { field: string } }): string {
  return named.field === '' ? path : memberPath(path, named.field);
}

function tenantNoun(rules: { tenant?: string }): string {
  return rules.tenant === 'organizationId' ? 'organization' : 'fan club';
}

/** Sets temporary natural keys in rows whose keys other rows will get. The same import writes their new keys later. */
async function park<E extends ObjectLiteral>(
  context: LoadContext,
  table: Table<E>,
  ids: number[],
  tenantId: unknown,
): Promise<void> {
  if (ids.length === 0 || !context.writing) return;
  const property = table.rules.key[table.rules.key.length - 1];
  const parked = table.isText(property)
    ? `'(moved) ' || id`
    : `timestamptz '0001-01-01 00:00:00Z' + id * interval '1 microsecond'`;
  const { tenant } = table.rules;
  await context.change(
    `UPDATE "${table.name}" SET ${table.column(property)} = ${parked}
     WHERE id = ANY ($1::bigint[]) ${tenant ? `AND ${table.column(tenant)} = $2` : ''}`,
    tenant ? [ids, tenantId] : [ids],
  );
}

function peekedColumns<E>({ peek = [], period }: TableRules<E>): readonly (keyof E & string)[] {
  return [...peek, ...(period?.columns ?? [])];
}
