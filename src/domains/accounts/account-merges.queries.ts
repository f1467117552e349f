import { statement, types } from '#platform/database';
import { IS_LEAVING_SQL } from './customer.entity';

const PAIR = { fanclub: types.bigint, from: types.bigint, into: types.bigint };

/** Locks two customers, in the order of their ids, so that nothing is added for them. No row for one who does not exist or was erased. */
export const HOLD_PAIR = statement('account_merges.hold', {
  params: PAIR,
  row: {
    id: types.bigint,
    email: types.text.orNull,
    newEmail: types.text.orNull,
    aliases: types.array(types.text),
    registered: types.boolean,
    confirmed: types.boolean,
    blacklisted: types.boolean,
    isLeaving: types.boolean,
  },
  text: `
    WITH held AS (
      SELECT * FROM customers
      WHERE fanclub_id = $fanclub AND id IN ($from, $into) AND erased_at IS NULL ORDER BY id FOR UPDATE
    )
    SELECT c.id, c.email, c.new_email AS "newEmail",
           ARRAY(SELECT a.email FROM email_aliases a WHERE a.fanclub_id = c.fanclub_id AND a.customer_id = c.id) AS aliases,
           c.registered, c.confirmed_at IS NOT NULL AS confirmed, c.blacklisted, ${IS_LEAVING_SQL} AS "isLeaving"
    FROM held c ORDER BY c.id`,
});

/** Takes what identifies an account, so that it can neither log in nor be found. */
export const CLEAR_ACCOUNT = statement('account_merges.clear', {
  params: { fanclub: types.bigint, from: types.bigint, now: types.timestamptz },
  text: `
    UPDATE customers
    SET email = NULL, new_email = NULL, username = NULL, password_hash = NULL, registered = false,
        auto_renewal_enabled = false, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $from`,
});

/** Adds a former address. Does nothing if the customer has it. */
export const ADD_ALIAS = statement('account_merges.add_alias', {
  params: { fanclub: types.bigint, into: types.bigint, email: types.text },
  text: `
    INSERT INTO email_aliases (fanclub_id, customer_id, email)
    SELECT c.fanclub_id, c.id, $email::text FROM customers c
    WHERE c.fanclub_id = $fanclub AND c.id = $into AND lower(c.email) IS DISTINCT FROM lower($email)
    ON CONFLICT DO NOTHING`,
});

/** Moves former addresses, without those that the other customer has. */
export const MOVE_ALIASES = statement('account_merges.move_aliases', {
  params: PAIR,
  text: `
    UPDATE email_aliases a SET customer_id = $into
    WHERE a.fanclub_id = $fanclub AND a.customer_id = $from
      AND NOT EXISTS (
        SELECT FROM customers c WHERE c.fanclub_id = $fanclub AND c.id = $into AND lower(c.email) = lower(a.email))
      AND NOT EXISTS (
        SELECT FROM email_aliases o
        WHERE o.fanclub_id = $fanclub AND o.customer_id = $into AND lower(o.email) = lower(a.email))`,
});

/** Gives a customer what they lack and the other one has: names, birthdate, and, unless they may renew any plan, the one to renew with its count. */
export const COMPLETE_ACCOUNT = statement('account_merges.complete', {
  params: {
    ...PAIR,
    /** Whether the customer is a member, so that without a plan to renew they may renew any. */
    isMember: types.boolean,
    now: types.timestamptz,
  },
  text: `
    UPDATE customers a
    SET first_name = coalesce(a.first_name, b.first_name), last_name = coalesce(a.last_name, b.last_name),
        birthdate = coalesce(a.birthdate, b.birthdate),
        renewals = CASE
          WHEN a.locked_plan_id = b.locked_plan_id THEN a.renewals + b.renewals
          WHEN a.locked_plan_id IS NULL AND NOT $isMember THEN b.renewals
          ELSE a.renewals END,
        locked_plan_id = CASE WHEN $isMember THEN a.locked_plan_id ELSE coalesce(a.locked_plan_id, b.locked_plan_id) END,
        updated_at = $now
    FROM customers b
    WHERE a.fanclub_id = $fanclub AND a.id = $into AND b.fanclub_id = $fanclub AND b.id = $from`,
});

/** Stores where an emptied customer is now, and those who were merged into that one before. */
export const MARK_MERGED = statement('account_merges.mark', {
  params: { ...PAIR, now: types.timestamptz },
  text: `
    UPDATE customers SET merged_into = $into, updated_at = $now
    WHERE fanclub_id = $fanclub AND (id = $from OR merged_into = $from)`,
});

/** The customers who were merged into one. */
export const MERGED_INTO = statement('account_merges.of_customer', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { id: types.bigint },
  text: 'SELECT id FROM customers WHERE fanclub_id = $fanclub AND merged_into = $customer ORDER BY id',
});
