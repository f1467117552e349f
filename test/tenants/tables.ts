import type { DataSource } from 'typeorm';
import type { Club } from '#samples';

/** A table of the service. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The column with the id of the fan club or organization that owns a row; null: no fan club and no organization does. */
  readonly owner: string | null;
}

const TABLES = `
  SELECT table_name AS name, array_agg(column_name::text) AS columns
  FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name ORDER BY table_name`;

/** All tables. */
export async function readTables(db: DataSource): Promise<Table[]> {
  const found = await db.query<Omit<Table, 'owner'>[]>(TABLES);
  return found.map((table) => ({ ...table, owner: ownerColumn(table) }));
}

/** A condition for the rows that belong to a fan club, or to its organization as a whole. */
export function isOf({ id, organization }: Club, { name, columns }: Table): string {
  if (name === 'fanclubs') return `id = ${id}`;
  if (name === 'organizations') return `id = ${organization}`;
  if (!columns.includes('organization_id')) return `fanclub_id = ${id}`;
  if (!columns.includes('fanclub_id')) return `organization_id = ${organization}`;
  return `coalesce(fanclub_id = ${id}, organization_id = ${organization})`;
}

function ownerColumn({ name, columns }: Omit<Table, 'owner'>): string | null {
  if (name === 'fanclubs' || name === 'organizations') return 'id';
  return ['fanclub_id', 'organization_id'].find((column) => columns.includes(column)) ?? null;
}
