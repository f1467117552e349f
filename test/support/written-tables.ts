import type { Client } from 'pg';

/** A node of EXPLAIN's plan, and the nodes below. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * The tables that a statement inserts into, updates or deletes from, by PostgreSQL's plan for it; not those of triggers,
 * cascades and functions.
 */
export async function writtenTables(client: Client, text: string): Promise<string[]> {
  await client.query('DEALLOCATE ALL');
  // The plan is the same for all values. EXPLAIN (GENERIC_PLAN) needs PostgreSQL 16.
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query(`PREPARE written AS ${text}`);
  const prepared = await client.query<{ params: number }>(
    'SELECT cardinality(parameter_types) AS params FROM pg_prepared_statements',
  );
  const values = Array(prepared.rows[0].params).fill('NULL').join(', ');
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE written${values && `(${values})`}`,
  );
  return [...new Set(rows[0]['QUERY PLAN'].flatMap(({ Plan }) => writtenIn(Plan)))].sort();
}

function writtenIn(node: PlanNode): string[] {
  const own = node['Node Type'] === 'ModifyTable' ? [nameOf(node)] : [];
  return [...own, ...(node.Plans ?? []).flatMap(writtenIn)];
}

/** `orders`, or `demo_bank.objects` in another schema. */
const nameOf = ({ Schema: schema, 'Relation Name': table = '' }: PlanNode): string =>
  schema === 'public' ? table : `${schema}.${table}`;
