import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The providers are listed in the code only; the database checks the form of their names. */
export class OpenProviderNames1760000058000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(replacedBy(`provider ~ '^[a-z][a-z0-9_]{0,29}$'`));
  }

  /** Fails while there are accounts at other providers. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(replacedBy(`provider IN ('stripe', 'demo')`));
  }
}

const replacedBy = (condition: string): string => `
  ALTER TABLE payment_accounts
    DROP CONSTRAINT ck_payment_accounts_provider,
    ADD CONSTRAINT ck_payment_accounts_provider CHECK (${condition})`;
