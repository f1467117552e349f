import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { IS_LEAVING_SQL } from '#domains/accounts';
import { DUE_SQL, OPEN_SQL } from '#domains/orders';
import type { RenewalKind, RenewalState } from './renewal.entity';
import { MOST_TRIES } from './renewal.schedule';
import { type ActionReason, OF_CARD, RESUMABLE, type StopReason } from './renewal.states';

/** A paid order that renews the subscription of `r`. */
const IS_RENEWED = `EXISTS (
  SELECT FROM orders o JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
  WHERE o.fanclub_id = r.fanclub_id AND o.renews_subscription_id = r.subscription_id AND ${DUE_SQL})`;

/** Whether the member of `r` is to be erased. Nothing is charged until they change their mind. */
const IS_OF_LEAVING = `EXISTS (
  SELECT FROM customers c WHERE c.fanclub_id = r.fanclub_id AND c.id = r.customer_id AND ${IS_LEAVING_SQL})`;

/** Whether the member of `r`, who has to act, has cancelled its order instead. */
const IS_CANCELLED = `r.automatic AND r.state = 'action_needed' AND EXISTS (
  SELECT FROM orders o WHERE o.fanclub_id = r.fanclub_id AND o.id = r.order_id AND o.closed_reason = 'cancelled')`;

/** Whether `r` can be announced as soon as its reason is gone, which no row says. */
const CAN_RESUME = `(r.state = 'stopped' AND r.reason IN ('${RESUMABLE.join("', '")}')
  OR r.state IN ('announced', 'action_needed') AND NOT r.automatic)`;

/** Whether `r` waits for another card. What waits for something else is not read again until it is due. */
const WAITS_FOR_CARD = `(r.state = 'action_needed' AND r.tries < ${MOST_TRIES} AND r.reason IN ('${OF_CARD.join("', '")}'))`;

/** A card of the member of `r` that can be charged; if `r` waits for another one, one that was saved since. */
const HAS_CARD = `EXISTS (
  SELECT FROM payment_methods m
  WHERE m.fanclub_id = r.fanclub_id AND m.customer_id = r.customer_id AND m.detached_at IS NULL
    AND (${CAN_RESUME} OR r.reason = 'no_card' OR m.consented_at > r.tried_at))`;

/**
 * Takes renewals of all fan clubs that are due, or whose member has paid, stopped or resumed, the longest untouched first. Updates
 * them, so that the next call takes others. Each way to be found has its own index: a minute finds few among all that are open.
 */
