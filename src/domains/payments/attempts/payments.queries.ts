import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { OPEN_SQL } from '#domains/orders';
import type { Advice } from '#domains/payment-providers';
import { IS_ERASED } from '../customers/erased-payers';
import { IN_LIVE_STATES, IS_OF_ANOTHER_AMOUNT, type PaymentState } from '../payment.entity';

const ORDER_ID = { fanclub: types.bigint, order: types.bigint };
const PAYMENT_ID = { fanclub: types.bigint, payment: types.bigint };

const PAYMENT = {
  id: types.bigint,
  fanclubId: types.bigint,
  orderId: types.bigint,
  accountId: types.bigint,
  amount: types.numeric,
  currency: types.text,
  idempotencyKey: types.text,
  sessionRef: types.text.orNull,
  paymentRef: types.text.orNull,
  urlSealed: types.text.orNull,
  expiresAt: types.timestamptz.orNull,
  state: types.textOf<PaymentState>(),
  failure: types.text.orNull,
  advice: types.textOf<Advice>().orNull,
  way: types.textOf<'checkout' | 'off_session'>(),
  requestedAt: types.timestamptz.orNull,
  refunded: types.numeric,
  surplus: types.boolean,
  createdAt: types.timestamptz,
};
const PAYMENT_COLUMNS = `
  p.id, p.fanclub_id AS "fanclubId", p.order_id AS "orderId", p.account_id AS "accountId", p.amount, p.currency,
  p.idempotency_key AS "idempotencyKey", p.session_ref AS "sessionRef", p.payment_ref AS "paymentRef",
  p.url_sealed AS "urlSealed", p.expires_at AS "expiresAt", p.state, p.failure, p.advice, p.way,
  p.requested_at AS "requestedAt", p.refunded, p.surplus, p.created_at AS "createdAt"`;

/** Adds a payment. The key `uq_payments_live` allows one live payment per order. */
export const ADD_PAYMENT = statement('payments.add', {
  params: {
    ...ORDER_ID,
    account: types.bigint,
    amount: types.numeric,
    currency: types.text,
    idempotencyKey: types.text,
    way: types.textOf<'checkout' | 'off_session'>(),
    /** Null: it has no page. */
    expiresAt: types.timestamptz.orNull,
    now: types.timestamptz,
  },
  row: PAYMENT,
  text: `
    INSERT INTO payments AS p (fanclub_id, order_id, account_id, attempt, way, amount, currency, idempotency_key, expires_at,
                               requested_at, created_at, updated_at)
    SELECT $fanclub, $order, $account, coalesce(max(x.attempt), 0) + 1, $way, $amount, $currency, $idempotencyKey,
           $expiresAt, $now, $now, $now
    FROM payments x WHERE x.fanclub_id = $fanclub AND x.order_id = $order
    ON CONFLICT DO NOTHING
    RETURNING ${PAYMENT_COLUMNS}`,
});

export type PaymentRow = RowOf<typeof ADD_PAYMENT>;

/** The live payment of an order; else the last one. */
export const CURRENT_PAYMENT = statement('payments.current', {
  params: ORDER_ID,
  row: PAYMENT,
  text: `
    SELECT ${PAYMENT_COLUMNS} FROM payments p WHERE p.fanclub_id = $fanclub AND p.order_id = $order
    ORDER BY p.state ${IN_LIVE_STATES} DESC, p.attempt DESC LIMIT 1`,
});

/** The last charge of a saved card for an order. No row if there is none. */
export const LAST_CHARGE = statement('payments.last_charge', {
  params: ORDER_ID,
  row: PAYMENT,
  text: `
    SELECT ${PAYMENT_COLUMNS} FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.order_id = $order AND p.way = 'off_session'
    ORDER BY p.attempt DESC LIMIT 1`,
});

