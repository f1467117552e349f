import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A logo and a colour for the hosted pages of a fan club. The table's change triggers cover new columns. */
export class AddFanclubBranding1760000023000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE fanclubs
        ADD COLUMN logo_url text,
        ADD COLUMN accent_color text,
        ADD CONSTRAINT ck_fanclubs_logo_url CHECK (logo_url ~ '^https://[^[:space:]/]'),
        ADD CONSTRAINT ck_fanclubs_accent_color CHECK (accent_color ~ '^#[0-9a-f]{6}$')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE fanclubs DROP COLUMN logo_url, DROP COLUMN accent_color`);
  }
}
