import { statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** The accounts of all fan clubs that are enabled, or have payments since `$since`. */
export const ACTIVE_ACCOUNTS = statement('payments.active_accounts', {
  params: { since: types.timestamptz },
  row: { id: types.bigint, fanclubId: types.bigint, caughtUpAt: types.timestamptz.orNull },
  text: `
    SELECT a.id, a.fanclub_id AS "fanclubId", a.caught_up_at AS "caughtUpAt" FROM payment_accounts a
    WHERE (a.enabled OR EXISTS (
      SELECT FROM payments p WHERE p.fanclub_id = a.fanclub_id AND p.account_id = a.id AND p.created_at > $since))
      AND ${notHeldSql('a.fanclub_id')}
    ORDER BY a.id`,
});

/** The successful payments of an account in a time span, with the provider's ids. */
export const COUNTED_PAYMENTS = statement('payments.counted', {
  params: { fanclub: types.bigint, account: types.bigint, from: types.timestamptz, to: types.timestamptz },
  row: { id: types.bigint, ref: types.text.neverNullHere },
  text: `
    SELECT id, payment_ref AS ref FROM payments
    WHERE fanclub_id = $fanclub AND account_id = $account AND state = 'succeeded' AND payment_ref IS NOT NULL
      AND created_at >= $from AND settled_at < $to`,
});

/** Adds a stray. Writes no row if it is known. */
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
