import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MarkHoldsOfMoves1760000067100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE fanclubs ADD COLUMN held_for_move boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT ck_fanclubs_held_for_move CHECK (NOT held_for_move OR held_at IS NOT NULL)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE fanclubs DROP COLUMN held_for_move');
  }
}
