import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All tables with published content that servers cache. */
const PUBLISHED_TABLES = [
  'fanclub_keys',
  'trusted_domains',
  'login_providers',
  'item_types',
  'item_options',
  'sales_periods',
  'plans',
  'packages',
  'package_items',
  'plan_upgrades',
  'benefits',
  'benefit_plans',
  'events',
  'ticket_links',
  'ticket_link_plans',
  'contests',
  'contest_plans',
];

export class ReportPublishedChanges1760000020000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // PostgreSQL delivers at commit, and equal notifications of one transaction once. A row that moves to another fan club is
    // reported for both. The argument names the column with the fan club's id.
    await db.query(`
      CREATE FUNCTION report_published_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          PERFORM pg_notify('fanclub_published', '*');
        ELSE
          IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('fanclub_published', to_jsonb(OLD) ->> TG_ARGV[0]); END IF;
          IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('fanclub_published', to_jsonb(NEW) ->> TG_ARGV[0]); END IF;
        END IF;
        RETURN NULL;
      END $$`);
    for (const table of ['fanclubs', ...PUBLISHED_TABLES]) {
      const column = table === 'fanclubs' ? 'id' : 'fanclub_id';
      await db.query(`
        CREATE TRIGGER tr_${table}_report_added_or_removed AFTER INSERT OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION report_published_change('${column}')`);
      // An update without changes is not reported, so importing a catalogue twice reports nothing.
      await db.query(`
        CREATE TRIGGER tr_${table}_report_changed AFTER UPDATE ON ${table}
        FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION report_published_change('${column}')`);
      await db.query(`
        CREATE TRIGGER tr_${table}_report_emptied AFTER TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION report_published_change('${column}')`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION report_published_change() CASCADE');
  }
}