export const FIND_PAYMENT = statement('payments.find', {
  params: PAYMENT_ID,
  row: PAYMENT,
  text: `SELECT ${PAYMENT_COLUMNS} FROM payments p WHERE p.fanclub_id = $fanclub AND p.id = $payment`,
});

/** A payment, locked until the end of the transaction. */
export const HOLD_PAYMENT = statement('payments.hold', {
  params: PAYMENT_ID,
  row: { ...PAYMENT, isBuyerErased: types.boolean },
  text: `
    SELECT ${PAYMENT_COLUMNS},
           EXISTS (SELECT FROM orders t WHERE t.fanclub_id = p.fanclub_id AND t.id = p.order_id AND ${IS_ERASED}) AS "isBuyerErased"
    FROM payments p WHERE p.fanclub_id = $fanclub AND p.id = $payment FOR NO KEY UPDATE OF p`,
});

/**
 * Our payment of a provider's object: by the provider's id of the payment or its page, else by our id in the metadata. After a
 * backup was restored, our id may belong to another payment.
 */
export const PAYMENT_OF_OBJECT = statement('payments.of_object', {
  params: {
    fanclub: types.bigint,
    account: types.bigint,
    ownNumber: types.bigint.orNull,
    object: types.text,
  },
  row: {
    id: types.bigint,
    orderId: types.bigint,
    state: types.textOf<PaymentState>(),
    paymentRef: types.text.orNull,
    refunded: types.numeric,
  },
  text: `
    SELECT p.id, p.order_id AS "orderId", p.state, p.payment_ref AS "paymentRef", p.refunded FROM payments p
    WHERE p.fanclub_id = $fanclub AND p.account_id = $account
      AND (p.id = $ownNumber OR p.session_ref = $object OR p.payment_ref = $object)
    ORDER BY coalesce(p.session_ref = $object, false) OR coalesce(p.payment_ref = $object, false) DESC LIMIT 1`,
});

