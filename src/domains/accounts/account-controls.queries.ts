import { statement, types } from '#platform/database';

const CUSTOMER = { fanclub: types.bigint, customer: types.bigint };

/** Locks a customer until the end of the transaction. No row for an unknown id, and for a customer who was erased. */
export const HOLD_ACCOUNT = statement('account_controls.hold', {
  params: CUSTOMER,
  row: {
    email: types.text.orNull,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    birthdate: types.date.orNull,
    username: types.text.orNull,
    registered: types.boolean,
    confirmed: types.boolean,
    blacklisted: types.boolean,
    invalidEmail: types.boolean,
    lockedPlanId: types.bigint.orNull,
  },
  text: `
    SELECT email, first_name AS "firstName", last_name AS "lastName", birthdate, username, registered,
           confirmed_at IS NOT NULL AS confirmed, blacklisted, invalid_email AS "invalidEmail",
           locked_plan_id AS "lockedPlanId"
    FROM customers WHERE fanclub_id = $fanclub AND id = $customer AND erased_at IS NULL FOR NO KEY UPDATE`,
});

/** Stores corrected fields. Violates a unique key if another customer has the user name. */
export const CORRECT_ACCOUNT = statement('account_controls.correct', {
  params: {
    ...CUSTOMER,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    birthdate: types.date.orNull,
    username: types.text.orNull,
    invalidEmail: types.boolean,
  },
  text: `
    UPDATE customers SET first_name = $firstName, last_name = $lastName, birthdate = $birthdate, username = $username,
      invalid_email = $invalidEmail, updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer`,
});

/** Stores the address that the customer is to confirm. */
export const SET_NEW_ADDRESS = statement('account_controls.set_new_address', {
  params: { ...CUSTOMER, email: types.text },
  text: `
    UPDATE customers SET new_email = $email, updated_at = now() WHERE fanclub_id = $fanclub AND id = $customer`,
});

/** Replaces the address. Violates a unique key if another customer has it. */
export const REPLACE_ADDRESS = statement('account_controls.replace_address', {
  params: { ...CUSTOMER, email: types.text },
  text: `
    UPDATE customers SET email = $email, new_email = NULL, invalid_email = false, updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer`,
});

export const SET_BLACKLISTED = statement('account_controls.set_blacklisted', {
  params: { ...CUSTOMER, blacklisted: types.boolean },
  text: `
    UPDATE customers SET blacklisted = $blacklisted, updated_at = now() WHERE fanclub_id = $fanclub AND id = $customer`,
});

/** Null removes the lock. The count of renewals belongs to the plan, so it starts again with another one. */
export const LOCK_PLAN = statement('account_controls.lock_plan', {
  params: { ...CUSTOMER, plan: types.bigint.orNull },
  text: `
    UPDATE customers
    SET renewals = CASE WHEN locked_plan_id IS NOT DISTINCT FROM $plan::bigint THEN renewals ELSE 0 END,
        locked_plan_id = $plan, updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $customer`,
});
