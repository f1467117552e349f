import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports the end of a live session, so that servers no longer keep the customer's visits. */
export class ReportEndsOfSessions1760000059000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION report_end_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('fanclub_published', 'visits ' || OLD.fanclub_id || ':' || OLD.customer_id);
        RETURN NULL;
      END $$`);
    await db.query(`
      CREATE TRIGGER tr_sessions_report_revoked AFTER UPDATE ON sessions
      FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION report_end_of_session()`);
    // Rows that a job purges are over already.
    await db.query(`
      CREATE TRIGGER tr_sessions_report_deleted AFTER DELETE ON sessions
      FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND OLD.expires_at > clock_timestamp())
      EXECUTE FUNCTION report_end_of_session()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION report_end_of_session() CASCADE');
  }
}
