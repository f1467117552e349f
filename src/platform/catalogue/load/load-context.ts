import {
  cellOfId,
  IDS_PER_CELL,
  ManagerStatements,
  statement,
  type Statements,
  types,
} from '#platform/database';
import type { DataSource, EntityManager, ObjectLiteral } from 'typeorm';
import type { Passwords } from '#libs/password';
import type { Sealer } from '#libs/sealed';
import { declareSecurityEvents, operatorOf, recordByCommand, type SecurityEvent } from '#platform/audit';
import type { Faults } from '../faults';
import type { ReadContext } from '../format/format';
import type { Changes } from '../changes';
import { Table, type TableRules } from './table';

export const NEW_IDS = statement('catalogue.new_ids', {
  params: { table: types.text, count: types.integer },
  row: { id: types.bigint },
  text: `SELECT nextval(pg_get_serial_sequence($table, 'id')) AS id FROM generate_series(1, $count)`,
});

/** Moves the sequence of a table's ids to the one of these ids whose cell has the ids that it generates, unless it is lower. */
export const MOVE_SEQUENCE = statement('catalogue.move_sequence', {
  params: { table: types.text, highestByCell: types.array(types.bigint) },
  row: { setval: types.bigint },
  text: `
    SELECT setval(s.seqrelid, id)
    FROM pg_sequence s CROSS JOIN pg_sequence_last_value(s.seqrelid) AS last CROSS JOIN unnest($highestByCell::bigint[]) AS id
    WHERE s.seqrelid = pg_get_serial_sequence($table, 'id')::regclass AND coalesce(last, 0) < id
      AND id / ${IDS_PER_CELL} = coalesce(last, s.seqstart) / ${IDS_PER_CELL}`,
});

export const events = declareSecurityEvents({
  'catalogue.exported': ['with_secrets', 'without_secrets'],
  'catalogue.imported': [],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}

/** Numbers of rows. Only rows of lists that the file gives as a whole are removed. */
export interface RowCounts {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
}

/** The numbers of rows, by table. */
export type ImportSummary = Record<string, RowCounts>;

/** A table is analyzed again when it has grown by this factor. */
const GROWTH = 5;
/** The number of rows up to which statistics do not matter, because PostgreSQL reads such a table as a whole anyway. */
const SMALL = 20;

export interface LoadTools {
  readonly dataSource: DataSource;
  readonly sealer: Sealer;
  readonly passwords: Passwords;
  /** The time of the import, the same for all its rows. */
  readonly now: Date;
}

/**
 * The second half of an import: it resolves references and compares rows with the database. It writes rows, unless there is a
 * fault or the import only checks.
 */
export class LoadContext {
  readonly summary: ImportSummary = {};
  readonly sql: Statements;
  private readonly tables = new Map<TableRules<never>, Table<never>>();
  private readonly analyzed = new Map<string, number>();
  private readonly events: { fanclubId: number | null; event: SecurityEvent }[] = [];
  private placeholder = 0;

  constructor(
    readonly tx: EntityManager,
    readonly tools: LoadTools,
    readonly faults: Faults,
    /** Contains the ids that the file uses, by table. */
    private readonly context: ReadContext,
    readonly changes: Changes,
    private readonly mayWrite: boolean,
  ) {
    this.sql = new ManagerStatements(tx);
  }

  get now(): Date {
    return this.tools.now;
  }

  /** Whether rows are written. After the first fault or refused change, the rest is only checked. */
  get writing(): boolean {
    return this.mayWrite && !this.faults.any && this.changes.refused.length === 0;
  }

  /** Whether the file has a row of the table with this id. */
  gives(table: string, id: number): boolean {
    return this.context.claimed(table).has(id);
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

  /** Adds a security event of a fan club, or of an organization (null), for {@link recordEvents}. */
  addEvent(fanclubId: number | null, event: SecurityEvent): void {
    this.events.push({ fanclubId, event });
  }

  /** Records the added events, unless the import only checks. */
  async recordEvents(): Promise<void> {
    if (!this.writing) return;
    for (const { fanclubId, event } of this.events) {
      const asker = operatorOf(fanclubId === null ? null : { id: fanclubId });
      await recordByCommand(this.sql, this.now, asker, event);
    }
  }

  /** Ids for new rows. If nothing is written, these are negative numbers that no row has. */
  async newIds(table: string, count: number): Promise<number[]> {
    if (count === 0) return [];
    if (!this.writing) return Array.from({ length: count }, () => (this.placeholder -= 1));
    const rows = await this.sql.rows(NEW_IDS, { table, count });
    return rows.map(({ id }) => id);
  }

  /** Moves the sequences past the ids in the file that they could generate, so that generated ids never collide with them. */
  async moveSequences(): Promise<void> {
    for (const { tableName } of this.tools.dataSource.entityMetadatas) {
      const ids = this.context.claimed(tableName);
      const byCell = new Map<number, number>();
      for (const id of ids) {
        const cell = cellOfId(Number(id));
        byCell.set(cell, Math.max(byCell.get(cell) ?? 0, Number(id)));
      }
      const highestByCell = [...byCell.values()];
      if (ids.size > 0) await this.sql.run(MOVE_SEQUENCE, { table: tableName, highestByCell });
    }
  }

  /**
   * Analyzes tables that have grown much. Must be called after each batch of customers. Otherwise PostgreSQL keeps plans that it
   * made for small tables, in particular for foreign key checks.
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

  /** Runs a query that is built from metadata, with the parameters `$1`, `$2`, …; other queries use `sql` or `tx`. */
  rows<R>(sql: string, values: unknown[]): Promise<R[]> {
    return this.tx.query<R[]>(sql, values);
  }

  /** Runs an UPDATE or DELETE. Returns the number of changed rows. */
  async change(sql: string, values: unknown[]): Promise<number> {
    const [, count] = await this.tx.query<[unknown, number]>(sql, values);
    return count;
  }
}
