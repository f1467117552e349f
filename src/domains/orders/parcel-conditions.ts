/*
 * Conditions of SQL about a parcel `h` (shipments) of an order `o` with the plan `p`, for the statements of staff. They follow the
 * rules of order.rules.ts.
 */

/** Whether an option that the parcel of `o` needs is not chosen (contract 5.12). */
export const LACKS_OPTION = `EXISTS (
  SELECT FROM packages k
  JOIN package_items pi ON pi.fanclub_id = k.fanclub_id AND pi.package_id = k.id AND pi.required
  WHERE k.fanclub_id = o.fanclub_id AND k.plan_id = o.plan_id AND pi.item_type_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM item_selections x
    WHERE x.fanclub_id = o.fanclub_id AND x.customer_id = o.customer_id AND x.item_type_id = pi.item_type_id))`;

/** Whether the parcel `h` of `o` has no address to go to (contract 5.12). */
export const LACKS_ADDRESS = `(h.shipping_address IS NULL AND NOT EXISTS (
  SELECT FROM shipping_addresses a WHERE a.fanclub_id = o.fanclub_id AND a.customer_id = o.customer_id))`;
