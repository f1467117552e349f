import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often the codes of a batch can be used together. */
export class AddCapacityOfCodes1760000073000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE redeem_batches
        ADD COLUMN capacity integer,
        ADD COLUMN taken integer NOT NULL DEFAULT 0,
        ADD CONSTRAINT ck_redeem_batches_capacity CHECK (capacity IS NULL OR capacity > 0 AND NOT sold),
        ADD CONSTRAINT ck_redeem_batches_taken CHECK (taken >= 0 AND taken <= coalesce(capacity, 0))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE redeem_batches DROP COLUMN taken, DROP COLUMN capacity');
  }
}
