import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import type { RefundEffect, RefundState } from './refund.entity';

const REFUND_ID = { fanclub: types.bigint, refund: types.bigint };

const REFUND = {
  id: types.bigint,
  fanclubId: types.bigint,
  paymentId: types.bigint,
  orderId: types.bigint,
  accountId: types.bigint,
  paymentRef: types.text.orNull,
  currency: types.text,
  amount: types.numeric,
  reason: types.text,
  effect: types.textOf<RefundEffect>(),
  idempotencyKey: types.text,
  providerRef: types.text.orNull,
  state: types.textOf<RefundState>(),
  failure: types.text.orNull,
  sentAt: types.timestamptz.orNull,
  createdAt: types.timestamptz,
};
const REFUND_COLUMNS = `
  r.id, r.fanclub_id AS "fanclubId", r.payment_id AS "paymentId", p.order_id AS "orderId", p.account_id AS "accountId",
  p.payment_ref AS "paymentRef", p.currency, r.amount, r.reason, r.effect, r.idempotency_key AS "idempotencyKey",
  r.provider_ref AS "providerRef", r.state, r.failure, r.sent_at AS "sentAt", r.created_at AS "createdAt"`;

/** Our refund for one of the provider: by the provider's id; else by our id, if the answer was lost. */
export const KNOWN_REFUND = statement('refunds.known', {
  params: { fanclub: types.bigint, payment: types.bigint, ref: types.text, ownNumber: types.bigint.orNull },
  row: { id: types.bigint },
  text: `
    SELECT id FROM refunds
    WHERE fanclub_id = $fanclub AND payment_id = $payment AND (provider_ref = $ref OR id = $ownNumber AND provider_ref IS NULL)
    ORDER BY provider_ref IS NULL LIMIT 1`,
});

export const ADD_REFUND = statement('refunds.add', {
  params: {
    fanclub: types.bigint,
    payment: types.bigint,
    amount: types.numeric,
    reason: types.text,
    effect: types.text,
    staff: types.bigint.orNull,
    idempotencyKey: types.text,
    /** Null: not sent to the provider yet. */
    providerRef: types.text.orNull,
    now: types.timestamptz,
  },
  row: { id: types.bigint },
  text: `
    INSERT INTO refunds (fanclub_id, payment_id, amount, reason, effect, staff_id, idempotency_key, provider_ref, created_at,
                         updated_at)
    VALUES ($fanclub, $payment, $amount, $reason, $effect, $staff, $idempotencyKey, $providerRef, $now, $now)
    RETURNING id`,
});

export const FIND_REFUND = statement('refunds.find', {
  params: REFUND_ID,
  row: REFUND,
  text: `
    SELECT ${REFUND_COLUMNS} FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    WHERE r.fanclub_id = $fanclub AND r.id = $refund`,
});

/** A refund and its payment, locked until the end of the transaction. */
export const HOLD_REFUND = statement('refunds.hold', {
  params: REFUND_ID,
  row: REFUND,
  text: `
    SELECT ${REFUND_COLUMNS} FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    WHERE r.fanclub_id = $fanclub AND r.id = $refund FOR NO KEY UPDATE OF r, p`,
});

/** Claims a refund to send it. Writes no row if it was sent, or another process claimed it after `$before`. */
export const CLAIM_REFUND = statement('refunds.claim', {
  params: { ...REFUND_ID, now: types.timestamptz, before: types.timestamptz },
  text: `
    UPDATE refunds SET sent_at = $now
    WHERE fanclub_id = $fanclub AND id = $refund AND state = 'requested' AND provider_ref IS NULL
      AND (sent_at IS NULL OR sent_at <= $before)`,
});

/** The content and recipient of the mail about a refund. No row for a customer without e-mail address. */
export const FIND_REFUND_NEWS = statement('refunds.find_news', {
  params: REFUND_ID,
  row: {
    email: types.text.neverNullHere,
    firstName: types.text.orNull,
    planName: types.text,
    receipt: types.integer.orNull,
    cardBrand: types.text.orNull,
    cardLast4: types.text.orNull,
  },
  text: `
    SELECT c.email, c.first_name AS "firstName", l.name AS "planName", o.receipt_number AS receipt, p.card_brand AS "cardBrand",
           p.card_last4 AS "cardLast4"
    FROM refunds r
    JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    JOIN orders o ON o.fanclub_id = p.fanclub_id AND o.id = p.order_id
    JOIN plans l ON l.fanclub_id = o.fanclub_id AND l.id = o.plan_id
    JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
    WHERE r.fanclub_id = $fanclub AND r.id = $refund AND c.email IS NOT NULL`,
});

export type RefundRow = RowOf<typeof FIND_REFUND>;

export const STORE_REFUND = statement('refunds.store', {
  params: {
    ...REFUND_ID,
    state: types.text,
    providerRef: types.text.orNull,
    failure: types.text.orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE refunds SET state = $state, provider_ref = coalesce($providerRef, provider_ref), failure = $failure, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $refund`,
});

/**
 * Takes unsent and pending refunds of all fan clubs, the oldest first. Updates them, so that the next run takes others even if a
 * provider does not answer.
 */
export const TAKE_WAITING_REFUNDS = statement('refunds.take_waiting', {
  params: { before: types.timestamptz, now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    WITH waiting AS (
      SELECT fanclub_id, id FROM refunds WHERE state IN ('requested', 'pending') AND updated_at <= $before
        AND ${notHeldSql('fanclub_id')}
      ORDER BY updated_at LIMIT $limit FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE refunds r SET updated_at = $now FROM waiting w WHERE r.fanclub_id = w.fanclub_id AND r.id = w.id
    RETURNING r.id, r.fanclub_id AS "fanclubId"`,
});

/** The refund of an event: by the provider's id; else by our id, if the answer was lost. */
export const REFUND_OF_EVENT = statement('refunds.of_event', {
  params: {
    fanclub: types.bigint,
    account: types.bigint,
    object: types.text,
    ownNumber: types.bigint.orNull,
  },
  row: { id: types.bigint },
  text: `
    SELECT r.id FROM refunds r JOIN payments p ON p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    WHERE r.fanclub_id = $fanclub AND p.account_id = $account
      AND (r.provider_ref = $object OR r.id = $ownNumber AND r.provider_ref IS NULL)
    ORDER BY r.provider_ref IS NULL LIMIT 1`,
});
