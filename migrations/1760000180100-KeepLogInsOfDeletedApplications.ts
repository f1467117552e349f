import type { MigrationInterface, QueryRunner } from 'typeorm';

const FENCE = 'TRIGGER tr_oidc_log_ins_refuse_while_held';

/** Log-ins outlive the application, which must hear that they have ended. So they are found by its name in the protocol. */
export class KeepLogInsOfDeletedApplications1760000180100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE oidc_log_ins
        ADD COLUMN client_id text,
        ADD COLUMN log_out_url text,
        ALTER COLUMN application_id DROP NOT NULL,
        DISABLE ${FENCE}`);
    await db.query(`
      UPDATE oidc_log_ins l SET client_id = a.client_id
      FROM oidc_applications a WHERE a.fanclub_id = l.fanclub_id AND a.id = l.application_id`);
    await db.query(`
      ALTER TABLE oidc_log_ins
        ENABLE ${FENCE},
        ALTER COLUMN client_id SET NOT NULL,
        ADD CONSTRAINT ck_oidc_log_ins_application CHECK (num_nonnulls(application_id, log_out_url) = 1)`);
    await db.query('DROP INDEX ix_oidc_log_ins_ended');
    await db.query(
      'CREATE INDEX ix_oidc_log_ins_ended ON oidc_log_ins (fanclub_id, client_id, next_try_at) WHERE ended_at IS NOT NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_oidc_log_ins_ended');
    await db.query(`ALTER TABLE oidc_log_ins DISABLE ${FENCE}`);
    await db.query('DELETE FROM oidc_log_ins WHERE application_id IS NULL');
    await db.query(`
      ALTER TABLE oidc_log_ins
        ENABLE ${FENCE},
        DROP CONSTRAINT ck_oidc_log_ins_application,
        ALTER COLUMN application_id SET NOT NULL,
        DROP COLUMN client_id,
        DROP COLUMN log_out_url`);
    await db.query(
      'CREATE INDEX ix_oidc_log_ins_ended ON oidc_log_ins (fanclub_id, application_id, next_try_at) WHERE ended_at IS NOT NULL',
    );
  }
}
