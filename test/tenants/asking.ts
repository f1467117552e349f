import type { DataSource, QueryRunner } from 'typeorm';
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

const RESTART_IDS = `SELECT setval(oid::regclass, ${NEUTRAL_ID}) FROM pg_class
  WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`;

/** Runs statements for a fan club, without the rows of others and beside them. */
export class Asking {
  /** The rows of others before each statement. */
  private others: Sums = {};

  private constructor(
    private readonly runner: QueryRunner,
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
    const asking = new Asking(runner, tables, club, now);
    try {
      await runner.startTransaction();
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
    this.others = (await this.sums(this.tables)).others;
    await work((statement, values, text) => this.ask(statement, values, text));
  }

  private async ask(statement: TypedStatement, values: Values, text = statement.text): Promise<Outcome> {
    const { runner } = this;
    const written = this.tables.filter(({ name }) =>
      new RegExp(`\\b(?:INSERT INTO|DELETE FROM|UPDATE) "?${name}\\b`).test(text),
    );
    await runner.query(`SAVEPOINT asked; ${written.length > 0 ? RESTART_IDS : ''}`);
    // The rows were made at the time of the test clock.
    const timed = text.replaceAll('now()', `'${this.now.toISOString()}'::timestamptz`);
    const answer = await runner.query(timed, [...values], true).then(
      ({ records, affected }) => this.answerOf(statement, (records ?? []) as object[], affected ?? 0),
      () => null,
    );
    if (answer === null) await runner.query('ROLLBACK TO asked');
    const { own, others } = await this.sums(written);
    await runner.query('ROLLBACK TO asked; RELEASE asked');
    return {
      refused: answer === null,
      answer: answer ?? NOTHING,
      own: JSON.stringify(written.map(({ name }) => own[name])),
      changesOthers: written.some(({ name }) => others[name] !== this.others[name]),
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
    const found = (await this.runner.query(parts.join(' UNION ALL '))) as Sum[];
    for (const { name, own, sum } of found) sums[own ? 'own' : 'others'][name] = sum;
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
