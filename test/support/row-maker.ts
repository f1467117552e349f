import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Catalogue, CatalogueColumn, CatalogueConstraint } from './schema-catalogue';

type Row = Record<string, unknown>;

/**
 * Values that a check constraint requires, also of columns that may be null if the name has the table; all other columns accept any
 * value of their type.
 */
const FITTING: Record<string, unknown> = {
  country: 'US',
  venue_country: 'US',
  status: 'Show',
  issue: 'address',
  role: 'owner',
  purpose: 'confirm_address',
  'staff_tokens.purpose': 'invite',
  provider: 'demo',
  way: 'checkout',
  effect: 'keep',
  subject: 'payment',
  kind: 'receipt',
  'mails.content_sealed': 'sealed',
  'contest_draws.seed_sealed': 'sealed',
  'contest_winners.state': 'selected',
  'retention_rules.kind': 'contacts',
  'staff_api_keys.scopes': ['members.read'],
  rank: 1,
  'redeem_batches.kind': 'coupon',
  'redeem_batches.discount': 'amount',
  'redeem_batches.value': 1,
  'redeem_uses.state': 'held',
  'benefit_items.html': '<p>A text</p>',
  'presale_pools.mode': 'everyone',
  'fan_club_hosts.host': () => `fans-${randomUUID()}.example`,
  'webhook_endpoints.types': ['member.created'],
  'webhook_messages.type': 'member.created',
  'oidc_consents.scopes': ['openid'],
  'oidc_applications.confidential': false,
  'oidc_applications.scopes': ['openid'],
  'oidc_applications.redirect_urls': ['https://forum.example/callback'],
  'oidc_records.model': 'Interaction',
  'forums.failure': 'timeout',
  'forums.failing_since': () => new Date(0),
  'forum_groups.fault': 'unknown_group',
  'forum_groups.compare_began': () => new Date(0),
  'forum_groups.compare_offset': 0,
  'forum_members.state': 'added',
  'forum_members.user_number': 1,
  'club_images.media_type': 'image/png',
  'club_images.store': 'folder',
  'club_images.file_key': (row: Row) => `${String(row.fanclub_id)}/${'0'.repeat(64)}-${'0'.repeat(16)}`,
};

/** What a row with all its references needs besides. */
const WITH_REFERENCES: Record<string, Row> = {
  customers: { erased_at: new Date(0) },
  presale_codes: { assigned_at: new Date(0), assigned_by: 'job' },
};

/** Inserts a row of any table, from PostgreSQL's description of it, with all rows that it references. */
export class RowMaker {
  readonly references: CatalogueConstraint[];
  private counter = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly catalogue: Catalogue,
  ) {
    this.references = catalogue.constraints.filter(({ kind }) => kind === 'f');
  }

  /** Values for a row of `fanclubId`, after writing the referenced rows; with `complete`, including optional references. */
  async make(table: string, fanclubId?: number, complete = false): Promise<Row> {
    const row: Row = complete ? { ...WITH_REFERENCES[table] } : {};
    // Some rows belong to no fan club.
    const isOfFanclub = this.columnsOf(table).some(({ column }) => column === 'fanclub_id');
    if (fanclubId !== undefined && isOfFanclub) row.fanclub_id = fanclubId;
    for (const reference of this.references.filter((one) => one.table === table)) {
      if (!complete && !this.isRequired(reference)) continue;
      if (reference.columns.every((column) => column in row)) continue;
      const target = await this.insert(reference.target as string, fanclubId);
      reference.columns.forEach((column, at) => (row[column] = target[reference.targetColumns[at]]));
    }
    for (const column of this.columnsOf(table)) {
      const given = column.column in row || column.default !== null || column.identity !== '';
      const isNeeded = column.required || `${table}.${column.column}` in FITTING;
      if (isNeeded && !given) row[column.column] = this.valueOf(column, row);
    }
    return row;
  }

  /** Inserts a row and returns it as stored. */
  async insert(table: string, fanclubId?: number): Promise<Row> {
    return this.write(table, await this.make(table, fanclubId));
  }

  async write(table: string, row: Row): Promise<Row> {
    const columns = Object.keys(row);
    const places = columns.map((_, at) => `$${at + 1}`);
    const [written] = await this.dataSource.query<Row[]>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING *`,
      Object.values(row),
    );
    return written;
  }

  private isRequired({ table, columns }: CatalogueConstraint): boolean {
    return this.columnsOf(table).every(({ column, required }) => required || !columns.includes(column));
  }

  private columnsOf(table: string): CatalogueColumn[] {
    return this.catalogue.columns.filter((column) => column.table === table);
  }

  private valueOf({ table, column, type }: CatalogueColumn, row: Row): unknown {
    this.counter += 1;
    for (const name of [`${table}.${column}`, column]) {
      const value = FITTING[name];
      if (value !== undefined)
        return typeof value === 'function' ? (value as (row: Row) => unknown)(row) : value;
    }
    if (type === 'text') return `x${this.counter}`;
    if (type === 'bytea') return Buffer.alloc(32, this.counter.toString());
    if (type === 'timestamp with time zone') return new Date(this.counter * 1000);
    if (type === 'date') return '2020-01-01';
    if (type === 'boolean') return true;
    if (type === 'jsonb') return '{}';
    if (/^(bigint|integer|smallint|numeric)/.test(type)) return 1;
    throw new Error(`${table}.${column}: add a value for ${type} to test/support/row-maker.ts`);
  }
}
