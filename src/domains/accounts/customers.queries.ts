import { statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

const CUSTOMER = { fanclub: types.bigint, customer: types.bigint };

export const ADD_CUSTOMER = statement('customers.add', {
  params: { fanclub: types.bigint, now: types.timestamptz },
  row: { id: types.bigint },
  text: `INSERT INTO customers (fanclub_id, created_at, updated_at) VALUES ($fanclub, $now, $now) RETURNING id`,
});

/**
 * No row if the customer is registered already, or was blacklisted meanwhile. Null parameters change nothing. A stored address,
 * birthdate or user name stays. Violates a unique key if another customer has a name.
 */
export const REGISTER = statement('customers.register', {
  params: {
    ...CUSTOMER,
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

export const STORE_PASSWORD_HASH = statement('customers.store_password_hash', {
  params: { ...CUSTOMER, passwordHash: types.text },
  text: `
    UPDATE customers SET password_hash = $passwordHash, updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer AND erased_at IS NULL`,
});

/** Writes no row if it is set so already. */
export const SET_AUTO_RENEWAL = statement('customers.set_auto_renewal', {
  params: { ...CUSTOMER, enabled: types.boolean },
  text: `
    UPDATE customers SET auto_renewal_enabled = $enabled, updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer AND auto_renewal_enabled <> $enabled`,
});

const RENEWAL = { ...CUSTOMER, plan: types.bigint, now: types.timestamptz };

export const COUNT_RENEWAL = statement('customers.count_renewal', {
  params: RENEWAL,
  text: `
    UPDATE customers SET renewals = renewals + 1, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $customer AND locked_plan_id = $plan`,
});

export const UNCOUNT_RENEWAL = statement('customers.uncount_renewal', {
  params: RENEWAL,
  text: `
    UPDATE customers SET renewals = renewals - 1, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $customer AND locked_plan_id = $plan AND renewals > 0`,
});

export const DELETE_CUSTOMERS = statement('customers.delete', {
  params: { fanclub: types.bigint, customers: types.array(types.bigint) },
  text: 'DELETE FROM customers WHERE fanclub_id = $fanclub AND id = ANY ($customers)',
});

/**
 * Locks a customer with their addresses, so that nothing new refers to them. The new address is not confirmed, so it may be somebody else's.
 * No row if there is none, they were erased, or their erasure is not due at `$due`; null: they are erased without their asking.
 */
export const HOLD_TO_ERASE = statement('customers.hold_to_erase', {
  params: { ...CUSTOMER, due: types.timestamptz.orNull },
  row: { addresses: types.array(types.text), newEmail: types.text.orNull },
  text: `
    WITH held AS (
      SELECT fanclub_id, id, email, new_email FROM customers
      WHERE fanclub_id = $fanclub AND id = $customer AND erased_at IS NULL
        AND ($due::timestamptz IS NULL OR erase_at <= $due) FOR UPDATE
    )
    SELECT array_remove(ARRAY[h.email] || ARRAY(
      SELECT a.email FROM email_aliases a WHERE a.fanclub_id = h.fanclub_id AND a.customer_id = h.id), NULL) AS addresses,
      h.new_email AS "newEmail"
    FROM held h`,
});

/** The erasure has removed everything that the constraint names. */
export const MARK_ERASED = statement('customers.mark_erased', {
  params: { ...CUSTOMER, now: types.timestamptz },
  text: `
    UPDATE customers SET erased_at = $now, erase_at = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $customer`,
});

/** Null: the customer changed their mind. */
export const SET_ERASE_AT = statement('customers.set_erase_at', {
  params: { ...CUSTOMER, at: types.timestamptz.orNull, now: types.timestamptz },
  text: `
    UPDATE customers SET erase_at = $at, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $customer AND erased_at IS NULL`,
});

/** Customers of all fan clubs whose erasure is due, in the order of their ids. */
export const DUE_ERASURES = statement('customers.due_erasures', {
  params: { now: types.timestamptz, after: types.bigint, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT id, fanclub_id AS "fanclubId" FROM customers
    WHERE erase_at <= $now AND erased_at IS NULL AND id > $after AND ${notHeldSql('fanclub_id')} ORDER BY id LIMIT $limit`,
});

/** When a customer is to be erased, and where the mail about it goes. No row for one who was erased. */
export const ERASURE_OF = statement('customers.erasure_of', {
  params: CUSTOMER,
  row: { email: types.text.orNull, firstName: types.text.orNull, eraseAt: types.timestamptz.orNull },
  text: `
    SELECT email, first_name AS "firstName", erase_at AS "eraseAt" FROM customers
    WHERE fanclub_id = $fanclub AND id = $customer AND erased_at IS NULL`,
});