export const TAKE_DUE_RENEWALS = statement('renewals.take_due', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    WITH found AS (
      SELECT r.fanclub_id, r.id FROM renewals r WHERE r.next_at <= $now AND r.updated_at < $now
      UNION
      SELECT r.fanclub_id, r.id FROM renewals r
      JOIN orders o ON o.fanclub_id = r.fanclub_id AND o.renews_subscription_id = r.subscription_id
      JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
      WHERE r.state <> 'done' AND r.updated_at < $now AND ${DUE_SQL}
      UNION
      SELECT r.fanclub_id, r.id FROM renewals r
      JOIN customers c ON c.fanclub_id = r.fanclub_id AND c.id = r.customer_id
      WHERE r.state IN ('announced', 'waiting', 'action_needed', 'stopped') AND r.updated_at < $now AND (
        r.automatic AND NOT c.auto_renewal_enabled AND r.state <> 'stopped'
        OR ${IS_CANCELLED}
        OR r.updated_at < $now::timestamptz - interval '10 minutes' AND c.auto_renewal_enabled
          AND (${CAN_RESUME} OR ${WAITS_FOR_CARD}) AND ${HAS_CARD})
    ), due AS (
      SELECT r.fanclub_id, r.id FROM renewals r
      WHERE (r.fanclub_id, r.id) IN (SELECT fanclub_id, id FROM found)
        AND r.updated_at < $now AND r.state <> 'done' AND NOT ${IS_OF_LEAVING} AND ${notHeldSql('r.fanclub_id')}
      ORDER BY r.updated_at LIMIT $limit FOR NO KEY UPDATE OF r SKIP LOCKED
    )
    UPDATE renewals r SET updated_at = $now FROM due d WHERE r.fanclub_id = d.fanclub_id AND r.id = d.id
    RETURNING r.id, r.fanclub_id AS "fanclubId"`,
});

const RENEWAL_ID = { fanclub: types.bigint, renewal: types.bigint };

const RENEWAL = {
  id: types.bigint,
  customerId: types.bigint,
  subscriptionId: types.bigint,
  kind: types.textOf<RenewalKind>(),
  state: types.textOf<RenewalState>(),
  automatic: types.boolean,
  planId: types.bigint.orNull,
  orderId: types.bigint.orNull,
  nextAt: types.timestamptz.orNull,
  chargeAt: types.timestamptz.orNull,
  tries: types.integer,
  triedAt: types.timestamptz.orNull,
  announcedAt: types.timestamptz.orNull,
  announcedTotal: types.numeric.orNull,
  country: types.text.orNull,
  reason: types.text.orNull,
};
const RENEWAL_COLUMNS = `
  r.id, r.customer_id AS "customerId", r.subscription_id AS "subscriptionId", r.kind, r.state, r.automatic,
  r.plan_id AS "planId", r.order_id AS "orderId", r.next_at AS "nextAt", r.charge_at AS "chargeAt", r.tries,
  r.tried_at AS "triedAt", r.announced_at AS "announcedAt", r.announced_total AS "announcedTotal", r.country, r.reason`;

/** The customer of a renewal, to be locked before it. No row: unknown. */
export const CUSTOMER_OF_RENEWAL = statement('renewals.customer', {
  params: RENEWAL_ID,
  row: { customerId: types.bigint },
  text: `SELECT customer_id AS "customerId" FROM renewals WHERE fanclub_id = $fanclub AND id = $renewal`,
});

/** A renewal, locked until the end of the transaction, with its membership. */
export const HOLD_RENEWAL = statement('renewals.hold', {
  params: RENEWAL_ID,
  row: {
    ...RENEWAL,
    endDate: types.timestamptz.neverNullHere,
    extendedUntil: types.timestamptz.orNull,
    cancelled: types.boolean,
    isRenewed: types.boolean,
    isDisputed: types.boolean,
    isLeaving: types.boolean,
    /** Of the member's address; null: none. */
    presentCountry: types.text.orNull,
  },
  text: `
    SELECT ${RENEWAL_COLUMNS}, s.end_date AS "endDate", sp.extended_until AS "extendedUntil",
           s.cancelled, ${IS_RENEWED} AS "isRenewed",
           EXISTS (
             SELECT FROM orders o
             WHERE o.fanclub_id = s.fanclub_id AND o.id = s.order_id AND o.disputed_at IS NOT NULL) AS "isDisputed",
           ${IS_OF_LEAVING} AS "isLeaving",
           (SELECT a.country FROM shipping_addresses a
            WHERE a.fanclub_id = r.fanclub_id AND a.customer_id = r.customer_id) AS "presentCountry"
    FROM renewals r
    JOIN subscriptions s ON s.fanclub_id = r.fanclub_id AND s.id = r.subscription_id
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE r.fanclub_id = $fanclub AND r.id = $renewal
    FOR NO KEY UPDATE OF r`,
});

/** A renewal with its membership. */
export type RenewalRow = RowOf<typeof HOLD_RENEWAL>;

/** Stores all that a step changes. */
export const STORE_RENEWAL = statement('renewals.store', {
  params: {
    ...RENEWAL_ID,
    state: types.textOf<RenewalState>(),
    automatic: types.boolean,
    plan: types.bigint.orNull,
    order: types.bigint.orNull,
    nextAt: types.timestamptz.orNull,
    chargeAt: types.timestamptz.orNull,
    tries: types.integer,
    triedAt: types.timestamptz.orNull,
    announcedAt: types.timestamptz.orNull,
    announcedTotal: types.numeric.orNull,
    country: types.text.orNull,
    reason: types.text.orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE renewals
    SET state = $state, automatic = $automatic, plan_id = $plan, order_id = $order, next_at = $nextAt, charge_at = $chargeAt,
        tries = $tries, tried_at = $triedAt, announced_at = $announcedAt, announced_total = $announcedTotal,
        country = $country, reason = $reason, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $renewal`,
});