/** Open orders of all fan clubs that have no live payment, were placed before `$before`, and wait no longer. */
export const EXPIRED_ORDERS = statement('payments.expired_orders', {
  params: { before: types.timestamptz, now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT o.id, o.fanclub_id AS "fanclubId" FROM orders o
    WHERE ${OPEN_SQL} AND o.created_at < $before AND (o.pay_until IS NULL OR o.pay_until <= $now)
      AND ${notHeldSql('o.fanclub_id')}
      AND NOT EXISTS (
        SELECT FROM payments p
        WHERE p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND p.state ${IN_LIVE_STATES})
    ORDER BY o.created_at LIMIT $limit`,
});

/** Stores the page of a payment. Writes no row unless the payment is `created`. */
export const STORE_PAGE = statement('payments.store_page', {
  params: {
    ...PAYMENT_ID,
    session: types.text,
    urlSealed: types.text,
    expiresAt: types.timestamptz,
    now: types.timestamptz,
  },
  text: `
    UPDATE payments
    SET state = 'open', session_ref = $session, url_sealed = $urlSealed, expires_at = $expiresAt, failure = NULL, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $payment AND state = 'created'`,
});

/** Marks a charge as sent. Writes no row unless the payment is `created`, such as after another process ended it. */
export const SUBMIT_PAYMENT = statement('payments.submit', {
  params: { ...PAYMENT_ID, now: types.timestamptz },
  text: `
    UPDATE payments SET state = 'unknown', requested_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $payment AND state = 'created'`,
});

export type HeldPayment = RowOf<typeof HOLD_PAYMENT>;

/** Stores an observation. Keeps ids and cards that the observation lacks. */
export const STORE_OBSERVATION = statement('payments.store_observation', {
  params: {
    ...PAYMENT_ID,
    state: types.text,
    session: types.text.orNull,
    paymentRef: types.text.orNull,
    failure: types.text.orNull,
    advice: types.text.orNull,
    cardBrand: types.text.orNull,
    cardLast4: types.text.orNull,
    surplus: types.boolean,
    now: types.timestamptz,
  },
  text: `
    UPDATE payments
    SET state = $state, session_ref = coalesce($session, session_ref), payment_ref = coalesce($paymentRef, payment_ref),
        failure = $failure, advice = $advice, card_brand = coalesce($cardBrand, card_brand),
        card_last4 = coalesce($cardLast4, card_last4), surplus = $surplus,
        settled_at = CASE WHEN $state = 'succeeded' THEN coalesce(settled_at, $now) ELSE settled_at END,
        url_sealed = CASE WHEN $state IN ('created', 'open') THEN url_sealed END, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $payment`,
});

/** Whether a fan club may still receive money. Always one row. */
export const EXPECTED_MONEY = statement('payments.expected_money', {
  params: { fanclub: types.bigint },
  row: {
    /** Whether it takes new payments. */
    isOpen: types.boolean,
    /** The number of live payments. */
    live: types.integer,
  },
  text: `
    SELECT EXISTS (SELECT FROM payment_accounts WHERE fanclub_id = $fanclub AND enabled) AS "isOpen",
           (SELECT count(*)::integer FROM payments WHERE fanclub_id = $fanclub AND state ${IN_LIVE_STATES}) AS live`,
});

/** Stores a failure for staff to resolve. Clears the note of a different failure. */
export const STORE_FAILURE = statement('payments.store_failure', {
  params: { ...PAYMENT_ID, failure: types.text, paymentRef: types.text.orNull, now: types.timestamptz },
  text: `
    UPDATE payments
    SET failure = $failure, payment_ref = coalesce($paymentRef, payment_ref), updated_at = $now,
        note = CASE WHEN failure = $failure THEN note END
    WHERE fanclub_id = $fanclub AND id = $payment`,
});

/** Ends a payment of another amount, or one whose page has expired, as resolved. No row if there is none. */
export const GIVE_UP_PAYMENT = statement('payments.give_up', {
  params: { ...ORDER_ID, note: types.text, now: types.timestamptz },
  row: { id: types.bigint, former: types.textOf<PaymentState>() },
  text: `
    WITH held AS (
      SELECT p.fanclub_id, p.id, p.state FROM payments p
      WHERE p.fanclub_id = $fanclub AND p.order_id = $order
        AND (${IS_OF_ANOTHER_AMOUNT} OR p.state ${IN_LIVE_STATES} AND p.expires_at < $now)
      LIMIT 1 FOR NO KEY UPDATE
    )
    UPDATE payments p SET state = 'failed', note = $note, url_sealed = NULL, updated_at = $now
    FROM held WHERE p.fanclub_id = held.fanclub_id AND p.id = held.id
    RETURNING p.id, held.state AS former`,
});

/**
 * Takes live payments of all fan clubs that were not updated since `$before`, the oldest first. Updates them, so that the next run
 * takes others even if a provider does not answer.
 */
export const TAKE_WAITING_PAYMENTS = statement('payments.take_waiting', {
  params: { before: types.timestamptz, now: types.timestamptz, limit: types.bigint },
  row: {
    id: types.bigint,
    fanclubId: types.bigint,
    orderId: types.bigint,
    /** Whether its page has expired, and its order waits no longer. */
    isOver: types.boolean,
  },
  text: `
    WITH waiting AS (
      SELECT fanclub_id, id FROM payments
      WHERE state ${IN_LIVE_STATES} AND updated_at < $before AND ${notHeldSql('fanclub_id')}
      ORDER BY updated_at LIMIT $limit FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE payments p SET updated_at = $now FROM waiting w WHERE p.fanclub_id = w.fanclub_id AND p.id = w.id
    RETURNING p.id, p.fanclub_id AS "fanclubId", p.order_id AS "orderId", coalesce(p.expires_at < $now, false) AND NOT EXISTS (
                SELECT FROM orders o WHERE o.fanclub_id = p.fanclub_id AND o.id = p.order_id AND o.pay_until > $now
              ) AS "isOver"`,
});
