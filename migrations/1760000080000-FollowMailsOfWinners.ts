import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest mail to each winner. No foreign key: mails are deleted after 30 days, and what staff see then is when it was written. */
export class FollowMailsOfWinners1760000080000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE contest_winners ADD COLUMN mail_number bigint, ADD COLUMN mailed_at timestamptz,
        ADD CONSTRAINT ck_contest_winners_mail CHECK ((mail_number IS NULL) = (mailed_at IS NULL))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE contest_winners DROP COLUMN mail_number, DROP COLUMN mailed_at');
  }
}
