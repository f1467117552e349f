import type { MigrationInterface, QueryRunner } from 'typeorm';

const PURPOSES = `'confirm_address', 'confirm_new_address', 'reset_password'`;

/** Links with which the owner of a former address recovers an account: one for each address, so that a later one does not replace it. */
export class RecoverAccounts1760000024000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await this.allow(db, `${PURPOSES}, 'recover_account'`);
    await db.query('ALTER TABLE one_time_tokens DROP CONSTRAINT uq_one_time_tokens_fanclub_customer_purpose');
    await db.query(`
      CREATE UNIQUE INDEX uq_one_time_tokens_fanclub_customer_purpose ON one_time_tokens
        (fanclub_id, customer_id, purpose, (CASE WHEN purpose = 'recover_account' THEN lower(email) ELSE '' END))`);
    await db.query(`
      CREATE INDEX ix_one_time_tokens_recoverable ON one_time_tokens (fanclub_id, lower(email))
        WHERE purpose = 'recover_account'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM one_time_tokens WHERE purpose = 'recover_account'`);
    await db.query('DROP INDEX ix_one_time_tokens_recoverable');
    await db.query('DROP INDEX uq_one_time_tokens_fanclub_customer_purpose');
    await db.query(`
      ALTER TABLE one_time_tokens ADD CONSTRAINT uq_one_time_tokens_fanclub_customer_purpose
        UNIQUE (fanclub_id, customer_id, purpose)`);
    await this.allow(db, PURPOSES);
  }

  private async allow(db: QueryRunner, purposes: string): Promise<void> {
    await db.query('ALTER TABLE one_time_tokens DROP CONSTRAINT ck_one_time_tokens_purpose');
    await db.query(`
      ALTER TABLE one_time_tokens ADD CONSTRAINT ck_one_time_tokens_purpose CHECK (
        purpose IN (${purposes}) AND customer_id IS NOT NULL
        OR purpose = 'confirm_contact' AND contact_id IS NOT NULL)`);
  }
}
