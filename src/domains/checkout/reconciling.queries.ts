import { statement, types } from '#platform/database';

/** The accounts with which payments are made, or were made lately, of all fan clubs. */
export const ACTIVE_ACCOUNTS = statement('payments.active_accounts', {
  params: { since: types.timestamptz },
  row: { id: types.bigint, fanclubId: types.bigint, caughtUpAt: types.timestamptz.orNull },
  text: `
    SELECT a.id, a.fanclub_id AS "fanclubId", a.caught_up_at AS "caughtUpAt" FROM payment_accounts a
    WHERE a.enabled OR EXISTS (
      SELECT FROM payments p WHERE p.fanclub_id = a.fanclub_id AND p.account_id = a.id AND p.created_at > $since)
    ORDER BY a.id`,
});

/** Payments of an account that count as made in a time, with the provider's names of them. */
export const COUNTED_PAYMENTS = statement('payments.counted', {
  params: { fanclub: types.bigint, account: types.bigint, from: types.timestamptz, to: types.timestamptz },
  row: { id: types.bigint, ref: types.text.neverNullHere },
  text: `
    SELECT id, payment_ref AS ref FROM payments
    WHERE fanclub_id = $fanclub AND account_id = $account AND state = 'succeeded' AND payment_ref IS NOT NULL
      AND created_at >= $from AND settled_at < $to`,
});

/** All events of the account until then were fetched. */
export const STORE_CAUGHT_UP = statement('payments.store_caught_up', {
  params: { fanclub: types.bigint, account: types.bigint, until: types.timestamptz },
  text: `
    UPDATE payment_accounts SET caught_up_at = greatest(caught_up_at, $until) WHERE fanclub_id = $fanclub AND id = $account`,
});

/** Writes no row if it is known. */
export const ADD_STRAY = statement('payments.add_stray', {
  params: {
    fanclub: types.bigint,
    account: types.bigint,
    ref: types.text,
    amount: types.numeric,
    currency: types.text,
    takenAt: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO payment_strays (fanclub_id, account_id, provider_ref, amount, currency, taken_at, created_at, updated_at)
    VALUES ($fanclub, $account, $ref, $amount, $currency, $takenAt, $now, $now)
    ON CONFLICT (account_id, provider_ref) DO NOTHING`,
});
