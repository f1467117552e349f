import type { DataSource } from 'typeorm';

/** What the service's answers have promised about a write: `acknowledged`, or `unknown` without a clear answer. */
type Standing = 'acknowledged' | 'unknown';

/** The values that a customer's first name was set to, in order. */
type Updates = { value: string; standing: Standing }[];

/** A customer's entry in a contest. */
export interface EntryId {
  readonly customer: number;
  readonly contest: number;
}

/** The differences between the ledger and the database. */
export interface Differences {
  /** Acknowledged writes that are missing, and rows that were written in part. */
  lost: string[];
  /** Writes that happened more than once. */
  doubled: string[];
}

/** Every write that clients sent, and what they were told about it. */
export class Ledger {
  readonly registrations = new Map<string, Standing>();
  readonly contacts = new Map<string, Standing>();
  readonly entries = new Map<string, EntryId & { standing: Standing }>();
  readonly updates = new Map<number, Updates>();
  /** Cookies of acknowledged log-ins; false once the log-out was acknowledged, null if its outcome is unknown. */
  readonly sessions = new Map<string, boolean | null>();

  enter(entry: EntryId, standing: Standing): void {
    this.entries.set(`${entry.contest}/${entry.customer}`, { ...entry, standing });
  }

  update(customer: number, value: string, standing: Standing): void {
    const updates = this.updates.get(customer) ?? [];
    updates.push({ value, standing });
    this.updates.set(customer, updates);
  }

  /** The number of acknowledged writes. */
  get acknowledged(): number {
    const standings = [
      ...this.registrations.values(),
      ...this.contacts.values(),
      ...[...this.entries.values()].map(({ standing }) => standing),
      ...[...this.updates.values()].flat().map(({ standing }) => standing),
    ];
    // A log-in is one write, its log-out another.
    const sessions = [...this.sessions.values()];
    const logOuts = sessions.filter((isOpen) => isOpen === false).length;
    return standings.filter((one) => one === 'acknowledged').length + sessions.length + logOuts;
  }

  /**
   * Compares the ledger with the database, and the database with itself: a customer or contact is stored together with one token and
   * one mail.
   *
   * @param isLoggedIn asks the service whether a cookie is that of a live session
   */
  async compare(db: DataSource, isLoggedIn: (cookie: string) => Promise<boolean>): Promise<Differences> {
    const lost: string[] = [];
    const doubled: string[] = [];
    const count = (what: string, standing: Standing, found: number) => {
      if (standing === 'acknowledged' && found === 0) lost.push(what);
      if (found > 1) doubled.push(what);
    };

    const registered = await counts(db, CUSTOMERS, [[...this.registrations.keys()]]);
    for (const [email, standing] of this.registrations)
      count(`registration ${email}`, standing, registered.get(email) ?? 0);
    const signedUp = await counts(db, CONTACTS, [[...this.contacts.keys()]]);
    for (const [email, standing] of this.contacts)
      count(`contact ${email}`, standing, signedUp.get(email) ?? 0);
    const entered = await counts(db, ENTRIES, [[...this.entries.keys()]]);
    for (const [key, { standing }] of this.entries) count(`entry ${key}`, standing, entered.get(key) ?? 0);

    const names = await db.query<{ id: string; name: string }[]>(NAMES, [[...this.updates.keys()]]);
    const nameOf = new Map(names.map(({ id, name }) => [Number(id), name]));
    for (const [customer, updates] of this.updates)
      if (!possibleValues(updates).has(nameOf.get(customer)!)) lost.push(`update of customer ${customer}`);

    for (const [cookie, isOpen] of this.sessions)
      if (isOpen !== null && (await isLoggedIn(cookie)) !== isOpen)
        lost.push(isOpen ? 'a session' : 'a log-out');

    for (const { kind, rows, tokens, mails } of await db.query<Partners[]>(PARTNERS)) {
      if (tokens < rows || mails < rows) lost.push(`${kind}: ${rows} rows, ${tokens} tokens, ${mails} mails`);
      if (tokens > rows || mails > rows)
        doubled.push(`${kind}: ${rows} rows, ${tokens} tokens, ${mails} mails`);
    }
    return { lost, doubled };
  }
}

/**
 * The values that the row may have: the last one that was acknowledged, or one of unknown outcome. Even an earlier one of these, because
 * the database may carry out a statement long after its client has given up, for example when its process was suspended.
 */
function possibleValues(updates: Updates): Set<string> {
  const last = updates.findLastIndex(({ standing }) => standing === 'acknowledged');
  const unknown = updates.filter(({ standing }) => standing === 'unknown').map(({ value }) => value);
  // Without an acknowledged update, the row may also have its first value.
  return new Set([last === -1 ? '' : updates[last].value, ...unknown]);
}

/** Counts without an index, which would show a row only once even if it was stored twice. */
const CUSTOMERS = `SELECT email AS key, count(*)::integer AS n FROM customers WHERE email = ANY($1) GROUP BY email`;
const CONTACTS = `SELECT email AS key, count(*)::integer AS n FROM contacts WHERE email = ANY($1) GROUP BY email`;
const ENTRIES = `
  SELECT contest_id || '/' || customer_id AS key, count(*)::integer AS n FROM contest_entries
  WHERE contest_id || '/' || customer_id = ANY($1) GROUP BY 1`;
const NAMES = `
  SELECT id, CASE WHEN first_name LIKE 'Renamed %' THEN first_name ELSE '' END AS name
  FROM customers WHERE id = ANY($1)`;

/** The rows that one transaction writes together. */
interface Partners {
  kind: string;
  rows: number;
  tokens: number;
  mails: number;
}

const PARTNERS = `
  SELECT kind, rows::integer, tokens::integer, mails::integer
  FROM (
    SELECT 'confirm_address' AS kind, (SELECT count(*) FROM customers WHERE confirmed_at IS NULL) AS rows
    UNION ALL
    SELECT 'confirm_contact', (SELECT count(*) FROM contacts)
  ) kinds
  CROSS JOIN LATERAL (SELECT count(*) AS tokens FROM one_time_tokens WHERE purpose = kind) issued
  CROSS JOIN LATERAL (SELECT count(*) AS mails FROM mails WHERE mails.kind = kinds.kind) queued`;

async function counts(db: DataSource, text: string, values: unknown[]): Promise<Map<string, number>> {
  const rows = await db.query<{ key: string; n: number }[]>(text, values);
  return new Map(rows.map(({ key, n }) => [key, n]));
}
