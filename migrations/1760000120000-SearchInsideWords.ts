import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the search of members reads, without the rest of their rows. Two indexes of customers, because an entry holds at most 2,704 bytes,
 * and a name has up to 255 characters of 4 bytes.
 */
const INDEXES = [
  'ix_customers_names ON customers (fanclub_id, id, first_name, last_name) WHERE erased_at IS NULL',
  'ix_customers_addresses ON customers (fanclub_id, id, email, username) WHERE erased_at IS NULL',
  'ix_email_aliases_addresses ON email_aliases (fanclub_id, customer_id, email)',
];

const FORMER = [
  ['ix_customers_fanclub_email_prefix', 'customers', 'email'],
  ['ix_customers_fanclub_first_name_prefix', 'customers', 'first_name'],
  ['ix_customers_fanclub_last_name_prefix', 'customers', 'last_name'],
  ['ix_customers_fanclub_username_prefix', 'customers', 'username'],
  ['ix_email_aliases_fanclub_email_prefix', 'email_aliases', 'email'],
];

/** Finds members by what is inside of their names and addresses, no longer by their beginnings only. */
export class SearchInsideWords1760000120000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const index of INDEXES) await db.query(`CREATE INDEX ${index}`);
    for (const [name] of FORMER) await db.query(`DROP INDEX ${name}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name, table, column] of FORMER)
      await db.query(`CREATE INDEX ${name} ON ${table} (fanclub_id, lower(${column}) text_pattern_ops)`);
    for (const index of INDEXES) await db.query(`DROP INDEX ${index.split(' ')[0]}`);
  }
}
