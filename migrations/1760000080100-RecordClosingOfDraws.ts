import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What closing a contest fixes beside the list: how many entries it has, which ones are not in it and why, and the announced source of the public text. */
export class RecordClosingOfDraws1760000080100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE contest_draws ADD COLUMN entry_count integer, ADD COLUMN exclusions jsonb, ADD COLUMN beacon_source text`);
    // Draws of held fan clubs as well: nothing that they show changes.
    await db.query('ALTER TABLE contest_draws DISABLE TRIGGER tr_contest_draws_refuse_while_held');
    await db.query('UPDATE contest_draws SET entry_count = cardinality(entries) WHERE entries IS NOT NULL');
    await db.query('ALTER TABLE contest_draws ENABLE TRIGGER tr_contest_draws_refuse_while_held');
    await db.query(`
      ALTER TABLE contest_draws
        DROP CONSTRAINT ck_contest_draws_closed,
        ADD CONSTRAINT ck_contest_draws_closed CHECK (num_nulls(entries, entry_count, list_hash, left_out) IN (0, 4)),
        ADD CONSTRAINT ck_contest_draws_count CHECK (entry_count = cardinality(entries)),
        ADD CONSTRAINT ck_contest_draws_exclusions
          CHECK (exclusions IS NULL OR left_out IS NOT NULL AND jsonb_array_length(exclusions) = left_out),
        ADD CONSTRAINT ck_contest_draws_beacon_source
          CHECK (beacon_source IS NULL OR entries IS NOT NULL AND length(beacon_source) BETWEEN 1 AND 200),
        ADD CONSTRAINT ck_contest_draws_announced CHECK (beacon_source IS NULL OR drawn_at IS NULL OR beacon <> '')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE contest_draws DROP COLUMN entry_count, DROP COLUMN exclusions, DROP COLUMN beacon_source',
    );
    await db.query(`
      ALTER TABLE contest_draws
        ADD CONSTRAINT ck_contest_draws_closed CHECK (num_nulls(entries, list_hash, left_out) IN (0, 3))`);
  }
}
