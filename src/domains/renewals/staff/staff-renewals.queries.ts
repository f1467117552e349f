import { type RowOf, statement, types } from '#platform/database';
import type { RenewalKind, RenewalState } from '../renewal.entity';
import { END_OF_ACTIVE_SQL } from '#domains/subscriptions';
import { RENEWAL_DAY_SQL } from '../renewal-conditions';
import { CAN_RENEW, isLastSql } from '../renewals-to-plan.queries';

/** The renewals with these ids, unsorted. */
export const FIND_STAFF_RENEWALS = statement('staff_renewals.find', {
  params: { fanclub: types.bigint, ids: types.array(types.bigint) },
  row: {
    id: types.bigint,
    customerId: types.bigint,
    email: types.text.orNull,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    autoRenewalEnabled: types.boolean,
    subscriptionId: types.bigint,
    kind: types.textOf<RenewalKind>(),
    state: types.textOf<RenewalState>(),
    automatic: types.boolean,
    reason: types.text.orNull,
    /** The plan of the membership. */
    presentPlanId: types.bigint,
    presentPlanName: types.text,
    /** The plan that follows. Null: none is known yet. */
    planId: types.bigint.orNull,
    planName: types.text.orNull,
    /** The total of the order, else what was announced. Null: neither. */
    amount: types.numeric.orNull,
    currency: types.text,
    /** The next charge, else the end of the membership with its extension. */
    day: types.timestamptz.orNull,
    chargeAt: types.timestamptz.orNull,
    announcedAt: types.timestamptz.orNull,
    tries: types.integer,
    orderId: types.bigint.orNull,
    /** The present card of the member. */
    cardBrand: types.text.orNull,
    cardLast4: types.text.orNull,
    cardExpires: types.text.orNull,
    createdAt: types.timestamptz,
    updatedAt: types.timestamptz,
  },
  text: `
    SELECT r.id, r.customer_id AS "customerId", c.email, c.first_name AS "firstName", c.last_name AS "lastName",
           c.auto_renewal_enabled AS "autoRenewalEnabled", r.subscription_id AS "subscriptionId", r.kind, r.state, r.automatic,
           r.reason, p.id AS "presentPlanId", p.name AS "presentPlanName", n.id AS "planId", n.name AS "planName",
           coalesce(o.total, r.announced_total) AS amount, coalesce(o.currency, f.currency) AS currency,
           ${RENEWAL_DAY_SQL} AS day, r.charge_at AS "chargeAt", r.announced_at AS "announcedAt", r.tries, r.order_id AS "orderId",
           m.brand AS "cardBrand", m.last4 AS "cardLast4",
           lpad(m.exp_month::text, 2, '0') || '/' || m.exp_year AS "cardExpires",
           r.created_at AS "createdAt", r.updated_at AS "updatedAt"
    FROM renewals r
    JOIN fanclubs f ON f.id = r.fanclub_id
    JOIN customers c ON c.fanclub_id = r.fanclub_id AND c.id = r.customer_id
    JOIN subscriptions t ON t.fanclub_id = r.fanclub_id AND t.id = r.subscription_id
    JOIN plans p ON p.fanclub_id = t.fanclub_id AND p.id = t.plan_id
    LEFT JOIN plans n ON n.fanclub_id = r.fanclub_id AND n.id = r.plan_id
    LEFT JOIN orders o ON o.fanclub_id = r.fanclub_id AND o.id = r.order_id
    LEFT JOIN payment_methods m ON m.fanclub_id = r.fanclub_id AND m.customer_id = r.customer_id AND m.detached_at IS NULL
    WHERE r.fanclub_id = $fanclub AND r.id = ANY ($ids)`,
});
export type StaffRenewalRow = RowOf<typeof FIND_STAFF_RENEWALS>;

const RENEWAL = { fanclub: types.bigint, renewal: types.bigint };

/** The changes of state of a renewal, the oldest first. */
export const RENEWAL_TRANSITIONS = statement('staff_renewals.transitions', {
  params: RENEWAL,
  row: { from: types.text, to: types.text, cause: types.text, at: types.timestamptz },
  text: `
    SELECT from_state AS "from", to_state AS "to", cause, at
    FROM payment_transitions
    WHERE fanclub_id = $fanclub AND subject = 'renewal' AND subject_number = $renewal ORDER BY id`,
});

