import { BOUGHT_CODE_SQL } from '#domains/redeem-codes';

/** The plan and the order of the membership `t`, as `p` and `o`; `g` marks a gift of the fan club. */
export const ORIGIN = `
    JOIN plans p ON p.fanclub_id = $fanclub AND p.id = t.plan_id
    LEFT JOIN orders o ON o.fanclub_id = $fanclub AND o.id = t.order_id
    LEFT JOIN order_gifts g ON g.fanclub_id = $fanclub AND g.order_id = t.order_id`;

/**
 * Whether nobody paid for the term of {@link ORIGIN}: staff gave it, or a code of the fan club paid the whole plan. Somebody has paid
 * for a code that was bought as a gift. A term without an order, or an imported order, counts as paid.
 */
export const GIVEN = `coalesce((g.order_id IS NOT NULL OR o.kind = 'gift' OR o.total = 0 AND o.discount > 0)
      AND NOT EXISTS (
        SELECT FROM redeem_uses u JOIN redeem_codes c ON c.fanclub_id = u.fanclub_id AND c.id = u.code_id
        WHERE u.fanclub_id = $fanclub AND u.order_id = o.id AND ${BOUGHT_CODE_SQL}), false)`;

/** Whether somebody paid for the term of {@link ORIGIN}. */
export const PAYING = `(p.price > 0 AND NOT ${GIVEN})`;
