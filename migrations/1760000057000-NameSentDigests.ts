import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names two columns by what they contain: the digest that was sent to the provider, and when the provider deleted a card. */
export class NameSentDigests1760000057000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payment_customers RENAME COLUMN told TO sent_digest');
    await db.query('ALTER TABLE payment_methods RENAME COLUMN forgotten_at TO deleted_at');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payment_methods RENAME COLUMN deleted_at TO forgotten_at');
    await db.query('ALTER TABLE payment_customers RENAME COLUMN sent_digest TO told');
  }
}
