import { DefaultNamingStrategy, Table } from 'typeorm';

const snake = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** The noun of a column: `customer` for `customer_id`, `name` for `name`. */
const noun = (column: string): string => column.replace(/(?<=.)_id$/, '');

/**
 * Columns in snake_case, and readable constraint names: `fk_orders_plan`, `uq_benefits_fanclub_summary`,
 * `ix_contests_fanclub_starts_at`. Migrations spell the same names out; a test compares them.
 */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return [...prefixes, customName ?? propertyName].map(snake).join('_');
  }

  override primaryKeyName(table: Table | string): string {
    return `pk_${this.getTableName(table)}`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return this.named('uq', table, columns);
  }

  override indexName(table: Table | string, columns: string[]): string {
    return this.named('ix', table, columns);
  }

  /** Composite keys begin with `fanclub_id`; the last column names the target. */
  override foreignKeyName(table: Table | string, columns: string[]): string {
    return this.named('fk', table, columns.slice(-1));
  }

  private named(kind: string, table: Table | string, columns: string[]): string {
    return [kind, this.getTableName(table), ...columns.map(noun)].join('_');
  }
}
