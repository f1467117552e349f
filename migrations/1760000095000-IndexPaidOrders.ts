import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the orders that were paid in a time, and the customer who is to confirm an address. */
export class IndexPaidOrders1760000095000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX ix_orders_fanclub_paid_at ON orders (fanclub_id, paid_at)');
    await db.query(
      'CREATE INDEX ix_customers_fanclub_new_email ON customers (fanclub_id, lower(new_email)) WHERE new_email IS NOT NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_customers_fanclub_new_email');
    await db.query('DROP INDEX ix_orders_fanclub_paid_at');
  }
}
