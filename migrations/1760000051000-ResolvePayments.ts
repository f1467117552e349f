import type { MigrationInterface, QueryRunner } from 'typeorm';

const REASONS = `'expired', 'cancelled', 'superseded', 'given_up', 'erased'`;

/**
 * Orders of plans that staff withdraw are closed. Staff end payments that cannot end by themselves. What a provider refuses is
 * listed. Events are fetched from where the last complete run ended. Cards that were replaced are removed at the provider. Surplus
 * payments are found without reading all payments.
 */
export class ResolvePayments1760000051000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await this.allow(db, `${REASONS}, 'withdrawn'`);
    await db.query('CREATE INDEX ix_payments_surplus ON payments (id) WHERE surplus');
    await db.query('ALTER TABLE payments ADD COLUMN note text');
    await db.query(`
      ALTER TABLE payment_accounts
        ADD COLUMN caught_up_at timestamptz, ADD COLUMN refused_at timestamptz, ADD COLUMN refused_code text,
        ADD CONSTRAINT ck_payment_accounts_refused CHECK ((refused_at IS NULL) = (refused_code IS NULL))`);
    await db.query('ALTER TABLE payment_methods ADD COLUMN forgotten_at timestamptz');
    await db.query(`
      CREATE INDEX ix_payment_methods_detached ON payment_methods (detached_at)
      WHERE detached_at IS NOT NULL AND forgotten_at IS NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_payment_methods_detached');
    await db.query('ALTER TABLE payment_methods DROP COLUMN forgotten_at');
    await db.query(
      'ALTER TABLE payment_accounts DROP COLUMN caught_up_at, DROP COLUMN refused_at, DROP COLUMN refused_code',
    );
    await db.query('ALTER TABLE payments DROP COLUMN note');
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
