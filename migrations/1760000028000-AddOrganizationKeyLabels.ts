import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddOrganizationKeyLabels1760000028000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE organization_api_keys ADD COLUMN label text
        CONSTRAINT ck_organization_api_keys_label CHECK (length(label) BETWEEN 1 AND 100)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE organization_api_keys DROP COLUMN label');
  }
}
