import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The notice before a charge for a renewal, and the time in which it is tried, as settings of a fan club. */
export class AddRenewalDays1760000072000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE fanclubs
        ADD COLUMN renewal_notice_days integer NOT NULL DEFAULT 14,
        ADD COLUMN renewal_try_days integer NOT NULL DEFAULT 14,
        ADD CONSTRAINT ck_fanclubs_renewal_notice_days CHECK (renewal_notice_days BETWEEN 3 AND 60),
        ADD CONSTRAINT ck_fanclubs_renewal_try_days CHECK (renewal_try_days BETWEEN 1 AND 28)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE fanclubs DROP COLUMN renewal_notice_days, DROP COLUMN renewal_try_days');
  }
}
