// The viewer, a part of each route's statement. $1 is the fan club's key, $2 the hashes of the session tokens.
import { hash } from 'node:crypto';
import { statement } from './database.mjs';

/** A refusal with its messages. */
export class Refusal extends Error {
  constructor(...messages) {
    super(messages[0]);
    this.messages = messages;
  }
}

const invalidKey = () => new Refusal('Please use a valid API Key.');

/** The fan club of the key, as `f`. */
export const CLUB = `fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id`;
export const HAS_KEY = `k.key = $1 AND k.revoked_at IS NULL`;

/** The logged-in customer as `v`, with `v.id` and the given columns; all null without a login. */
export const customer = (columns) => `
  LEFT JOIN LATERAL (
    SELECT c.id, s.id AS session_id, s.last_seen_at <= now() - interval '300 seconds' AS is_stale, ${columns}
    FROM sessions s
    JOIN customers c ON c.fanclub_id = s.fanclub_id AND c.id = s.customer_id
    WHERE s.fanclub_id = f.id AND s.token_hash = ANY ($2::bytea[]) AND s.revoked_at IS NULL AND s.expires_at > now()
      AND s.last_seen_at > now() - interval '7 days' AND NOT c.blacklisted AND c.registered AND c.confirmed_at IS NOT NULL
    LIMIT 1
  ) v ON true`;

/** The active subscription of `v` as `m`, with the given columns of subscription `s`, plan `p` and sales period `sp`. */
export const membership = (columns) => `
  LEFT JOIN LATERAL (
    SELECT ${columns}
    FROM subscriptions s
    JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE s.fanclub_id = f.id AND s.customer_id = v.id AND NOT s.cancelled AND s.start_date <= now()
      AND (s.end_date IS NULL OR s.end_date > now() OR sp.extended_until > now())
    ORDER BY s.start_date DESC, s.id DESC
    LIMIT 1
  ) m ON true`;

/** The columns that `refreshed` needs. */
export const SESSION = 'f.id AS fanclub_id, v.id AS customer_id, v.session_id, v.is_stale';

const touch = statement(
  'peer.touch',
  'UPDATE sessions SET last_seen_at = now() WHERE fanclub_id = $1 AND id = $2 AND last_seen_at < now()',
);

/** Returns the rows of a route's statement. Throws for an invalid key, and updates the session's last use. */
export async function refreshed(rows) {
  if (rows.length === 0) throw invalidKey();
  const [{ fanclub_id: fanclubId, session_id: sessionId, is_stale: isStale }] = rows;
  if (isStale) await touch([fanclubId, sessionId]);
  return rows;
}

/** The same on a route for customers only. */
export async function ofCustomer(rows) {
  await refreshed(rows);
  if (rows[0].customer_id === null) throw new Refusal('Please log in to access your online benefits.');
  return rows;
}

/** The fan club's key of a request. */
export function keyOf({ query: { key } }) {
  if (typeof key !== 'string' || key === '' || key.length > 128) throw invalidKey();
  return key;
}

const COOKIE = /^__Host-fanclub_session_[1-9]\d{0,14}$/;

/** The hashes of the tokens in the session cookies of a request. */
export function tokensOf({ cookies, server, log }) {
  const hashes = [];
  for (const name in cookies) {
    if (!COOKIE.test(name) || cookies[name].length > 512) continue;
    const token = server.decodeSecureSession(cookies[name], log)?.get('host_token');
    if (typeof token === 'string') hashes.push(hash('sha256', token, 'buffer'));
  }
  return hashes;
}
