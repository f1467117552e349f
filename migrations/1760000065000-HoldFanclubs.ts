import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fence } from './support/fence';
import { replaceStaffAuditFunctions } from './support/staff-audit-functions';
import { schemaOf } from './support/schema-of';

/** All logged tables with rows of fan clubs. Later migrations call `fence` for theirs. */
const TABLES = [
  ...['fanclub_keys', 'trusted_domains', 'login_providers', 'mails', 'mail_templates', 'one_time_tokens'],
  ...['item_types', 'item_options', 'item_selections', 'shipping_addresses', 'sales_periods', 'plans'],
  ...['packages', 'package_items', 'plan_upgrades', 'benefits', 'benefit_plans', 'events', 'ticket_links'],
  ...['ticket_link_plans', 'contests', 'contest_plans', 'contest_entries', 'contest_exclusions', 'contacts'],
  ...['customers', 'authentications', 'email_aliases', 'sessions', 'search_audits', 'security_events'],
  ...['subscriptions', 'queued_subscriptions', 'affiliates', 'affiliate_codes', 'orders', 'order_gifts'],
  ...['fanclub_counters', 'payment_transitions', 'shipments', 'shipment_items', 'parcel_batches'],
  ...['batch_parcels', 'issue_mails', 'payment_accounts', 'payment_events', 'payment_customers', 'payments'],
  ...['payment_card_pages', 'payment_methods', 'payment_strays', 'refunds', 'staff_roles', 'staff_tokens'],
  ...['staff_audits', 'staff_audit_chains', 'staff_reads'],
];

export class HoldFanclubs1760000065000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    const schema = await schemaOf(db);
    await db.query('ALTER TABLE fanclubs ADD COLUMN held_at timestamptz');
    // In a transaction that is not READ COMMITTED, the snapshot may be older than the hold. FOR SHARE then fails with a
    // serialization failure instead of missing it. Replication of a subscription does not fire these triggers.
    await db.query(`
      CREATE FUNCTION refuse_while_held() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF current_setting('transaction_isolation') <> 'read committed' THEN
          PERFORM FROM ${schema}.fanclubs WHERE id IN (OLD.fanclub_id, NEW.fanclub_id) FOR SHARE;
        END IF;
        IF EXISTS (SELECT FROM ${schema}.fanclubs WHERE id IN (OLD.fanclub_id, NEW.fanclub_id) AND held_at IS NOT NULL) THEN
          RAISE EXCEPTION 'fan club % is held', coalesce(NEW.fanclub_id, OLD.fanclub_id) USING ERRCODE = 'FC001', TABLE = TG_TABLE_NAME;
        END IF;
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
      END $$`);
    for (const table of TABLES) await fence(db, table);
    // A hold and its release are updates too.
    await db.query(`
      CREATE FUNCTION refuse_held_fanclub() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'fan club % is held', OLD.id USING ERRCODE = 'FC001', TABLE = TG_TABLE_NAME;
      END $$`);
    await db.query(`
      CREATE TRIGGER tr_fanclubs_refuse_change_while_held BEFORE UPDATE ON fanclubs
      FOR EACH ROW WHEN (OLD.held_at IS NOT NULL AND NEW.held_at IS NOT NULL) EXECUTE FUNCTION refuse_held_fanclub()`);
    await db.query(`
      CREATE TRIGGER tr_fanclubs_refuse_deletion_while_held BEFORE DELETE ON fanclubs
      FOR EACH ROW WHEN (OLD.held_at IS NOT NULL) EXECUTE FUNCTION refuse_held_fanclub()`);
    await replaceStaffAuditFunctions(db, NOT_HELD);
    await replaceSecurityEventPurge(db, schema, NOT_HELD);
  }

  async down(db: QueryRunner): Promise<void> {
    await replaceStaffAuditFunctions(db);
    await replaceSecurityEventPurge(db, await schemaOf(db));
    await db.query('DROP FUNCTION refuse_while_held() CASCADE');
    await db.query('DROP FUNCTION refuse_held_fanclub() CASCADE');
    await db.query('ALTER TABLE fanclubs DROP COLUMN held_at');
  }
}

/** Leaves out the rows of held fan clubs, of the column `fanclub_id`, which may be null. */
const NOT_HELD = 'AND NOT EXISTS (SELECT FROM fanclubs f WHERE f.id = fanclub_id AND f.held_at IS NOT NULL)';

/** The purge of 1760000026000 with a further condition. */
async function replaceSecurityEventPurge(db: QueryRunner, schema: string, condition = ''): Promise<void> {
  await db.query(`
    CREATE OR REPLACE FUNCTION purge_security_events(most integer, months integer) RETURNS SETOF bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
      DELETE FROM security_events WHERE id IN (
        SELECT id FROM security_events
        WHERE at < now() - make_interval(months => greatest(months, 3)) ${condition}
        ORDER BY at LIMIT most)
      RETURNING id
    $$`);
}
