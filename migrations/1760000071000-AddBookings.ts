import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An order keeps the tax rate of its receipt, because the fan club's may change. Earlier receipts get the present rate: it is the only
 * one that is known. The index finds the transitions of a month.
 */
export class AddBookings1760000071000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE orders
        ADD COLUMN tax_rate numeric(5, 2),
        ADD CONSTRAINT ck_orders_tax_rate CHECK (tax_rate IS NULL OR tax_rate > 0 AND tax_rate < 100 AND receipt_number IS NOT NULL)`);
    await db.query(`
      UPDATE orders o SET tax_rate = f.tax_rate FROM fanclubs f
      WHERE f.id = o.fanclub_id AND f.tax_rate IS NOT NULL AND o.receipt_number IS NOT NULL AND f.held_at IS NULL`);
    await db.query(
      'CREATE INDEX ix_payment_transitions_fanclub_at ON payment_transitions (fanclub_id, at, id)',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_payment_transitions_fanclub_at');
    await db.query('ALTER TABLE orders DROP CONSTRAINT ck_orders_tax_rate, DROP COLUMN tax_rate');
  }
}
