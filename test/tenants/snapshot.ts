import type { DataSource } from 'typeorm';
import { CELL_OFFSET, NEUTRAL_ID } from './canaries';
import { readTables, type Table } from './tables';

/** Changed rows of a table; `owner` is the id of a fan club or an organization. */
export interface Change {
  readonly table: string;
  readonly owner: number;
}

type Sum = Change & { readonly sum: string };

/** A copy of all rows. Changes are only reported of those that belong to a fan club or an organization. */
export class Snapshot {
  private sums: readonly Sum[] = [];

  /** @param sequences the next ids by table: statements that set them */
  private constructor(
    private readonly db: DataSource,
    private readonly tables: readonly Table[],
    private readonly sequences: ReadonlyMap<string, string>,
  ) {}

  static async take(db: DataSource): Promise<Snapshot> {
    const tables = await readTables(db);
    const copies = tables.map(({ name }) => `CREATE TABLE snapshot.${name} AS TABLE public.${name}`);
    await db.query(
      ['DROP SCHEMA IF EXISTS snapshot CASCADE', 'CREATE SCHEMA snapshot', ...copies].join(';\n'),
    );
    const snapshot = new Snapshot(db, tables, await setSequences(db, tables));
    snapshot.sums = await snapshot.sumsOf(tables);
    return snapshot;
  }

  /** The changes since then in these tables, by default in all. */
  async changes(names?: readonly string[]): Promise<Change[]> {
    const tables = this.tables.filter(({ name }) => names?.includes(name) ?? true);
    if (tables.length === 0) return [];
    const key = ({ table, owner, sum }: Sum) => `${table} ${owner} ${sum}`;
    const before = this.sums.filter(({ table }) => tables.some(({ name }) => name === table));
    const after = await this.sumsOf(tables);
    const [known, present] = [before, after].map((sums) => new Set(sums.map(key)));
    return [
      ...before.filter((sum) => !present.has(key(sum))),
      ...after.filter((sum) => !known.has(key(sum))),
    ];
  }

  /**
   * Deletes the rows that belong to others than these fan clubs and organizations.
   * @param texts statements; only the tables that they name are changed
   */
  async eraseOthers(owners: readonly number[], texts: readonly string[]): Promise<void> {
    const words = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
    const owned = new Set(this.sums.map(({ table }) => table));
    const deletions = this.tables
      .filter(({ name }) => words.has(name) && owned.has(name))
      .map(({ name, owner }) => `DELETE FROM ${name} WHERE ${owner} NOT IN (${owners.join()})`);
    const unguarded = 'SET LOCAL session_replication_role = replica';
    await this.db.query(['BEGIN', unguarded, ...deletions, 'COMMIT'].join(';\n'));
  }

  /** Restores the rows of these tables, by default of all, and their id sequences. */
  async restore(names?: readonly string[]): Promise<void> {
    const tables = this.tables.filter(({ name }) => names?.includes(name) ?? true);
    const copies = tables.flatMap(({ name }) => [
      `DELETE FROM ${name}`,
      `INSERT INTO ${name} SELECT * FROM snapshot.${name}`,
      ...(this.sequences.has(name) ? [this.sequences.get(name)] : []),
    ]);
    const unguarded = 'SET LOCAL session_replication_role = replica';
    await this.db.query(['BEGIN', unguarded, ...copies, 'COMMIT'].join(';\n'));
  }

  private sumsOf(tables: readonly Table[]): Promise<Sum[]> {
    const owned = tables.filter(({ owner }) => owner !== null);
    if (owned.length === 0) return Promise.resolve([]);
    const questions = owned.map(
      ({ name, owner }) =>
        `SELECT '${name}' AS table, ${owner} AS owner, md5(string_agg(t::text, '/' ORDER BY t::text)) AS sum
         FROM ${name} t GROUP BY ${owner}`,
    );
    return this.db.query<Sum[]>(questions.join('\nUNION ALL '));
  }
}

/**
 * New rows get neutral ids again, after those of neutral rows in the copy, if it has any. The statements have the ids as constants, because
 * looking them up takes longer than restoring a table.
 */
async function setSequences(db: DataSource, tables: readonly Table[]): Promise<Map<string, string>> {
  const questions = tables
    .filter(({ columns }) => columns.includes('id'))
    .map(
      ({ name }) => `
        SELECT '${name}' AS table, format('SELECT setval(%L, %s)', s.seqrelid::regclass,
          (SELECT greatest(${NEUTRAL_ID} + ${CELL_OFFSET} - 1, max(id)) FROM snapshot.${name})) AS statement
        FROM pg_sequence s WHERE s.seqrelid = pg_get_serial_sequence('${name}', 'id')::regclass`,
    );
  const found = await db.query<{ table: string; statement: string }[]>(questions.join('\nUNION ALL '));
  return new Map(found.map(({ table, statement }) => [table, statement]));
}
