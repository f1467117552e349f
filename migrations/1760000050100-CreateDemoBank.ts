import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The demo bank is a stranger to the service: it has a schema of its own, and no row of it refers to a fan club. */
export class CreateDemoBank1760000050100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Whoever drops the service's own schema to begin anew leaves this one behind.
    await db.query('DROP SCHEMA IF EXISTS demo_bank CASCADE');
    await db.query('CREATE SCHEMA demo_bank');
    await db.query(`
      CREATE TABLE demo_bank.objects (
        ref        text CONSTRAINT pk_objects PRIMARY KEY,
        account    text NOT NULL,
        kind       text NOT NULL,
        key        text,
        request    text,
        content    jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT uq_objects_account_key UNIQUE (account, key),
        CONSTRAINT ck_objects_request CHECK ((key IS NULL) = (request IS NULL))
      )`);
    await db.query(
      'CREATE INDEX ix_objects_account_kind_created_at ON demo_bank.objects (account, kind, created_at)',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP SCHEMA demo_bank CASCADE');
  }
}