/** The latest renewal of a customer that is not done. No row if there is none. */
export const RENEWAL_OF_CUSTOMER = statement('renewals.of_customer', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: {
    id: types.bigint,
    subscriptionId: types.bigint,
    state: types.textOf<RenewalState>(),
    automatic: types.boolean,
    tries: types.integer,
    /** Why it is `stopped` or needs its member. */
    reason: types.textOf<StopReason | ActionReason>().orNull,
    planName: types.text.orNull,
    /** Null: not placed yet. */
    orderId: types.bigint.orNull,
    /** Whether it is paid. The next step of the job stores that it is done. */
    isRenewed: types.boolean,
    /** The open order that can be paid. Null: none. */
    payableOrder: types.bigint.orNull,
    nextAt: types.timestamptz.orNull,
    chargeAt: types.timestamptz.orNull,
    /** The total of the open order, else what was announced. */
    total: types.numeric.orNull,
  },
  text: `
    SELECT r.id, r.subscription_id AS "subscriptionId", r.state, r.automatic, r.tries, r.reason, p.name AS "planName",
           r.order_id AS "orderId", ${IS_RENEWED} AS "isRenewed", o.id AS "payableOrder", r.next_at AS "nextAt", r.charge_at AS "chargeAt", coalesce(o.total, r.announced_total) AS total
    FROM renewals r
    LEFT JOIN plans p ON p.fanclub_id = r.fanclub_id AND p.id = r.plan_id
    LEFT JOIN orders o ON o.fanclub_id = r.fanclub_id AND o.id = r.order_id AND ${OPEN_SQL}
    WHERE r.fanclub_id = $fanclub AND r.customer_id = $customer AND r.state <> 'done'
    ORDER BY r.id DESC LIMIT 1`,
});

/** A renewal as its member sees it. */
export type OwnRenewal = RowOf<typeof RENEWAL_OF_CUSTOMER>;

/** Announced charges of all fan clubs whose card expires at most 30 days after them, and whose member was not asked for another one. */
export const EXPIRING_CARDS = statement('renewals.expiring_cards', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT r.id, r.fanclub_id AS "fanclubId" FROM renewals r
    JOIN payment_methods m ON m.fanclub_id = r.fanclub_id AND m.customer_id = r.customer_id AND m.detached_at IS NULL
    WHERE r.automatic AND r.state = 'announced' AND r.next_at > $now AND ${notHeldSql('r.fanclub_id')}
      AND (r.card_mailed_at IS NULL OR r.card_mailed_at < m.consented_at)
      AND make_timestamptz(m.exp_year, m.exp_month, 1, 0, 0, 0, 'UTC') + interval '1 month' < r.charge_at + interval '30 days'
    ORDER BY r.id LIMIT $limit`,
});

/** Stores that a member was asked to replace a card. */
export const STORE_CARD_MAILED = statement('renewals.store_card_mailed', {
  params: { ...RENEWAL_ID, now: types.timestamptz },
  text: 'UPDATE renewals SET card_mailed_at = $now WHERE fanclub_id = $fanclub AND id = $renewal',
});

/** Stores that a mail about a renewal was queued. */
export const ADD_RENEWAL_MAIL = statement('renewals.add_mail', {
  params: { ...RENEWAL_ID, kind: types.text, now: types.timestamptz },
  text: `INSERT INTO renewal_mails (fanclub_id, renewal_id, kind, queued_at) VALUES ($fanclub, $renewal, $kind, $now)`,
});
