import { addressTaken } from '#domains/accounts';
import type { Statement } from '#platform/database';

/** How things stand with a customer who wants to register. */
export interface NewcomerRow {
  registered: boolean;
  /** Whether the order is the customer's own, complete, and nothing was to be paid for it. */
  has_free_order: boolean;
  email_taken: boolean;
  username_taken: boolean;
}

/**
 * $1 fan club, $2 customer, $3 order of the session or null, $4 e-mail address, $5 user name; null for one that was not sent;
 * $6 now. Taken is what another customer has. At most one row.
 */
export const FIND_NEWCOMER: Statement = {
  name: 'social.find_newcomer',
  text: `
    SELECT c.registered,
           EXISTS (SELECT FROM orders o
                   JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
                   WHERE o.fanclub_id = $1 AND o.id = $3 AND o.customer_id = $2
                     AND coalesce(o.total, 0) = 0 AND (o.paid_at IS NOT NULL OR p.price = 0)) AS has_free_order,
           ${addressTaken('$4', '$2', '$6')} AS email_taken,
           EXISTS (SELECT FROM customers o
                   WHERE o.fanclub_id = $1 AND o.id <> $2 AND lower(o.username) = lower($5)) AS username_taken
    FROM customers c
    WHERE c.fanclub_id = $1 AND c.id = $2`,
};

/** A customer who has just been registered. */
export interface RegisteredRow {
  email: string;
  first_name: string | null;
  last_name: string | null;
  /** `YYYY-MM-DD` */
  birthdate: string | null;
  username: string | null;
  confirmed: boolean;
}

/**
 * Registers a customer, once: no row for who is registered, or was blacklisted meanwhile. $1 fan club, $2 customer; null for
 * what was not given: $3 e-mail address, $4 and $5 names, $6 birthdate, $7 user name, $8 password hash; $9 now. Address,
 * birthdate and user name on file stay. Ends at the unique keys of both names.
 */
export const REGISTER: Statement = {
  name: 'social.register',
  text: `
    UPDATE customers SET
      registered = true,
      email = coalesce(email, $3::text),
      first_name = coalesce($4::text, first_name),
      last_name = coalesce($5::text, last_name),
      birthdate = coalesce(birthdate, $6::date),
      username = coalesce(username, $7::text),
      password_hash = coalesce($8::text, password_hash),
      accepted_terms_at = $9,
      updated_at = now()
    WHERE fanclub_id = $1 AND id = $2 AND NOT registered AND NOT blacklisted
    RETURNING email, first_name, last_name, birthdate, username, confirmed_at IS NOT NULL AS confirmed`,
};
