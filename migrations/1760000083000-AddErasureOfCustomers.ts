import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When customers are to be erased and were erased, and by which address the mails of a person are found. */
export class AddErasureOfCustomers1760000083000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE customers
        ADD COLUMN erase_at timestamptz,
        ADD COLUMN erased_at timestamptz,
        ADD CONSTRAINT ck_customers_erased CHECK (
          erased_at IS NULL OR NOT registered AND NOT auto_renewal_enabled AND num_nonnulls(
            email, new_email, password_hash, first_name, last_name, birthdate, username) = 0)`);
    await db.query(`
      CREATE INDEX ix_customers_to_erase ON customers (erase_at) WHERE erase_at IS NOT NULL AND erased_at IS NULL`);
    await db.query(`
      ALTER TABLE mails
        ADD COLUMN address_digest bytea,
        ADD CONSTRAINT ck_mails_address_digest CHECK (length(address_digest) = 32)`);
    await db.query('CREATE INDEX ix_mails_fanclub_address ON mails (fanclub_id, address_digest)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE mails DROP COLUMN address_digest');
    await db.query('ALTER TABLE customers DROP COLUMN erase_at, DROP COLUMN erased_at');
  }
}
