import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Into which customer another one was merged. What is left of that one is empty, as after an erasure. */
export class AddMergesOfCustomers1760000087000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE customers
        ADD COLUMN merged_into bigint,
        ADD CONSTRAINT fk_customers_merged_into FOREIGN KEY (fanclub_id, merged_into) REFERENCES customers (fanclub_id, id)
          ON DELETE SET NULL (merged_into),
        ADD CONSTRAINT ck_customers_merged CHECK (merged_into IS NULL OR erased_at IS NOT NULL AND merged_into <> id)`);
    await db.query('CREATE INDEX ix_customers_fanclub_merged_into ON customers (fanclub_id, merged_into)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE customers DROP COLUMN merged_into');
  }
}
