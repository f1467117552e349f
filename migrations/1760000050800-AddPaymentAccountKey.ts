import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A fan club knows each mode of an account of a provider once, so that connecting it again changes its keys. */
export class AddPaymentAccountKey1760000050800 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE payment_accounts ADD CONSTRAINT uq_payment_accounts_fanclub_provider_account_ref_live
        UNIQUE (fanclub_id, provider, account_ref, live)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE payment_accounts DROP CONSTRAINT uq_payment_accounts_fanclub_provider_account_ref_live',
    );
  }
}
