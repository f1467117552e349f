import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRateLimits1760000018000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Free space in each page lets updates stay in it, so that they do not touch the index.
    await db.query(`
      CREATE UNLOGGED TABLE rate_limits (
        fanclub_id bigint NOT NULL,
        what       text NOT NULL,
        digest     bytea NOT NULL,
        count      integer NOT NULL,
        ends_at    timestamptz NOT NULL,
        CONSTRAINT pk_rate_limits PRIMARY KEY (fanclub_id, what, digest),
        CONSTRAINT fk_rate_limits_fanclub FOREIGN KEY (fanclub_id) REFERENCES fanclubs ON DELETE CASCADE,
        CONSTRAINT ck_rate_limits_count CHECK (count >= 0),
        CONSTRAINT ck_rate_limits_digest CHECK (length(digest) = 32)
      ) WITH (fillfactor = 70)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE rate_limits');
  }
}
