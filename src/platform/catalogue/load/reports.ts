import type { ObjectLiteral } from 'typeorm';
import { memberPath } from '../format/objects';
import type { LoadContext } from './load-context';
import { type Matched, type Row, pick, type TableRules } from './table';

/** Reports rows whose value of `key` belongs to another row already. `key` is a unique key other than the natural key. */
export async function reportTaken<E extends ObjectLiteral>(
  context: LoadContext,
  rules: TableRules<E>,
  rows: readonly Matched<Row<E>, E>[],
  key: readonly (keyof E & string)[],
  fault: { field: string; message: string },
): Promise<void> {
  const last = key[key.length - 1];
  const given = rows.filter(({ values }) => values[last] != null);
  if (given.length === 0) return;
  const table = context.table(rules);
  const taken = await context.rows<{ n: number }>(
    `SELECT v.n FROM ${table.given(['id', ...key], 'n integer')} JOIN "${table.name}" t
     ON ${table.sameKey(key, rules.folded)} AND t.id <> v.id`,
    [JSON.stringify(given.map(({ id, values }, n) => ({ n, ...pick(values, key), id })))],
  );
  for (const { n } of taken) context.faults.add(memberPath(given[n].path, fault.field), fault.message);
}

/** Reports periods that end before they start. If the file does not give a bound, the stored value or the fallback is used. */
export function reportReversed<E extends ObjectLiteral>(
  { faults }: LoadContext,
  { period }: TableRules<E>,
  rows: readonly Matched<Row<E>, E>[],
): void {
  if (!period) return;
  const [startField, endField] = period.fields;
  for (const { path, values, fallbacks, current, isNew } of rows) {
    const kept: Partial<E> = (isNew ? fallbacks : current) ?? {};
    const [start, end] = period.columns.map((column): Date | null | undefined =>
      values[column] === undefined ? kept[column] : values[column],
    );
    if (start && end && end < start) {
      faults.add(memberPath(path, endField), `must not be before ${startField}`);
    }
  }
}
