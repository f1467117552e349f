import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much support may refund; when a refund was sent; refunds that failed and were dealt with otherwise. */
export class AddRefundsByStaff1760000050900 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE fanclubs
        ADD COLUMN support_refund_limit numeric(12,2) NOT NULL DEFAULT 0,
        ADD CONSTRAINT ck_fanclubs_support_refund_limit CHECK (support_refund_limit >= 0)`);
    await db.query(`
      ALTER TABLE refunds
        ADD COLUMN sent_at timestamptz,
        ADD COLUMN resolved_at timestamptz,
        ADD COLUMN note text,
        ADD CONSTRAINT ck_refunds_resolved CHECK ((resolved_at IS NULL) = (note IS NULL))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE refunds DROP COLUMN sent_at, DROP COLUMN resolved_at, DROP COLUMN note');
    await db.query('ALTER TABLE fanclubs DROP COLUMN support_refund_limit');
  }
}
