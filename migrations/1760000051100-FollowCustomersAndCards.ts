import type { MigrationInterface, QueryRunner } from 'typeorm';

const SUBJECTS = `'payment', 'card_page', 'refund', 'other'`;

/** Customers at providers follow changed e-mail addresses and names. Events about customers and cards are processed. */
export class FollowCustomersAndCards1760000051100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payment_customers ADD COLUMN told text');
    await this.allow(db, `${SUBJECTS}, 'customer', 'card'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`UPDATE payment_events SET subject = 'other' WHERE subject IN ('customer', 'card')`);
    await this.allow(db, SUBJECTS);
    await db.query('ALTER TABLE payment_customers DROP COLUMN told');
  }

  private async allow(db: QueryRunner, subjects: string): Promise<void> {
    await db.query(`
      ALTER TABLE payment_events
        DROP CONSTRAINT ck_payment_events_subject,
        ADD CONSTRAINT ck_payment_events_subject CHECK (subject IN (${subjects}))`);
  }
}
