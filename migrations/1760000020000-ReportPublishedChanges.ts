import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every table of which something stands in the copies that servers keep of what a fan club publishes. */
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
    // PostgreSQL delivers at commit, and equal notifications of one transaction once. A row that moves to another fan club has
    // changed for both. The argument names the column that holds the fan club's id.
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
      // What is written again as it was has not changed: importing a catalogue twice is silent.
      const triggers = {
        added_or_removed: 'AFTER INSERT OR DELETE ON % FOR EACH ROW',
        changed: 'AFTER UPDATE ON % FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)',
        emptied: 'AFTER TRUNCATE ON % FOR EACH STATEMENT',
      };
      for (const [what, when] of Object.entries(triggers)) {
        const trigger = `tr_${table}_report_${what}`;
        await db.query(`
          CREATE TRIGGER ${trigger} ${when.replace('%', table)} EXECUTE FUNCTION report_published_change('${column}')`);
        // Also for what comes by replication, or is restored with session_replication_role = replica.
        await db.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${trigger}`);
      }
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION report_published_change() CASCADE');
  }
}
