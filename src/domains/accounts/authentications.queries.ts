import { RECORDING } from '#platform/audit';
import { statement, types } from '#platform/database';

const CUSTOMER = { fanclub: types.bigint, customer: types.bigint };

const CONNECTION = {
  ...CUSTOMER,
  provider: types.text,
  uid: types.text,
};

/** Connects an account with a customer and records the events, unless the unique keys forbid it. */
export const CONNECT = statement('authentications.connect', {
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
export const FIND_OBSTACLE = statement('authentications.find_obstacle', {
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
export const DISCONNECT = statement('authentications.disconnect', {
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

/** Locks a customer until the end of the transaction. */
export const HOLD_OWNER = statement('authentications.hold_owner', {
  params: CUSTOMER,
  row: { id: types.bigint },
  text: 'SELECT id FROM customers WHERE fanclub_id = $fanclub AND id = $customer FOR NO KEY UPDATE',
});

/** Removes a connection of a customer with a password, or with another connection that can be used. */
export const DISCONNECT_OWN = statement('authentications.disconnect_own', {
  params: { ...CUSTOMER, provider: types.text },
  text: `
    DELETE FROM authentications n USING customers c
    WHERE n.fanclub_id = $fanclub AND n.customer_id = $customer AND n.name = $provider
      AND c.fanclub_id = n.fanclub_id AND c.id = n.customer_id
      AND (c.password_hash IS NOT NULL OR EXISTS (
        SELECT FROM authentications o
        JOIN login_providers p ON p.fanclub_id = o.fanclub_id AND p.name = o.name AND p.enabled
        WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer AND o.name <> $provider))`,
});

/** Removes all connections of a customer with identity providers. */
export const DISCONNECT_ALL = statement('authentications.disconnect_all', {
  params: CUSTOMER,
  text: `DELETE FROM authentications WHERE fanclub_id = $fanclub AND customer_id = $customer`,
});

/**
 * The connections `n` of a customer `c` that were made before the address was confirmed. They may be another person's, because
 * anybody can sign up with any address.
 */
const UNPROVEN = `n.fanclub_id = c.fanclub_id AND n.customer_id = c.id AND n.created_at <= coalesce(c.confirmed_at, 'infinity')`;

/** Whether a reset would remove connections. */
export const HAS_UNPROVEN = statement('authentications.has_unproven', {
  params: CUSTOMER,
  row: { found: types.boolean },
  text: `
    SELECT EXISTS (SELECT FROM authentications n WHERE ${UNPROVEN}) AS found
    FROM customers c WHERE c.fanclub_id = $fanclub AND c.id = $customer`,
});

/** Run it before the address is confirmed. */
export const DISCONNECT_UNPROVEN = statement('authentications.disconnect_unproven', {
  params: CUSTOMER,
  text: `
    DELETE FROM authentications n USING customers c
    WHERE c.fanclub_id = $fanclub AND c.id = $customer AND ${UNPROVEN}`,
});
