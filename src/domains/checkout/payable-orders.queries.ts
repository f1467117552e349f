import { statement, types } from '#platform/database';

/** When the membership of an order begins. No row if it has begun, or was cancelled before. */
export const WAITING_TERM = statement('checkout.waiting_term', {
  params: { fanclub: types.bigint, order: types.bigint },
  row: { startsAt: types.timestamptz.neverNullHere },
  text: `
    SELECT starts_at AS "startsAt" FROM queued_subscriptions
    WHERE fanclub_id = $fanclub AND order_id = $order AND processed_at IS NULL AND cancelled_at IS NULL`,
});
