import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tax that the prices of a fan club include, for its receipts. */
export class AddTaxOfFanclubs1760000050700 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE fanclubs
        ADD COLUMN tax_rate numeric(5,2),
        ADD COLUMN tax_text text,
        ADD CONSTRAINT ck_fanclubs_tax_rate CHECK (tax_rate > 0 AND tax_rate < 100)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE fanclubs DROP COLUMN tax_rate, DROP COLUMN tax_text');
  }
}
