import type { MigrationInterface, QueryRunner } from 'typeorm';

const FORMER = [
  ['ix_customers_fanclub_email_prefix', 'customers', 'email'],
  ['ix_customers_fanclub_first_name_prefix', 'customers', 'first_name'],
  ['ix_customers_fanclub_last_name_prefix', 'customers', 'last_name'],
  ['ix_customers_fanclub_username_prefix', 'customers', 'username'],
  ['ix_email_aliases_fanclub_email_prefix', 'email_aliases', 'email'],
];

/** The search no longer reads beginnings. Dropping takes locks that stop reads, so this migration builds nothing. */
export class DropPrefixIndexes1760000120300 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [name] of FORMER) await db.query(`DROP INDEX ${name}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name, table, column] of FORMER)
      await db.query(`CREATE INDEX ${name} ON ${table} (fanclub_id, lower(${column}) text_pattern_ops)`);
  }
}
