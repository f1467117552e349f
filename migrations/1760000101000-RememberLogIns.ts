import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When each customer logged in last. Nobody knows it of those who are here already, so they count as having logged in now. The table
 * is not rewritten, because the default is the same for all of them.
 */
export class RememberLogIns1760000101000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE customers ADD COLUMN last_login_at timestamptz NOT NULL DEFAULT now()');
    await db.query(
      'CREATE INDEX ix_customers_erased ON customers (fanclub_id, id) WHERE erased_at IS NOT NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_customers_erased');
    await db.query('ALTER TABLE customers DROP COLUMN last_login_at');
  }
}
