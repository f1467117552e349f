import { type CustomerRow, customerColumns, customerJoins } from '#platform/access';
import type { Statement } from '#platform/database';

/** Makes a customer's orders and subscriptions wait for each other. $1 fan club, $2 customer. */
export const HOLD_BUYER: Statement = {
  name: 'checkout.hold_buyer',
  text: `SELECT blacklisted FROM customers WHERE fanclub_id = $1 AND id = $2 FOR NO KEY UPDATE`,
};

/** The buyer as of now; a statement of its own, so that it sees what happened until the row was held. */
export type BuyerRow = CustomerRow;

/** $1 fan club, $2 customer, $3 now. */
export const FIND_BUYER: Statement = {
  name: 'checkout.find_buyer',
  text: `
    SELECT ${customerColumns}
    FROM customers c
    ${customerJoins('$3::timestamptz')}
    WHERE c.fanclub_id = $1 AND c.id = $2`,
};

/** A customer without identity, to be registered later. $1 fan club, $2 now. */
export const ADD_BUYER: Statement = {
  name: 'checkout.add_buyer',
  text: `INSERT INTO customers (fanclub_id, created_at, updated_at) VALUES ($1, $2, $2) RETURNING id`,
};

/** An order, as far as the checkout asks. */
export interface OrderRow {
  id: number;
  customer_id: number;
  plan_id: number;
  paid: boolean;
}

const ORDER = `id, customer_id, plan_id, paid_at IS NOT NULL AS paid`;

/** $1 fan club, $2 reference. */
export const FIND_REFERRED_ORDER: Statement = {
  name: 'checkout.find_referred_order',
  text: `SELECT ${ORDER} FROM orders WHERE fanclub_id = $1 AND checkout_reference = $2`,
};

/** $1 fan club, $2 order. */
export const FIND_ORDER: Statement = {
  name: 'checkout.find_order',
  text: `SELECT ${ORDER} FROM orders WHERE fanclub_id = $1 AND id = $2`,
};

/** No row if there is an order of this reference. $1 fan club, $2 customer, $3 plan, $4 reference, $5 now. */
export const ADD_ORDER: Statement = {
  name: 'checkout.add_order',
  text: `
    INSERT INTO orders (fanclub_id, customer_id, plan_id, checkout_reference, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $5)
    ON CONFLICT (fanclub_id, checkout_reference) DO NOTHING
    RETURNING ${ORDER}`,
};

/** Writes no row if the order is complete. $1 fan club, $2 order, $3 now, $4 … $7 shipping, discount, subtotal, total. */
export const COMPLETE_ORDER: Statement = {
  name: 'checkout.complete_order',
  text: `
    UPDATE orders SET paid_at = $3, shipping = $4, discount = $5, subtotal = $6, total = $7, updated_at = $3
    WHERE fanclub_id = $1 AND id = $2 AND paid_at IS NULL`,
};

/** $1 fan club, $2 subscription, $3 now. */
export const CANCEL_SUBSCRIPTION: Statement = {
  name: 'checkout.cancel_subscription',
  text: `UPDATE subscriptions SET cancelled = true, updated_at = $3 WHERE fanclub_id = $1 AND id = $2`,
};

/** $1 fan club, $2 customer, $3 plan, $4 sales period or null, $5 now, $6 end or null, $7 whether it is a trial. */
export const ADD_SUBSCRIPTION: Statement = {
  name: 'checkout.add_subscription',
  text: `
    INSERT INTO subscriptions (fanclub_id, customer_id, plan_id, sales_period_id, start_date, end_date, trial_membership,
                               created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $5, $5)`,
};

/** Counts a renewal of the plan that the customer is locked into. $1 fan club, $2 customer, $3 now. */
export const COUNT_RENEWAL: Statement = {
  name: 'checkout.count_renewal',
  text: `UPDATE customers SET renewals = renewals + 1, updated_at = $3 WHERE fanclub_id = $1 AND id = $2`,
};

/**
 * A queued parcel with the items of the plan's package; what is chosen for them is decided when it is packed. $1 fan club,
 * $2 order, $3 plan, $4 now.
 */
export const QUEUE_SHIPMENT: Statement = {
  name: 'checkout.queue_shipment',
  text: `
    WITH parcel AS (
      INSERT INTO shipments (fanclub_id, order_id, created_at, updated_at)
      SELECT k.fanclub_id, $2, $4, $4 FROM packages k WHERE k.fanclub_id = $1 AND k.plan_id = $3
      RETURNING id
    )
    INSERT INTO shipment_items (fanclub_id, shipment_id, name, thumbnail, position, created_at, updated_at)
    SELECT i.fanclub_id, parcel.id, i.name, i.thumbnail, row_number() OVER (ORDER BY i.position, i.id) - 1, $4, $4
    FROM parcel, packages k
    JOIN package_items i ON i.fanclub_id = k.fanclub_id AND i.package_id = k.id
    WHERE k.fanclub_id = $1 AND k.plan_id = $3`,
};

/** Leaves an order in a session, which lets its customer register (decisions 4.11). $1 fan club, $2 session, $3 order. */
export const KEEP_ORDER: Statement = {
  name: 'checkout.keep_order',
  text: `UPDATE sessions SET order_id = $3 WHERE fanclub_id = $1 AND id = $2`,
};
