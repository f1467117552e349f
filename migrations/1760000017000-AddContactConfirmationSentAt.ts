import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddContactConfirmationSentAt1760000017000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE contacts ADD COLUMN confirmation_sent_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE contacts DROP COLUMN confirmation_sent_at');
  }
}
