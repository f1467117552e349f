import { types } from '#platform/database';

/*
 * The live session of a token, for statements that find it: the visit of a request, and writes that `SessionStatements` sends. `s` is
 * the session, `c` its customer.
 */

/** The parameters of {@link LIVE_SESSION}. */
export const sessionParams = {
  fanclub: types.bigint,
  /** SHA-256 of the session's token. */
  tokenHash: types.bytea,
  now: types.timestamptz,
  /** A live session was last seen after this instant. */
  seenAfter: types.timestamptz,
};

/** Whether a session is live, as SQL with the parameters `$now` and `$seenAfter`. @param s the alias of `sessions` */
export const liveSql = (s: string): string =>
  `${s}.revoked_at IS NULL AND ${s}.expires_at > $now AND ${s}.last_seen_at > $seenAfter`;

/** The tables of a FROM. No row if the session is over for any reason, or if its customer is blacklisted. */
export const LIVE_SESSION = `sessions s
    JOIN customers c ON c.fanclub_id = s.fanclub_id AND c.id = s.customer_id AND NOT c.blacklisted
      AND s.fanclub_id = $fanclub AND s.token_hash = $tokenHash AND ${liveSql('s')}`;

/** Whether the customer `c` can log in (contract 3.12), unless blacklisted. */
export const MAY_LOG_IN = 'c.registered AND c.confirmed_at IS NOT NULL';

/** The columns by which `SessionStatements` knows the session. */
export const SESSION_COLUMNS = `s.id AS "sessionId", s.last_seen_at AS "lastSeenAt", c.id AS "customerId",
      ${MAY_LOG_IN} AS "isLoggedIn"`;

/** The types of {@link SESSION_COLUMNS}. */
export const sessionRow = {
  sessionId: types.bigint,
  lastSeenAt: types.timestamptz,
  customerId: types.bigint,
  /** As `Viewer.isLoggedIn` (contract 3.12). A statement writes nothing for other customers. */
  isLoggedIn: types.boolean,
};
