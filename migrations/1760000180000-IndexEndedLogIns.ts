import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds log-ins at applications that are over and not reported yet, by application: few among those that are not over. */
export class IndexEndedLogIns1760000180000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'CREATE INDEX ix_oidc_log_ins_ended ON oidc_log_ins (fanclub_id, application_id, next_try_at) WHERE ended_at IS NOT NULL',
    );
    await db.query('DROP INDEX ix_oidc_log_ins_next_try_at');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX ix_oidc_log_ins_next_try_at ON oidc_log_ins (next_try_at)');
    await db.query('DROP INDEX ix_oidc_log_ins_ended');
  }
}
