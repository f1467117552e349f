import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that have a unique key (fanclub_id, id) already, because others refer to it. */
const KEYED_BY_ID = [
  ...[
    'affiliates',
    'benefits',
    'contacts',
    'contest_entries',
    'contests',
    'customers',
    'events',
    'item_types',
  ],
  ...['orders', 'packages', 'parcel_batches', 'payment_accounts', 'payments', 'plans', 'refunds'],
  ...['sales_periods', 'shipments', 'subscriptions', 'ticket_links'],
];

/** Tables with another unique key that begins with fanclub_id, and its columns. The primary key of fanclub_counters is one. */
const KEYED: readonly (readonly [table: string, columns: string])[] = [
  ['authentications', 'fanclub_id, name, uid'],
  ['item_options', 'fanclub_id, item_type_id, id'],
  ['login_providers', 'fanclub_id, name'],
  ['mail_templates', 'fanclub_id, kind'],
  ['trusted_domains', 'fanclub_id, origin'],
];

/** Tables whose index gets the columns of the primary key at its end, and becomes unique. So writes have no more indexes. */
const WIDENED: readonly (readonly [table: string, columns: string, added: string])[] = [
  ['affiliate_codes', 'fanclub_id, affiliate_id', 'id'],
  ['batch_parcels', 'fanclub_id, batch_id', 'id'],
  ['benefit_plans', 'fanclub_id, plan_id', 'benefit_id'],
  ['contest_exclusions', 'fanclub_id, entry_id', 'id'],
  ['contest_plans', 'fanclub_id, plan_id', 'contest_id'],
  ['fanclub_keys', 'fanclub_id', 'id'],
  ['issue_mails', 'fanclub_id', 'customer_id, issue'],
  ['item_selections', 'fanclub_id, item_type_id, item_option_id', 'customer_id'],
  ['mails', 'fanclub_id', 'id'],
  ['order_gifts', 'fanclub_id', 'id'],
  ['package_items', 'fanclub_id, package_id, position', 'id'],
  ['payment_card_pages', 'fanclub_id, account_id', 'id'],
  ['payment_customers', 'fanclub_id, account_id', 'id'],
  ['payment_events', 'fanclub_id, account_id', 'event_ref'],
  ['payment_methods', 'fanclub_id, account_id', 'id'],
  ['payment_strays', 'fanclub_id, account_id', 'id'],
  ['payment_transitions', 'fanclub_id, subject, subject_number', 'id'],
  ['plan_upgrades', 'fanclub_id, to_plan_id', 'id'],
  ['queued_subscriptions', 'fanclub_id, plan_id', 'id'],
  ['search_audits', 'fanclub_id, organization_api_key_id', 'id'],
  ['shipment_items', 'fanclub_id, shipment_id, position', 'id'],
  ['shipping_addresses', 'fanclub_id', 'id'],
  ['staff_reads', 'fanclub_id, customer_id', 'staff_id, hour'],
  ['ticket_link_plans', 'fanclub_id, plan_id', 'ticket_link_id'],
];

/** Tables whose rows are found by the hash of a token, always together with the fan club. */
const HASHED = ['sessions', 'one_time_tokens'];

/** Tables whose rows belong to a fan club or to an organization as a whole. An index with NULLs cannot identify rows. */
const WITHOUT_KEY = ['security_events', 'staff_audit_chains', 'staff_audits', 'staff_roles', 'staff_tokens'];

/** The name of a key or index: `uq_sessions_fanclub_token_hash`. */
const named = (kind: 'uq' | 'ix', table: string, columns: string): string =>
  [kind, table, ...columns.split(', ').map((column) => column.replace(/(?<=.)_id$/, ''))].join('_');

/** The unique keys that do not exist yet. */
const ADDED: readonly (readonly [table: string, columns: string])[] = [
  ...WIDENED.map(([table, columns, added]) => [table, `${columns}, ${added}`] as const),
  ...HASHED.map((table) => [table, 'fanclub_id, token_hash'] as const),
  ['email_aliases', 'fanclub_id, id'],
];

const buildIndex = (db: QueryRunner, table: string, columns: string): Promise<unknown> =>
  db.query(`CREATE UNIQUE INDEX ${named('uq', table, columns)} ON ${table} (${columns})`);

/** Makes a unique index a constraint. */
async function addKey(db: QueryRunner, table: string, columns: string): Promise<void> {
  const name = named('uq', table, columns);
  await db.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} UNIQUE USING INDEX ${name}`);
}

const dropKey = (db: QueryRunner, table: string, columns: string): Promise<unknown> =>
  db.query(`ALTER TABLE ${table} DROP CONSTRAINT ${named('uq', table, columns)}`);

/**
 * Makes a unique key that begins with fanclub_id the replica identity of each table of a fan club. Without it, a publication of one
 * fan club's rows would make every UPDATE and DELETE fail, of all fan clubs.
 */
export class IdentifyRowsByFanclub1760000063000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // First all indexes, because reads continue meanwhile. The rest is quick.
    for (const [table, columns] of ADDED) await buildIndex(db, table, columns);
    for (const [table, columns] of ADDED) await addKey(db, table, columns);
    for (const [table, columns] of WIDENED) await db.query(`DROP INDEX ${named('ix', table, columns)}`);
    for (const table of HASHED) await dropKey(db, table, 'token_hash');
    const byId = KEYED_BY_ID.map((table) => [table, 'fanclub_id, id'] as const);
    for (const [table, columns] of [...ADDED, ...byId, ...KEYED])
      await db.query(`ALTER TABLE ${table} REPLICA IDENTITY USING INDEX ${named('uq', table, columns)}`);
    for (const table of WITHOUT_KEY) await db.query(`ALTER TABLE ${table} REPLICA IDENTITY FULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of HASHED) await buildIndex(db, table, 'token_hash');
    for (const [table, columns] of WIDENED)
      await db.query(`CREATE INDEX ${named('ix', table, columns)} ON ${table} (${columns})`);
    for (const table of HASHED) await addKey(db, table, 'token_hash');
    const changed = [...ADDED, ...KEYED].map(([table]) => table);
    for (const table of [...changed, ...KEYED_BY_ID, ...WITHOUT_KEY])
      await db.query(`ALTER TABLE ${table} REPLICA IDENTITY DEFAULT`);
    for (const [table, columns] of ADDED) await dropKey(db, table, columns);
  }
}
