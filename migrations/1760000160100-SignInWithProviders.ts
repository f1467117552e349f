import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Login providers that speak OpenID Connect: their members log in on our pages. */
export class SignInWithProviders1760000160100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE login_providers
        ADD COLUMN issuer text,
        ADD COLUMN label text,
        ADD COLUMN apple_team text,
        ADD COLUMN apple_key text,
        ADD CONSTRAINT ck_login_providers_issuer CHECK ((issuer IS NULL) = (label IS NULL)),
        ADD CONSTRAINT ck_login_providers_apple CHECK (
          (apple_team IS NULL) = (apple_key IS NULL) AND (apple_team IS NULL OR issuer IS NOT NULL))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DELETE FROM login_providers WHERE issuer IS NOT NULL');
    await db.query(`
      ALTER TABLE login_providers
        DROP COLUMN issuer, DROP COLUMN label, DROP COLUMN apple_team, DROP COLUMN apple_key`);
  }
}
