import { RECORDING } from '#platform/audit';
import { statement, types } from '#platform/database';

/** The first of these login providers that the fan club has. */
export const FIND_PROVIDER = statement('social.find_provider', {
  params: { fanclub: types.bigint, names: types.array(types.text) },
  row: { name: types.text, appSecretSealed: types.text },
  text: `
    SELECT name, app_secret_sealed AS "appSecretSealed"
    FROM login_providers
    WHERE fanclub_id = $fanclub AND name = ANY ($names::text[])
    ORDER BY array_position($names::text[], name)
    LIMIT 1`,
});

/** Locks a customer and one live session until the end of the transaction. No row if the session has ended. */
export const HOLD_SESSION = statement('social.hold_session', {
  params: { fanclub: types.bigint, customer: types.bigint, session: types.bigint },
  row: { email: types.text.neverNullHere },
  text: `
    SELECT c.email
    FROM customers c
    JOIN sessions s ON s.fanclub_id = c.fanclub_id AND s.customer_id = c.id
    WHERE c.fanclub_id = $fanclub AND c.id = $customer AND NOT c.blacklisted AND s.id = $session AND s.revoked_at IS NULL
    FOR NO KEY UPDATE OF c FOR SHARE OF s`,
});

const CONNECTION = {
  fanclub: types.bigint,
  customer: types.bigint,
  provider: types.text,
  uid: types.text,
};

/** Connects an account with a customer and records the events, unless the unique keys forbid it. */
export const CONNECT = statement('social.connect', {
  params: { ...CONNECTION, now: types.timestamptz, events: types.jsonText },
  text: `
    WITH connected AS (
      INSERT INTO authentications (fanclub_id, customer_id, name, uid, created_at, updated_at)
      VALUES ($fanclub, $customer, $provider, $uid, $now, $now)
      ON CONFLICT DO NOTHING
      RETURNING id
    )${RECORDING}
    WHERE EXISTS (SELECT FROM connected)`,
});

/** The connection that {@link CONNECT} conflicts with, preferably the customer's own. */
export const FIND_OBSTACLE = statement('social.find_obstacle', {
  params: CONNECTION,
  row: {
    /** True: the customer is connected with the provider. False: another customer is connected with the account. */
    own: types.boolean,
  },
  text: `
    SELECT customer_id = $customer AS own
    FROM authentications
    WHERE fanclub_id = $fanclub AND name = $provider AND (customer_id = $customer OR uid = $uid)
    ORDER BY own DESC
    LIMIT 1`,
});

/** Removes a connection and returns its customer. Locks the customer first, as before every end of sessions. */
export const DISCONNECT = statement('social.disconnect', {
  params: { fanclub: types.bigint, provider: types.text, uid: types.text },
  row: { customerId: types.bigint },
  text: `
    WITH held AS (
      SELECT c.id
      FROM authentications n
      JOIN customers c ON c.fanclub_id = n.fanclub_id AND c.id = n.customer_id
      WHERE n.fanclub_id = $fanclub AND n.name = $provider AND n.uid = $uid
      FOR NO KEY UPDATE OF c
    )
    DELETE FROM authentications n USING held
    WHERE n.fanclub_id = $fanclub AND n.name = $provider AND n.uid = $uid AND n.customer_id = held.id
    RETURNING n.customer_id AS "customerId"`,
});
