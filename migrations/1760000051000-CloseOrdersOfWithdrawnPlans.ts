import type { MigrationInterface, QueryRunner } from 'typeorm';

const REASONS = `'expired', 'cancelled', 'superseded', 'given_up', 'erased'`;

/** Open orders of a plan that staff withdraw are closed; what was paid twice is found without reading all payments. */
export class CloseOrdersOfWithdrawnPlans1760000051000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await this.allow(db, `${REASONS}, 'withdrawn'`);
    await db.query('CREATE INDEX ix_payments_surplus ON payments (id) WHERE surplus');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_payments_surplus');
    await db.query(`UPDATE orders SET closed_reason = 'expired' WHERE closed_reason = 'withdrawn'`);
    await this.allow(db, REASONS);
  }

  private async allow(db: QueryRunner, reasons: string): Promise<void> {
    await db.query(`
      ALTER TABLE orders
        DROP CONSTRAINT ck_orders_closed_reason,
        ADD CONSTRAINT ck_orders_closed_reason CHECK (closed_reason IN (${reasons}))`);
  }
}
