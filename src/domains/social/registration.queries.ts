import { namesParams, takenColumns, takenRow } from '#domains/accounts';
import { statement, types } from '#platform/database';

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
                     AND coalesce(o.total, 0) = 0 AND (o.paid_at IS NOT NULL OR p.price = 0)) AS "hasFreeOrder",
           ${takenColumns('$customer')}
    FROM customers c
    WHERE c.fanclub_id = $fanclub AND c.id = $customer`,
});

/**
 * Registers a customer. No row if the customer is registered already, or was blacklisted meanwhile. Null parameters change
 * nothing. A stored address, birthdate or user name stays. Violates a unique key if another customer has a name.
 */
export const REGISTER = statement('social.register', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    email: types.text.orNull,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    birthdate: types.date.orNull,
    username: types.text.orNull,
    passwordHash: types.text.orNull,
    now: types.timestamptz,
  },
  row: {
    email: types.text.neverNullHere,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    birthdate: types.date.orNull,
    username: types.text.orNull,
    confirmed: types.boolean,
  },
  text: `
    UPDATE customers SET
      registered = true,
      email = coalesce(email, $email::text),
      first_name = coalesce($firstName::text, first_name),
      last_name = coalesce($lastName::text, last_name),
      birthdate = coalesce(birthdate, $birthdate::date),
      username = coalesce(username, $username::text),
      password_hash = coalesce($passwordHash::text, password_hash),
      accepted_terms_at = $now,
      updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer AND NOT registered AND NOT blacklisted
    RETURNING email, first_name AS "firstName", last_name AS "lastName", birthdate, username,
              confirmed_at IS NOT NULL AS confirmed`,
});
