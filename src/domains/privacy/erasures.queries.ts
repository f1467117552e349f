import { statement, types } from '#platform/database';
import { UNSENT_GIFT_SQL } from '#domains/bought-gifts';
import { DUE_SQL, OPEN_SQL } from '#domains/orders';
import { MONEY_ON_ITS_WAY } from '#domains/payments';

/** The orders of a customer that an erasure would cut short: their money, their parcel or the mail of their gift is on its way. */
export const OBSTACLES = statement('erasures.obstacles', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { kind: types.textOf<'payment' | 'parcel' | 'gift'>(), orderId: types.bigint },
  text: `
    SELECT 'payment' AS kind, o.id AS "orderId" FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer AND (${OPEN_SQL} OR ${MONEY_ON_ITS_WAY})
    UNION
    SELECT 'parcel', o.id FROM orders o
    JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
    JOIN shipments h ON h.fanclub_id = o.fanclub_id AND h.order_id = o.id
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer AND h.ship_date IS NULL AND ${DUE_SQL}
    UNION
    SELECT 'gift', o.id FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer AND ${UNSENT_GIFT_SQL}
    ORDER BY 2, 1`,
});
