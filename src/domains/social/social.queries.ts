import { statement, types } from '#platform/database';
import { namesParams, takenColumns, takenRow } from '#domains/accounts';
import { COMPLETED_SQL } from '#domains/orders';

/** The first of these login providers that the fan club has. */
export const FIND_PROVIDER = statement('social.find_provider', {
  params: { fanclub: types.bigint, names: types.array(types.text) },
  row: { name: types.text, appSecretSealed: types.text },
  text: `
    SELECT name, app_secret_sealed AS "appSecretSealed"
    FROM login_providers
    WHERE fanclub_id = $fanclub AND name = ANY ($names::text[]) AND issuer IS NULL
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

/** A session that was just opened. */
export const FIND_OPENED = statement('social.find_opened', {
  params: { fanclub: types.bigint, customer: types.bigint, tokenHash: types.bytea },
  row: { id: types.bigint },
  text: `
    SELECT id FROM sessions
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND token_hash = $tokenHash`,
});

/** The facts that the registration of a customer depends on. */
export const FIND_NEWCOMER = statement('social.find_newcomer', {
  params: {
    ...namesParams,
    customer: types.bigint,
    /** The order of the session. */
    order: types.bigint.orNull,
  },
  row: {
    registered: types.boolean,
    /** Whether the order is the customer's own, complete, and cost nothing. */
    hasFreeOrder: types.boolean,
    ...takenRow,
  },
  text: `
    SELECT c.registered,
           EXISTS (SELECT FROM orders o
                   JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
                   WHERE o.fanclub_id = $fanclub AND o.id = $order AND o.customer_id = $customer
                     AND coalesce(o.total, 0) = 0 AND ${COMPLETED_SQL}) AS "hasFreeOrder",
           ${takenColumns('$customer')}
    FROM customers c
    WHERE c.fanclub_id = $fanclub AND c.id = $customer`,
});
