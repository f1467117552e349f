import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExtendLimits1760000025000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE rate_limits
        ADD COLUMN pending       integer NOT NULL DEFAULT 0,
        ADD COLUMN pending_until timestamptz,
        ADD CONSTRAINT ck_rate_limits_pending CHECK (pending >= 0 AND (pending = 0 OR pending_until IS NOT NULL))`);
    // For the distinct hash formats of a fan club, found by skipping through the index.
    await db.query(`
      CREATE INDEX ix_customers_fanclub_password_format ON customers (
        fanclub_id,
        substring(password_hash from '^(?:\\$2[aby]\\$[0-9][0-9]|\\$argon2(?:id|i|d)\\$v=19\\$[^$]+)')
      ) WHERE password_hash IS NOT NULL`);
    // For the purge of unregistered buyers; only they have no address.
    await db.query('CREATE INDEX ix_customers_without_email ON customers (created_at) WHERE email IS NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_customers_without_email');
    await db.query('DROP INDEX ix_customers_fanclub_password_format');
    await db.query(`
      ALTER TABLE rate_limits
        DROP CONSTRAINT ck_rate_limits_pending, DROP COLUMN pending, DROP COLUMN pending_until`);
  }
}
