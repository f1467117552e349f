import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the search of members reads of names, without the rest of the rows (decision 84). A transaction of its own, so that writes wait for one index. */
export class IndexNamesOfCustomers1760000120000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'CREATE INDEX ix_customers_names ON customers (fanclub_id, id, first_name, last_name) WHERE erased_at IS NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_customers_names');
  }
}
