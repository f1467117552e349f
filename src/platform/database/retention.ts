import type { Config } from '#platform/config';
import type { Statement, Statements } from './sql';

/** Rows that one statement deletes at most, so that none holds locks for long or outlives its time limit. */
export const BATCH = 1_000;

/** Something that is deleted once it is old. */
export interface Retention {
  /** $1 rows at most; then {@link values}. Deletes rows that are out of date, any of them. */
  readonly statement: Statement;
  readonly values?: readonly unknown[];
}

/** How long what happened to a mail is kept, in days. */
const MAIL_DAYS = 30;

const purge = (name: string, table: string, outdated: string, order: string): Statement => ({
  name: `retention.${name}`,
  text: `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${outdated} ORDER BY ${order} LIMIT $1)`,
});

/** Sessions that ended early go with their absolute end too: until then there are at most as many as log-ins in that time. */
const SESSIONS = purge('sessions', 'sessions', 'expires_at < now()', 'expires_at');

const TOKENS = purge('tokens', 'one_time_tokens', 'expires_at < now()', 'expires_at');

/** By id, since old mails have low ones: it needs no index that every mail would have to be written into. $2 days. */
const MAILS = purge(
  'mails',
  'mails',
  'coalesce(sent_at, given_up_at) < now() - make_interval(days => $2)',
  'id',
);

/** $2 days. */
const AUDITS = purge(
  'search_audits',
  'search_audits',
  'created_at < now() - make_interval(days => $2)',
  'created_at',
);

/**
 * Buyers without address, whom only the checkout makes, and everything of theirs: bought long ago, never registered, no live
 * session to register in. Who paid for something stays, for the books. $2 days, $3 seconds after which a session is idle.
 */
const BUYERS: Statement = {
  name: 'retention.unregistered_buyers',
  text: `
    WITH buyers AS (
      SELECT c.fanclub_id, c.id FROM customers c
      WHERE c.email IS NULL AND c.created_at < now() - make_interval(days => $2)
        AND EXISTS (
          SELECT FROM orders o
          WHERE o.fanclub_id = c.fanclub_id AND o.customer_id = c.id AND o.checkout_reference IS NOT NULL)
        AND NOT EXISTS (
          SELECT FROM orders o
          WHERE o.fanclub_id = c.fanclub_id AND o.customer_id = c.id
            AND (o.total > 0 OR o.created_at >= now() - make_interval(days => $2)))
        AND NOT EXISTS (
          SELECT FROM sessions s
          WHERE s.fanclub_id = c.fanclub_id AND s.customer_id = c.id AND s.revoked_at IS NULL
            AND s.expires_at > now() AND s.last_seen_at > now() - make_interval(secs => $3))
      ORDER BY c.created_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ), entries AS (
      DELETE FROM contest_entries x USING buyers b WHERE x.fanclub_id = b.fanclub_id AND x.customer_id = b.id
    ), queued AS (
      DELETE FROM queued_subscriptions x USING buyers b WHERE x.fanclub_id = b.fanclub_id AND x.customer_id = b.id
    ), subscribed AS (
      DELETE FROM subscriptions x USING buyers b WHERE x.fanclub_id = b.fanclub_id AND x.customer_id = b.id
    ), ordered AS (
      DELETE FROM orders x USING buyers b WHERE x.fanclub_id = b.fanclub_id AND x.customer_id = b.id
    )
    DELETE FROM customers x USING buyers b WHERE x.fanclub_id = b.fanclub_id AND x.id = b.id`,
};

/** Counts whose window has passed, of all fan clubs. Rows that are being counted up right now are no old ones, and stay. */
const LIMITS: Statement = {
  name: 'retention.rate_limits',
  text: `
    DELETE FROM rate_limits
    WHERE ends_at < now() AND (fanclub_id, what, digest) IN (
      SELECT fanclub_id, what, digest FROM rate_limits WHERE ends_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED)`,
};

/** By the owner's function, as the server's role may not delete here (docs/operations.md, "Database roles"). $2 months. */
const SECURITY_EVENTS: Statement = {
  name: 'retention.security_events',
  text: 'SELECT FROM purge_security_events($1, $2)',
};

/** What is deleted every night, of all fan clubs; see docs/operations.md. */
export const nightly = ({
  searchAuditDays,
  securityEventsMonths,
  unregisteredBuyerDays,
  idleLifetime,
}: Config['retention']): readonly Retention[] => [
  { statement: SESSIONS },
  { statement: TOKENS },
  { statement: MAILS, values: [MAIL_DAYS] },
  { statement: AUDITS, values: [searchAuditDays] },
  { statement: SECURITY_EVENTS, values: [securityEventsMonths] },
  { statement: BUYERS, values: [unregisteredBuyerDays, idleLifetime] },
];

/** What is deleted every few minutes, because a flood of requests makes many rows of it. */
export const FREQUENTLY: readonly Retention[] = [{ statement: LIMITS }];

/**
 * Deletes what is out of date, batch by batch, each in a transaction of its own.
 *
 * @returns how many rows that were
 */
export async function forget(
  db: Statements,
  retentions: readonly Retention[],
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (const { statement, values = [] } of retentions) {
    let deleted = BATCH;
    while (deleted === BATCH && !signal?.aborted) {
      deleted = await db.run(statement, [BATCH, ...values]);
      total += deleted;
    }
  }
  return total;
}
