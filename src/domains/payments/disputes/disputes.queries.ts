import { statement, types } from '#platform/database';
import type { DisputeState } from './payment-dispute.entity';

const DISPUTE = { fanclub: types.bigint, payment: types.bigint, ref: types.text };

/** The state of a dispute. No row: it is new. */
export const FIND_DISPUTE = statement('disputes.find', {
  params: DISPUTE,
  row: { state: types.textOf<DisputeState>() },
  text: `
    SELECT state FROM payment_disputes
    WHERE fanclub_id = $fanclub AND payment_id = $payment AND provider_ref = $ref`,
});

/** Stores a dispute as the provider has it. */
export const STORE_DISPUTE = statement('disputes.store', {
  params: {
    ...DISPUTE,
    amount: types.numeric,
    state: types.textOf<DisputeState>(),
    openedAt: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO payment_disputes AS d (fanclub_id, payment_id, provider_ref, amount, state, opened_at, decided_at, created_at,
                                       updated_at)
    VALUES ($fanclub, $payment, $ref, $amount, $state, $openedAt, CASE WHEN $state <> 'open' THEN $now::timestamptz END, $now,
            $now)
    ON CONFLICT (fanclub_id, payment_id, provider_ref) DO UPDATE
    SET amount = excluded.amount, state = excluded.state, decided_at = excluded.decided_at, updated_at = excluded.updated_at`,
});

/** When the payment of an order was disputed, unless the fan club won. One row; null: it was not. */
export const DISPUTED_SINCE = statement('disputes.since', {
  params: { fanclub: types.bigint, order: types.bigint },
  row: { since: types.timestamptz.orNull },
  text: `
    SELECT min(d.opened_at) AS since
    FROM payment_disputes d JOIN payments p ON p.fanclub_id = d.fanclub_id AND p.id = d.payment_id
    WHERE d.fanclub_id = $fanclub AND p.order_id = $order AND d.state <> 'won' AND NOT p.surplus`,
});

/** The payments of an account with a dispute that is not decided, by the provider's id. */
export const DISPUTED_PAYMENTS = statement('disputes.payments', {
  params: { fanclub: types.bigint, account: types.bigint },
  row: { ref: types.text.neverNullHere },
  text: `
    SELECT DISTINCT p.payment_ref AS ref
    FROM payment_disputes d JOIN payments p ON p.fanclub_id = d.fanclub_id AND p.id = d.payment_id
    WHERE d.fanclub_id = $fanclub AND p.account_id = $account AND d.state = 'open' AND p.payment_ref IS NOT NULL`,
});
