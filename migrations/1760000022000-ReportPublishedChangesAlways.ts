import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Switches all triggers that report changes of published content. */
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

/** Also reports changes by replication, and by a restore with session_replication_role = replica. */
export class ReportPublishedChangesAlways1760000022000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await switchReports(db, 'ENABLE ALWAYS');
  }

  async down(db: QueryRunner): Promise<void> {
    await switchReports(db, 'ENABLE');
  }
}
