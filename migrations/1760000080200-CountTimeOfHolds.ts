import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long holds have taken, so that a deadline that passes while nobody can answer is put off by this time. */
export class CountTimeOfHolds1760000080200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE fanclubs ADD COLUMN held_ms bigint NOT NULL DEFAULT 0,
        ADD CONSTRAINT ck_fanclubs_held_ms CHECK (held_ms >= 0)`);
    await db.query('ALTER TABLE contest_winners ADD COLUMN held_ms bigint NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE contest_winners DROP COLUMN held_ms');
    await db.query('ALTER TABLE fanclubs DROP COLUMN held_ms');
  }
}
