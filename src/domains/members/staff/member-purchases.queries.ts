import { statement, types } from '#platform/database';
import { COMPLETED_SQL } from '#domains/orders';

/** Whether a customer has a completed order or a membership. Always one row. */
export const HAS_PURCHASE = statement('members.has_purchase', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { exists: types.boolean },
  text: `
    SELECT EXISTS (
             SELECT FROM orders o JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
             WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer AND ${COMPLETED_SQL})
           OR EXISTS (SELECT FROM subscriptions WHERE fanclub_id = $fanclub AND customer_id = $customer) AS exists`,
});
