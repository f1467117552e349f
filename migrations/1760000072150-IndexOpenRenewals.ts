import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The job of each minute looks at renewals that are not done. Without the index it reads those of all years. */
export class IndexOpenRenewals1760000072150 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query("CREATE INDEX ix_renewals_open ON renewals (updated_at) WHERE state <> 'done'");
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_renewals_open');
  }
}
