import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddFanclubKeyNames1760000042000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE fanclub_keys ADD COLUMN name text
        CONSTRAINT ck_fanclub_keys_name CHECK (length(name) BETWEEN 1 AND 100)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE fanclub_keys DROP COLUMN name');
  }
}
