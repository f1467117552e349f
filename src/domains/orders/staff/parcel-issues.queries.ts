import { statement, types } from '#platform/database';
import { DUE_SQL } from '../order.entity';
import { LACKS_ADDRESS, LACKS_OPTION } from '../parcel-conditions';

/** Members who can be asked by mail. */
const REACHABLE = `c.registered AND NOT c.blacklisted AND NOT c.invalid_email`;

/** The choices of a parcel on a packing list are fixed. */
const AWAITS_OPTION = `(${LACKS_OPTION} AND NOT EXISTS (
  SELECT FROM batch_parcels b WHERE b.fanclub_id = h.fanclub_id AND b.shipment_id = h.id))`;

/** How many members have a waiting parcel that lacks something, and how many of them may be asked now. Always one row. */
export const COUNT_ISSUES = statement('parcels.count_issues', {
  params: { fanclub: types.bigint, weekAgo: types.timestamptz },
  row: {
    address: types.integer,
    addressDue: types.integer,
    option: types.integer,
    optionDue: types.integer,
  },
  text: `
    WITH waiting AS (
      SELECT o.customer_id, bool_or(${LACKS_ADDRESS}) AS address, bool_or(${AWAITS_OPTION}) AS option,
             bool_and(${REACHABLE}) AS reachable
      FROM shipments h
      JOIN orders o ON o.fanclub_id = h.fanclub_id AND o.id = h.order_id
      JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
      JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
      WHERE h.fanclub_id = $fanclub AND h.ship_date IS NULL AND ${DUE_SQL} GROUP BY o.customer_id
    ), asked AS (
      SELECT customer_id, issue FROM issue_mails WHERE fanclub_id = $fanclub AND sent_at > $weekAgo
    )
    SELECT count(*) FILTER (WHERE address)::integer AS address,
           count(*) FILTER (WHERE address AND reachable AND (customer_id, 'address') NOT IN (SELECT customer_id, issue FROM asked))::integer
             AS "addressDue",
           count(*) FILTER (WHERE option)::integer AS option,
           count(*) FILTER (WHERE option AND reachable AND (customer_id, 'option') NOT IN (SELECT customer_id, issue FROM asked))::integer
             AS "optionDue"
    FROM waiting`,
});

/**
 * Takes the members to ask for an address or an option, except those who were asked after `$weekAgo`. Of concurrent requests, one
 * takes a member. An UPDATE and an INSERT, because `ON CONFLICT … DO UPDATE` handles only one of the two keys of the table.
 */
export const CLAIM_ISSUES = statement('parcels.claim_issues', {
  params: {
    fanclub: types.bigint,
    issue: types.text,
    now: types.timestamptz,
    weekAgo: types.timestamptz,
    limit: types.bigint,
  },
  row: { customerId: types.bigint, email: types.text.neverNullHere, firstName: types.text.orNull },
  text: `
    WITH due AS (
      SELECT DISTINCT o.fanclub_id, o.customer_id
      FROM shipments h
      JOIN orders o ON o.fanclub_id = h.fanclub_id AND o.id = h.order_id
      JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
      JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
      WHERE h.fanclub_id = $fanclub AND h.ship_date IS NULL AND ${DUE_SQL}
        AND ${REACHABLE}
        AND CASE $issue WHEN 'address' THEN ${LACKS_ADDRESS} ELSE ${AWAITS_OPTION} END
        AND NOT EXISTS (
          SELECT FROM issue_mails m
          WHERE m.fanclub_id = o.fanclub_id AND m.customer_id = o.customer_id AND m.issue = $issue AND m.sent_at > $weekAgo)
      ORDER BY o.customer_id LIMIT $limit
    ), asked_again AS (
      UPDATE issue_mails m SET sent_at = $now FROM due
      WHERE m.fanclub_id = $fanclub AND m.customer_id = due.customer_id AND m.issue = $issue AND m.sent_at <= $weekAgo
      RETURNING m.customer_id
    ), asked_first AS (
      INSERT INTO issue_mails (fanclub_id, customer_id, issue, sent_at)
      SELECT fanclub_id, customer_id, $issue::text, $now::timestamptz FROM due ORDER BY customer_id
      ON CONFLICT DO NOTHING
      RETURNING customer_id
    ), claimed AS (
      SELECT customer_id FROM asked_again UNION ALL SELECT customer_id FROM asked_first
    )
    SELECT c.id AS "customerId", c.email, c.first_name AS "firstName"
    FROM claimed JOIN customers c ON c.fanclub_id = $fanclub AND c.id = claimed.customer_id
    ORDER BY c.id`,
});
