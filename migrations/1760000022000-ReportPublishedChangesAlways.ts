import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Switches the triggers that report changes of what fan clubs publish, all that there are. */
const switchReports = (db: QueryRunner, mode: 'ENABLE ALWAYS' | 'ENABLE'): Promise<unknown> =>
  db.query(`
    DO $$
    DECLARE report record;
    BEGIN
      FOR report IN SELECT tgrelid::regclass AS relation, tgname FROM pg_trigger
                    WHERE tgfoid = 'report_published_change'::regproc LOOP
        EXECUTE format('ALTER TABLE %s ${mode} TRIGGER %I', report.relation, report.tgname);
      END LOOP;
    END $$`);

/** Changes are reported also of what comes by replication, or is restored with session_replication_role = replica. */
export class ReportPublishedChangesAlways1760000022000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await switchReports(db, 'ENABLE ALWAYS');
  }

  async down(db: QueryRunner): Promise<void> {
    await switchReports(db, 'ENABLE');
  }
}