/** Orders that renew the membership of a renewal, the oldest first. */
export const RENEWAL_ORDERS = statement('staff_renewals.orders', {
  params: RENEWAL,
  row: {
    id: types.bigint,
    planName: types.text,
    total: types.numeric.orNull,
    currency: types.text.orNull,
    createdAt: types.timestamptz,
    paidAt: types.timestamptz.orNull,
    refundedAt: types.timestamptz.orNull,
    closedAt: types.timestamptz.orNull,
  },
  text: `
    SELECT o.id, p.name AS "planName", o.total, o.currency, o.created_at AS "createdAt", o.paid_at AS "paidAt",
           o.refunded_at AS "refundedAt", o.closed_at AS "closedAt"
    FROM renewals r
    JOIN orders o ON o.fanclub_id = r.fanclub_id AND (o.id = r.order_id OR o.renews_subscription_id = r.subscription_id)
    JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
    WHERE r.fanclub_id = $fanclub AND r.id = $renewal ORDER BY o.id`,
});

/** The payments of these orders, the oldest first. */
export const RENEWAL_PAYMENTS = statement('staff_renewals.payments', {
  params: { fanclub: types.bigint, orders: types.array(types.bigint) },
  row: {
    orderId: types.bigint,
    state: types.text,
    /** Whether the saved card was charged without its owner. */
    automatic: types.boolean,
    amount: types.numeric,
    currency: types.text,
    failure: types.text.orNull,
    createdAt: types.timestamptz,
  },
  text: `
    SELECT order_id AS "orderId", state, way = 'off_session' AS automatic, amount, currency, failure, created_at AS "createdAt"
    FROM payments WHERE fanclub_id = $fanclub AND order_id = ANY ($orders) ORDER BY created_at, id`,
});

/** The mails about a renewal, the oldest first. */
export const RENEWAL_MAILS = statement('staff_renewals.mails', {
  params: RENEWAL,
  row: { kind: types.text, queuedAt: types.timestamptz },
  text: `
    SELECT kind, queued_at AS "queuedAt" FROM renewal_mails
    WHERE fanclub_id = $fanclub AND renewal_id = $renewal ORDER BY id`,
});

/** The state of a renewal. No row: unknown. */
export const RENEWAL_STATE = statement('staff_renewals.state', {
  params: RENEWAL,
  row: { state: types.textOf<RenewalState>() },
  text: 'SELECT state FROM renewals WHERE fanclub_id = $fanclub AND id = $renewal',
});

/**
 * The memberships of a sales period whose cards would be charged if the next season opens at `$at`, by plan. `$least` is the earliest
 * end of a membership that leaves time for a notice.
 */
export const FORECAST_RENEWALS = statement('staff_renewals.forecast', {
  params: {
    fanclub: types.bigint,
    period: types.bigint,
    account: types.bigint,
    at: types.timestamptz,
    least: types.timestamptz,
  },
  row: { planId: types.bigint, renewals: types.integer, firstEnd: types.timestamptz },
  text: `
    WITH found AS (
      SELECT s.plan_id, ${END_OF_ACTIVE_SQL} AS ends
      FROM subscriptions s
      JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
      JOIN customers c ON c.fanclub_id = s.fanclub_id AND c.id = s.customer_id
      JOIN payment_methods m ON m.fanclub_id = c.fanclub_id AND m.customer_id = c.id AND m.detached_at IS NULL
      WHERE s.fanclub_id = $fanclub AND s.sales_period_id = $period AND NOT s.trial_membership
        AND c.auto_renewal_enabled AND m.account_id = $account AND ${CAN_RENEW} AND ${isLastSql('$at')}
    )
    SELECT plan_id AS "planId", count(*)::integer AS renewals, min(ends) AS "firstEnd"
    FROM found WHERE ends >= $least GROUP BY plan_id ORDER BY plan_id`,
});
