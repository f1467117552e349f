import { statement, types } from '#platform/database';
import { OPEN_SQL } from '#domains/orders';
import { MONEY_ON_ITS_WAY } from '#domains/payments';
import { CHARGING_RENEWAL_SQL } from '#domains/renewals';

/** The orders of two customers whose money is on its way, and the renewals that are being charged. */
export const OPEN_PAYMENTS = statement('merges.open_payments', {
  params: { fanclub: types.bigint, from: types.bigint, into: types.bigint },
  row: { kind: types.textOf<'order' | 'renewal'>(), id: types.bigint },
  text: `
    SELECT 'order' AS kind, o.id FROM orders o
    WHERE o.fanclub_id = $fanclub AND o.customer_id IN ($from, $into) AND (${OPEN_SQL} OR ${MONEY_ON_ITS_WAY})
    UNION ALL
    SELECT 'renewal', r.id FROM renewals r
    WHERE r.fanclub_id = $fanclub AND r.customer_id IN ($from, $into) AND ${CHARGING_RENEWAL_SQL}
    ORDER BY 1, 2`,
});
