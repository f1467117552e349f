import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import type { Club } from '#samples';
import type { TypedStatement } from '../../src/platform/database';
import { NEUTRAL_ID } from './canaries';
import type { Values } from './parameters';
import { isOf, readTables, type Table } from './tables';

/** What a statement did before it was undone. */
export interface Outcome {
  /** Whether the database refused it. */
  readonly refused: boolean;
  /** The rows that it returned about the fan club, and the number of rows that it wrote. */
  readonly answer: string;
  /** Checksums of the fan club's rows in the tables that it writes. */
  readonly own: string;
  /** Whether it changed rows of others. */
  readonly changesOthers: boolean;
}

/** Runs a statement, or another text with its parameters, and undoes it. */
export type Ask = (statement: TypedStatement, values: Values, text?: string) => Promise<Outcome>;

type Work = (ask: Ask) => Promise<void>;

interface Sum {
  readonly name: string;
  readonly own: boolean;
  readonly sum: string;
}

/** By table. */
type Sums = Readonly<Record<string, string>>;

const NOTHING = JSON.stringify([0, []]);

/** Runs statements for a fan club, without the rows of others and beside them. */
export class Asking {
  /** Checksums of the rows before each statement. */
  private before: { own: Sums; others: Sums } = { own: {}, others: {} };

  private constructor(
    private readonly client: ClientBase,
    private readonly tables: readonly Table[],
    private readonly club: Club,
    private readonly now: Date,
  ) {}

  /**
   * Does the work in one transaction, which is rolled back. All statements see the same time and get the same ids for new rows.
   *
   * @param work `alone` is done without the rows of others; then `beside` with all rows
   */
  static async run(
    db: DataSource,
    { club, now }: { club: Club; now: Date },
    work: { alone: Work; beside: Work },
  ): Promise<void> {
    const runner = db.createQueryRunner();
    const tables = (await readTables(db)).filter(({ owner }) => owner !== null);
    const asking = new Asking((await runner.connect()) as ClientBase, tables, club, now);
    try {
      await runner.startTransaction();
      await runner.query('SET LOCAL plan_cache_mode = force_generic_plan');
      await runner.query(`SAVEPOINT alone; ${asking.erasure()}`);
      await asking.do(work.alone);
      await runner.query('ROLLBACK TO alone');
      await asking.do(work.beside);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  private async do(work: Work): Promise<void> {
    this.before = await this.sums(this.tables);
    await this.client.query('SAVEPOINT asked');
    await work((statement, values, text) => this.ask(statement, values, text));
  }

  private async ask(statement: TypedStatement, values: Values, text = statement.text): Promise<Outcome> {
    const { client, before } = this;
    const written = this.tables.filter(({ name }) =>
      new RegExp(`\\b(?:INSERT INTO|DELETE FROM|UPDATE) "?${name}\\b`).test(text),
    );
    await client.query(['ROLLBACK TO asked', ...written.flatMap(restartIds)].join('; '));
    // The rows were made at the time of the test clock.
    const timed = text.replaceAll('now()', `'${this.now.toISOString()}'::timestamptz`);
    const answer = await client.query<object>(prepared(timed, values)).then(
      ({ rows, rowCount }) => this.answerOf(statement, rows, rowCount ?? 0),
      (error: unknown) => {
        if (isRefusal(error)) return null;
        throw error;
      },
    );
    const { own, others } = answer === null ? before : await this.sums(written);
    return {
      refused: answer === null,
      answer: answer ?? NOTHING,
      own: JSON.stringify(written.map(({ name }) => own[name])),
      changesOthers: written.some(({ name }) => others[name] !== before.others[name]),
    };
  }

  /** A statement without the parameter `fanclub` may return rows of all fan clubs if each has its fan club's id. */
  private answerOf({ params, row }: TypedStatement, rows: readonly object[], affected: number): string {
    if (Object.keys(row).length === 0) return JSON.stringify(['fanclub' in params ? affected : 0, []]);
    const isOfAll = !('fanclub' in params) && 'fanclubId' in row;
    const own = rows.filter((one) => !isOfAll || (one as { fanclubId: unknown }).fanclubId === this.club.id);
    // The ids of jobs are in another schema, and are not restarted.
    const texts = own.map((one) => JSON.stringify({ ...one, job: undefined }));
    return JSON.stringify(['fanclub' in params ? affected : 0, texts.sort()]);
  }

  /** Checksums of the own rows, and of those of others. */
  private async sums(tables: readonly Table[]): Promise<{ own: Sums; others: Sums }> {
    const sums = { own: {} as Record<string, string>, others: {} as Record<string, string> };
    if (tables.length === 0) return sums;
    const parts = tables.map(
      (table) =>
        `SELECT '${table.name}' AS name, (${isOf(this.club, table)}) IS TRUE AS own, md5(string_agg(t::text, '/' ORDER BY t::text)) AS sum
         FROM ${table.name} t GROUP BY 2`,
    );
    const { rows } = await this.client.query<Sum>(prepared(parts.join(' UNION ALL ')));
    for (const { name, own, sum } of rows) sums[own ? 'own' : 'others'][name] = sum;
    return sums;
  }

  private erasure(): string {
    const deletions = this.tables.map(
      (table) => `DELETE FROM ${table.name} WHERE (${isOf(this.club, table)}) IS NOT true`,
    );
    const unguarded = (role: string) => `SET LOCAL session_replication_role = ${role}`;
    return [unguarded('replica'), ...deletions, unguarded('origin')].join('; ');
  }
}

/** Whether the database has refused the values of a statement. Other errors say nothing about its rows. */
const isRefusal = (error: unknown): boolean =>
  /^(?!26000|0A000|57014|25P02)\w{5}$/.test(String((error as { code?: unknown }).code));

/** With a name, so that PostgreSQL plans it once. It also needs the setting of `force_generic_plan`. */
const prepared = (text: string, values: Values = []) => ({
  name: createHash('md5').update(text).digest('hex'),
  text,
  values: [...values],
});

/** New rows of a table get the same ids again. */
const restartIds = ({ name, columns }: Table): string[] =>
  columns.includes('id') ? [`SELECT setval(pg_get_serial_sequence('${name}', 'id'), ${NEUTRAL_ID})`] : [];
