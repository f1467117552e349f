import { statement, types } from '#platform/database';
import { END_OF_ACTIVE_SQL } from '#domains/subscriptions';

/**
 * The customer of a renewal that a mailed link opens. No row: it is done, its membership is over with its extension, or the customer is
 * blacklisted or erased.
 */
export const OWNER_OF_LINK = statement('renewals.owner_of_link', {
  params: { fanclub: types.bigint, renewal: types.bigint, now: types.timestamptz },
  row: { customerId: types.bigint, email: types.text.orNull },
  text: `
    SELECT c.id AS "customerId", c.email
    FROM renewals r
    JOIN customers c ON c.fanclub_id = r.fanclub_id AND c.id = r.customer_id
    JOIN subscriptions s ON s.fanclub_id = r.fanclub_id AND s.id = r.subscription_id
    LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
    WHERE r.fanclub_id = $fanclub AND r.id = $renewal AND r.state <> 'done' AND NOT c.blacklisted
      AND (${END_OF_ACTIVE_SQL}) > $now`,
});
