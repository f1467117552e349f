import { LATEST_START_FIRST } from '#platform/access';
import { statement, types } from '#platform/database';

/** What a member's tokens may say of them. */
export const FIND_MEMBER = statement('openid.find_member', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: {
    id: types.bigint,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    username: types.text.orNull,
    email: types.text.orNull,
    confirmed: types.boolean,
    updatedAt: types.timestamptz,
  },
  text: `
    SELECT c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.username, c.email,
           c.confirmed_at IS NOT NULL AND NOT c.invalid_email AS confirmed, c.updated_at AS "updatedAt"
    FROM customers c
    WHERE c.fanclub_id = $fanclub AND c.id = $customer AND c.erased_at IS NULL`,
});

/** A member's memberships with the benefits of their plans; of several active ones the first is the membership. */
export const MEMBERSHIPS = statement('openid.memberships', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: {
    startDate: types.timestamptz,
    endDate: types.timestamptz.orNull,
    cancelled: types.boolean,
    extendedUntil: types.timestamptz.orNull,
    planId: types.bigint,
    planName: types.text,
    tags: types.array(types.text),
    benefits: types.array(types.text),
  },
  text: `
    SELECT s.start_date AS "startDate", s.end_date AS "endDate", s.cancelled, sp.extended_until AS "extendedUntil",
           p.id AS "planId", p.name AS "planName", p.tags,
           ARRAY(SELECT b.summary FROM benefit_plans bp
             JOIN benefits b ON b.fanclub_id = bp.fanclub_id AND b.id = bp.benefit_id
             WHERE bp.fanclub_id = p.fanclub_id AND bp.plan_id = p.id ORDER BY b.id) AS benefits
    FROM subscriptions s
    JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE s.fanclub_id = $fanclub AND s.customer_id = $customer
    ORDER BY ${LATEST_START_FIRST}`,
});
