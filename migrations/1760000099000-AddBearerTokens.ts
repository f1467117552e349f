import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often the refresh token of a session was exchanged. */
export class AddBearerTokens1760000099000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE sessions
        ADD COLUMN refresh_turn integer NOT NULL DEFAULT 0,
        ADD COLUMN refreshed_at timestamptz,
        ADD CONSTRAINT ck_sessions_refreshed CHECK ((refresh_turn > 0) = (refreshed_at IS NOT NULL))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE sessions DROP COLUMN refresh_turn, DROP COLUMN refreshed_at');
  }
}
