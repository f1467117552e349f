import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The font of a fan club's pages and mails. */
export class AddFontOfFanclubs1760000056000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE fanclubs
        ADD COLUMN font text,
        ADD CONSTRAINT ck_fanclubs_font
          CHECK (font IN ('system', 'humanist', 'geometric', 'rounded', 'serif', 'slab', 'typewriter'))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE fanclubs DROP COLUMN font');
  }
}
