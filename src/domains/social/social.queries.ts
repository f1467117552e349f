import { recording } from '#platform/audit';
import type { Statement } from '#platform/database';

/** A login provider with its secret. */
export interface ProviderRow {
  name: string;
  app_secret_sealed: string;
}

/** $1 fan club, $2 names, the preferred one first. At most one row. */
export const FIND_PROVIDER: Statement = {
  name: 'social.find_provider',
  text: `
    SELECT name, app_secret_sealed
    FROM login_providers
    WHERE fanclub_id = $1 AND name = ANY ($2::text[])
    ORDER BY array_position($2::text[], name)
    LIMIT 1`,
};

/**
 * Holds a customer and a live session of theirs until the end of the transaction: no row once the session was ended. $1 fan
 * club, $2 customer, $3 session.
 */
export const HOLD_SESSION: Statement = {
  name: 'social.hold_session',
  text: `
    SELECT c.email
    FROM customers c
    JOIN sessions s ON s.fanclub_id = c.fanclub_id AND s.customer_id = c.id
    WHERE c.fanclub_id = $1 AND c.id = $2 AND NOT c.blacklisted AND s.id = $3 AND s.revoked_at IS NULL
    FOR NO KEY UPDATE OF c FOR SHARE OF s`,
};

/**
 * Connects an account with a customer, unless either has a connection already: the unique keys decide. $1 fan club, $2
 * customer, $3 provider, $4 uid, $5 now, $6 security events, recorded if it was connected.
 */
export const CONNECT: Statement = {
  name: 'social.connect',
  text: `
    WITH connected AS (
      INSERT INTO authentications (fanclub_id, customer_id, name, uid, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $5)
      ON CONFLICT DO NOTHING
      RETURNING id
    )${recording('$6')}
    WHERE EXISTS (SELECT FROM connected)`,
};

/** A connection in the way of another one. */
export interface ObstacleRow {
  /** The customer's own, with whichever account of the provider; else another customer's, with this account. */
  own: boolean;
}

/** What kept {@link CONNECT} from connecting, the customer's own connection first; parameters as there, without the instant. At most one row. */
export const FIND_OBSTACLE: Statement = {
  name: 'social.find_obstacle',
  text: `
    SELECT customer_id = $2 AS own
    FROM authentications
    WHERE fanclub_id = $1 AND name = $3 AND (customer_id = $2 OR uid = $4)
    ORDER BY own DESC
    LIMIT 1`,
};

/**
 * $1 fan club, $2 provider, $3 uid. Returns whose account it was, and holds that customer first, as everybody does who then
 * ends sessions.
 */
export const DISCONNECT: Statement = {
  name: 'social.disconnect',
  text: `
    WITH held AS (
      SELECT c.id
      FROM authentications n
      JOIN customers c ON c.fanclub_id = n.fanclub_id AND c.id = n.customer_id
      WHERE n.fanclub_id = $1 AND n.name = $2 AND n.uid = $3
      FOR NO KEY UPDATE OF c
    )
    DELETE FROM authentications n USING held
    WHERE n.fanclub_id = $1 AND n.name = $2 AND n.uid = $3 AND n.customer_id = held.id
    RETURNING n.customer_id`,
};
