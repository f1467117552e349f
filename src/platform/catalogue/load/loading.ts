import type { DataSource, EntityManager, ObjectLiteral } from 'typeorm';
import type { Passwords } from '#libs/password';
import type { Sealer } from '#libs/sealed';
import { operatorOf, recordByCommand, type SecurityEvent } from '#platform/audit';
import type { Faults } from '../faults';
import type { Reading } from '../format/format';
import type { Changes } from '../changes';
import { Table, type TableRules } from './table';

/** How many rows of a table were made, changed, found as the file says, or removed with the list they were part of. */
export interface RowCounts {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
}

/** What an import did, by table. */
export type ImportSummary = Record<string, RowCounts>;

/** A table that has become so many times larger is looked at again, by PostgreSQL's planner. */
const GROWTH = 5;
/** In rows: what is no larger is read as a whole anyway. */
const SMALL = 20;

export interface LoadingTools {
  readonly dataSource: DataSource;
  readonly sealer: Sealer;
  readonly passwords: Passwords;
  /** The moment of the import: every row that it writes bears the same. */
  readonly now: Date;
}

/**
 * One run of the second half of an import: references are resolved, what the database knows is compared, and, unless there
 * is a fault or only a check was asked for, rows are written.
 */
export class Loading {
  readonly summary: ImportSummary = {};
  private readonly tables = new Map<TableRules<never>, Table<never>>();
  private readonly analyzed = new Map<string, number>();
  private readonly events: { fanclubId: number | null; event: SecurityEvent }[] = [];
  private placeholder = 0;

  constructor(
    readonly tx: EntityManager,
    readonly tools: LoadingTools,
    readonly faults: Faults,
    /** The ids that the file gives, by table. */
    private readonly reading: Reading,
    /** What the file takes away, and whom it lets in. */
    readonly changes: Changes,
    private readonly mayWrite: boolean,
  ) {}

  get now(): Date {
    return this.tools.now;
  }

  /** Whether rows are written; with the first fault or refused change this ends, and the rest is only checked. */
  get writing(): boolean {
    return this.mayWrite && !this.faults.any && this.changes.refused.length === 0;
  }

  /** Whether the file gives this id to a row of the table. */
  gives(table: string, id: number): boolean {
    return this.reading.claimed(table).has(id);
  }

  table<E extends ObjectLiteral>(rules: TableRules<E>): Table<E> {
    let table = this.tables.get(rules as unknown as TableRules<never>) as Table<E> | undefined;
    if (!table) {
      table = new Table(this.tools.dataSource, rules);
      this.tables.set(rules as unknown as TableRules<never>, table as unknown as Table<never>);
    }
    return table;
  }

  counts(table: string): RowCounts {
    return (this.summary[table] ??= { created: 0, updated: 0, unchanged: 0, removed: 0 });
  }

  /** Keeps a security event of a fan club, or of an organization (null), for {@link recordAccess}. */
  notes(fanclubId: number | null, event: SecurityEvent): void {
    this.events.push({ fanclubId, event });
  }

  /** Records the security events that were noted; nothing while the import only checks. */
  async recordAccess(): Promise<void> {
    if (!this.writing) return;
    for (const { fanclubId, event } of this.events) {
      await recordByCommand(
        this.tx,
        this.now,
        operatorOf(fanclubId === null ? null : { id: fanclubId }),
        event,
      );
    }
  }

  /** Ids for new rows; where nothing is written, negative ones that no row has. */
  async newIds(table: string, count: number): Promise<number[]> {
    if (count === 0) return [];
    if (!this.writing) return Array.from({ length: count }, () => (this.placeholder -= 1));
    const rows = await this.rows<{ id: number }>(
      `SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id FROM generate_series(1, $2)`,
      [table, count],
    );
    return rows.map(({ id }) => id);
  }

  /** Moves the sequences past the ids that the file gives, so that a generated id never meets one of them. */
  async moveSequences(): Promise<void> {
    for (const { tableName } of this.tools.dataSource.entityMetadatas) {
      const ids = this.reading.claimed(tableName);
      let highest = 0;
      for (const id of ids) highest = Math.max(highest, Number(id));
      if (highest === 0) continue;
      await this.rows(
        `SELECT setval(s, $2) FROM (SELECT pg_get_serial_sequence($1, 'id')::regclass AS s) AS sequence
         WHERE coalesce(pg_sequence_last_value(s), 0) < $2`,
        [tableName, highest],
      );
    }
  }

  /**
   * To be called after each batch of customers. Plans of statements, those of foreign key checks above all, are made for tables
   * as empty as they were; once a table has grown out of all proportion, PostgreSQL has to look at it again.
   */
  async keepStatistics(): Promise<void> {
    if (!this.writing) return;
    const grown = Object.entries(this.summary).filter(
      ([table, { created }]) => created >= GROWTH * (this.analyzed.get(table) ?? SMALL),
    );
    if (grown.length === 0) return;
    await this.rows(`ANALYZE ${grown.map(([table]) => `"${table}"`).join(', ')}`, []);
    for (const [table, { created }] of grown) this.analyzed.set(table, created);
  }

  /** The rows that a query returns. */
  rows<R>(sql: string, values: unknown[]): Promise<R[]> {
    return this.tx.query<R[]>(sql, values);
  }

  /** How many rows an UPDATE or DELETE changed. */
  async change(sql: string, values: unknown[]): Promise<number> {
    const [, count] = await this.tx.query<[unknown, number]>(sql, values);
    return count;
  }
}
