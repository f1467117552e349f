import { openSql } from '#platform/access';
import { statement, types } from '#platform/database';

const CUSTOMER = { fanclub: types.bigint, customer: types.bigint };

/** Locks a customer as the checkout does, so that orders and changes for the customer run one after the other. */
export const HOLD_MEMBER = statement('membership_changes.hold', {
  params: CUSTOMER,
  row: { id: types.bigint },
  text: `SELECT id FROM customers WHERE fanclub_id = $fanclub AND id = $customer FOR NO KEY UPDATE`,
});

/** The subscriptions that are not over, the latest end first. */
export const OPEN_SUBSCRIPTIONS = statement('membership_changes.open', {
  params: { ...CUSTOMER, now: types.timestamptz },
  row: {
    id: types.bigint,
    startDate: types.timestamptz,
    endDate: types.timestamptz.orNull,
    planId: types.bigint,
    planName: types.text,
  },
  text: `
    SELECT s.id, s.start_date AS "startDate", s.end_date AS "endDate", p.id AS "planId", p.name AS "planName"
    FROM subscriptions s
    JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE s.fanclub_id = $fanclub AND s.customer_id = $customer AND ${openSql('$now')}
    ORDER BY s.end_date DESC NULLS FIRST, s.id DESC`,
});
