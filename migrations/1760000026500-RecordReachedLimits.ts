import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RecordReachedLimits1760000026500 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE rate_limits ADD COLUMN reported_for timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE rate_limits DROP COLUMN reported_for');
  }
}
