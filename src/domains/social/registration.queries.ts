import { addressTaken } from '#domains/accounts';
import { type RowOf, statement, types } from '#platform/database';

/** The state of a customer who wants to register. Names that were not sent are null. */
export const FIND_NEWCOMER = statement('social.find_newcomer', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    /** The order of the session. */
    order: types.bigint.orNull,
    email: types.text.orNull,
    username: types.text.orNull,
    now: types.timestamptz,
  },
  row: {
    registered: types.boolean,
    /** Whether the order is the customer's own, complete, and cost nothing. */
    hasFreeOrder: types.boolean,
    /** Whether another customer has the address; likewise the user name. */
    emailTaken: types.boolean,
    usernameTaken: types.boolean,
  },
  text: `
    SELECT c.registered,
           EXISTS (SELECT FROM orders o
                   JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
                   WHERE o.fanclub_id = $fanclub AND o.id = $order AND o.customer_id = $customer
                     AND coalesce(o.total, 0) = 0 AND (o.paid_at IS NOT NULL OR p.price = 0)) AS "hasFreeOrder",
           ${addressTaken('$email', '$customer')} AS "emailTaken",
           EXISTS (SELECT FROM customers o
                   WHERE o.fanclub_id = $fanclub AND o.id <> $customer AND lower(o.username) = lower($username))
             AS "usernameTaken"
    FROM customers c
    WHERE c.fanclub_id = $fanclub AND c.id = $customer`,
});

/**
 * Registers a customer; no row if they are registered already, or were blacklisted meanwhile. Null parameters were not sent. An
 * address, birthdate and user name on file stay. Ends at the unique keys of both names.
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

/** The row of a customer who has just been registered. */
export type RegisteredCustomer = RowOf<typeof REGISTER>;
