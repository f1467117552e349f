import type { ObjectLiteral } from 'typeorm';
import { isObject } from '../format/objects';
import type { LoadContext } from './load-context';
import type { Table } from './table';

interface Lost {
  readonly id: number;
  readonly property: string;
  /** The current value as text; null for an object. */
  readonly stored: string | null;
}

/**
 * Reports the existing rows that lose elements of a list, or whose record of the past changes. `lists` and `history` of the
 * table's rules name these columns.
 */
export async function noteRewrites<E extends ObjectLiteral>(
  context: LoadContext,
  table: Table<E>,
  rows: readonly { id: number; path: string; values: Partial<E> }[],
): Promise<void> {
  const { tenant, history = {}, lists = {} } = table.rules;
  const fields: Partial<Record<string, string>> = { ...history, ...lists };
  const watched = Object.keys(fields);
  const relevant = rows.filter(({ values }) => watched.some((property) => values[property] !== undefined));
  if (relevant.length === 0 || context.faults.any) return;
  const tests = watched.map((property) => {
    const [stored, given] = [`t.${table.column(property)}`, `v."${property}"`];
    const isHit =
      property in lists
        ? loses(table.isObject(property), stored, given)
        : `${stored} IS DISTINCT FROM ${given}`;
    const shown =
      property in lists ? `to_jsonb(${stored})::text` : table.isObject(property) ? 'NULL' : `${stored}::text`;
    return `('${property}', ${stored} IS NOT NULL AND ${isHit}, ${shown})`;
  });
  const found = await context.rows<Lost>(
    `SELECT t.id, test.property, test.stored
     FROM ${table.given(['id', ...(tenant ? [tenant] : []), ...watched])}
     JOIN "${table.name}" t ON t.id = v.id ${tenant ? `AND ${table.sameKey([tenant])}` : ''}
     CROSS JOIN LATERAL (VALUES ${tests.join(', ')}) AS test(property, is_hit, stored)
     WHERE test.is_hit`,
    [JSON.stringify(relevant.map(({ id, values }) => ({ ...values, id })))],
  );
  for (const { id, path, values } of found.length > 0 ? relevant : []) {
    for (const { property, stored } of found.filter((lost) => lost.id === id)) {
      const given: unknown = values[property];
      if (given === undefined) continue;
      const message = property in lists ? losing(stored, given) : rewriting(stored);
      context.changes.add('removal', `${path}.${fields[property]}`, message);
    }
  }
}

/** SQL that tests whether a list loses elements, or an object loses fields. */
function loses(isObject: boolean, stored: string, given: string): string {
  return isObject
    ? `${stored} - ARRAY(SELECT jsonb_object_keys(${given})) <> '{}'`
    : `(NOT ${stored} <@ ${given} OR cardinality(${stored}) > cardinality(${given}))`;
}

function losing(stored: string | null, given: unknown): string {
  const remaining = elementsOf(given);
  const lost = elementsOf(JSON.parse(stored ?? '[]')).filter((element) => {
    const at = remaining.indexOf(element);
    if (at >= 0) remaining.splice(at, 1);
    return at < 0;
  });
  return `loses ${lost.join(', ')}`;
}

/** The elements of a list, or the names of an object's fields, as JSON. */
function elementsOf(value: unknown): string[] {
  const elements = isObject(value) ? Object.keys(value) : Array.isArray(value) ? value : [];
  return elements.map((element) => JSON.stringify(element));
}

function rewriting(stored: string | null): string {
  return stored === null ? 'is rewritten' : `is rewritten: it is ${stored} now`;
}
