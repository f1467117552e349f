import type { DataSource } from 'typeorm';
import { NEUTRAL_ID } from './canaries';

/** Rows that have changed: of which table, and whose they are: the id of a fan club, or of an organization. */
export interface Change {
  readonly table: string;
  readonly owner: number;
}

type Sum = Change & { readonly sum: string };

const TABLES = `
  SELECT table_name AS table, array_agg(column_name::text) AS columns
  FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`;

/** The rows of all tables that belong to a fan club or to an organization, as they were when it was taken. */
export class Snapshot {
  private constructor(
    private readonly db: DataSource,
    private readonly question: string,
    private readonly sums: readonly Sum[],
  ) {}

  static async take(db: DataSource): Promise<Snapshot> {
    const tables = await db.query<{ table: string; columns: string[] }[]>(TABLES);
    const owned = tables.flatMap(({ table, columns }) => {
      const owner = ownerColumn(table, columns);
      return owner === null ? [] : [{ table, owner }];
    });
    const copies = owned.map(({ table }) => `CREATE TABLE snapshot.${table} AS TABLE public.${table}`);
    await db.query(
      ['DROP SCHEMA IF EXISTS snapshot CASCADE', 'CREATE SCHEMA snapshot', ...copies].join(';\n'),
    );
    const question = owned
      .map(
        ({ table, owner }) =>
          `SELECT '${table}' AS table, ${owner} AS owner, md5(string_agg(t::text, '/' ORDER BY t::text)) AS sum
           FROM ${table} t GROUP BY ${owner}`,
      )
      .join('\nUNION ALL ');
    return new Snapshot(db, question, await db.query<Sum[]>(question));
  }

  /** The tables that it holds rows of. */
  get tables(): string[] {
    return [...new Set(this.sums.map(({ table }) => table))].sort();
  }

  /** What is not as it was. */
  async changes(): Promise<Change[]> {
    const key = ({ table, owner, sum }: Sum) => `${table} ${owner} ${sum}`;
    const [before, after] = [this.sums, await this.db.query<Sum[]>(this.question)];
    const [known, present] = [before, after].map((sums) => new Set(sums.map(key)));
    return [
      ...before.filter((sum) => !present.has(key(sum))),
      ...after.filter((sum) => !known.has(key(sum))),
    ];
  }

  /** Makes these rows what they were, and lets ids begin where they began. */
  async restore(changes: readonly Change[]): Promise<void> {
    const tables = [...new Set(changes.map(({ table }) => table))];
    const copies = tables.flatMap((table) => [
      `DELETE FROM ${table}`,
      `INSERT INTO ${table} SELECT * FROM snapshot.${table}`,
    ]);
    const ids = `SELECT setval(oid::regclass, ${NEUTRAL_ID}, false) FROM pg_class
                 WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`;
    const unguarded = 'SET LOCAL session_replication_role = replica';
    await this.db.query(['BEGIN', unguarded, ...copies, ids, 'COMMIT'].join(';\n'));
  }
}

function ownerColumn(table: string, columns: readonly string[]): string | null {
  if (table === 'fanclubs' || table === 'organizations') return 'id';
  return ['fanclub_id', 'organization_id'].find((column) => columns.includes(column)) ?? null;
}
