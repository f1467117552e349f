import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the search of members reads of addresses. Apart from the names, because an entry holds at most 2,704 bytes. */
export class IndexAddressesOfCustomers1760000120100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'CREATE INDEX ix_customers_addresses ON customers (fanclub_id, id, email, username) WHERE erased_at IS NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_customers_addresses');
  }
}
