import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the search of members reads of former addresses. */
export class IndexFormerAddresses1760000120200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'CREATE INDEX ix_email_aliases_addresses ON email_aliases (fanclub_id, customer_id, email)',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_email_aliases_addresses');
  }
}
