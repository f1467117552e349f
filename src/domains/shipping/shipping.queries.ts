import type { Statement } from '#platform/database';
import type { PostalAddress } from './postal-address';

/** A {@link PostalAddress} made of the row `a` of shipping_addresses. */
const ADDRESS = `jsonb_build_object(
  'first_name', a.first_name, 'last_name', a.last_name, 'address', a.address, 'address_2', a.address_2,
  'city', a.city, 'state', a.state, 'postal_code', a.postal_code, 'country', a.country)`;

/** What a customer has told about parcels. */
export interface ShippingFactsRow {
  /** The primary address; null without one. */
  primary_address: PostalAddress | null;
  /** The item types of which the customer has chosen an option, and, at the same places, those options. */
  chosen_types: number[];
  chosen_options: number[];
}

/**
 * The columns of {@link ShippingFactsRow}; depends on no table of the statement around it. `fanclub` and `customer` name the
 * parameters that hold the two ids.
 */
export const shippingFacts = (fanclub: string, customer: string): string => `
  (SELECT ${ADDRESS} FROM shipping_addresses a WHERE a.fanclub_id = ${fanclub} AND a.customer_id = ${customer})
    AS primary_address,
  ARRAY(SELECT x.item_type_id FROM item_selections x
     WHERE x.fanclub_id = ${fanclub} AND x.customer_id = ${customer} ORDER BY x.item_type_id) AS chosen_types,
  ARRAY(SELECT x.item_option_id FROM item_selections x
     WHERE x.fanclub_id = ${fanclub} AND x.customer_id = ${customer} ORDER BY x.item_type_id) AS chosen_options`;

/** The same, and the plans of completed orders (decisions 5.8) with a parcel still to be sent, by the first such order. */
export interface RecipientRow extends ShippingFactsRow {
  queued_plans: number[];
}

/** $1 fan club, $2 customer. Always one row. */
export const FIND_SHIPPING_FACTS: Statement = {
  name: 'shipping.find',
  text: `
    SELECT ${shippingFacts('$1', '$2')},
           ARRAY(SELECT o.plan_id FROM orders o
              JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
              WHERE o.fanclub_id = $1 AND o.customer_id = $2
                AND (o.paid_at IS NOT NULL
                     OR (o.checkout_reference IS NULL AND p.price = 0 AND coalesce(o.total, 0) = 0))
                AND EXISTS (SELECT FROM shipments h
                            WHERE h.fanclub_id = o.fanclub_id AND h.order_id = o.id AND h.ship_date IS NULL)
              GROUP BY o.plan_id ORDER BY min(o.id)) AS queued_plans`,
};

/** What the package of a plan lets its customers choose. */
export interface PackageChoicesRow {
  plan_id: number;
  item_types: ItemTypeFacts[];
}

/** A kind of choice with what there is to choose from. */
export interface ItemTypeFacts {
  id: number;
  /** The API's `label`. */
  name: string;
  options: { id: number; name: string }[];
}

/** The plans of a fan club whose packages ask for a choice; each item type once, where it first occurs. $1 fan club. */
export const LIST_PACKAGE_CHOICES: Statement = {
  name: 'shipping.choices',
  text: `
    SELECT c.plan_id,
           jsonb_agg(jsonb_build_object(
             'id', t.id, 'name', t.name,
             'options', coalesce((
               SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) ORDER BY o.position, o.id)
               FROM item_options o WHERE o.fanclub_id = t.fanclub_id AND o.item_type_id = t.id), '[]')
           ) ORDER BY c.position, c.first_item_id) AS item_types
    FROM (
      SELECT DISTINCT ON (k.plan_id, i.item_type_id) k.plan_id, i.item_type_id, i.position, i.id AS first_item_id
      FROM packages k
      JOIN package_items i ON i.fanclub_id = k.fanclub_id AND i.package_id = k.id
      WHERE k.fanclub_id = $1 AND i.item_type_id IS NOT NULL
      ORDER BY k.plan_id, i.item_type_id, i.position, i.id
    ) c
    JOIN item_types t ON t.fanclub_id = $1 AND t.id = c.item_type_id
    GROUP BY c.plan_id`,
};

/** All item types of a fan club, whether a package asks for them or not. $1 fan club. */
export const LIST_ITEM_TYPES: Statement = {
  name: 'shipping.item_types',
  text: `
    SELECT t.id, t.name,
           coalesce((
             SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) ORDER BY o.position, o.id)
             FROM item_options o WHERE o.fanclub_id = t.fanclub_id AND o.item_type_id = t.id), '[]') AS options
    FROM item_types t
    WHERE t.fanclub_id = $1
    ORDER BY t.id`,
};

/** Holds a customer until the end of the transaction, so that updates go one after the other. $1 fan club, $2 customer. */
export const HOLD_RECIPIENT: Statement = {
  name: 'shipping.hold_customer',
  text: `SELECT id FROM customers WHERE fanclub_id = $1 AND id = $2 FOR NO KEY UPDATE`,
};

/** What {@link STORE_SHIPPING} did. */
export interface StoredShippingRow {
  /** Item types for which an option was stored. */
  stored_types: number[];
  auto_renewal_disabled: boolean;
}

/**
 * Stores a customer's address and newly chosen options. $1 fan club, $2 customer, $3 to $10 the address in the order of its
 * fields, $11 and $12 item types and, at the same places, options of them; $13 whether auto renewal ends now, if it is on. An
 * option that has ceased to exist is left out.
 */
export const STORE_SHIPPING: Statement = {
  name: 'shipping.store',
  text: `
    WITH address AS (
      INSERT INTO shipping_addresses
        (fanclub_id, customer_id, first_name, last_name, address, address_2, city, state, postal_code, country)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (customer_id) DO UPDATE
      SET first_name = excluded.first_name, last_name = excluded.last_name, address = excluded.address,
          address_2 = excluded.address_2, city = excluded.city, state = excluded.state,
          postal_code = excluded.postal_code, country = excluded.country, updated_at = now()
    ), chosen AS (
      SELECT o.item_type_id, o.id
      FROM unnest($11::bigint[], $12::bigint[]) AS choice (item_type_id, option_id)
      JOIN item_options o ON o.fanclub_id = $1 AND o.item_type_id = choice.item_type_id AND o.id = choice.option_id
      FOR KEY SHARE OF o
    ), stored AS (
      INSERT INTO item_selections (fanclub_id, customer_id, item_type_id, item_option_id)
      SELECT $1, $2, item_type_id, id FROM chosen
      ON CONFLICT (customer_id, item_type_id) DO UPDATE
      SET item_option_id = excluded.item_option_id, updated_at = now()
      RETURNING item_type_id
    ), renewal AS (
      UPDATE customers SET auto_renewal_enabled = false, updated_at = now()
      WHERE fanclub_id = $1 AND id = $2 AND auto_renewal_enabled AND $13::boolean
      RETURNING id
    )
    SELECT ARRAY(SELECT item_type_id FROM stored) AS stored_types, EXISTS (SELECT FROM renewal) AS auto_renewal_disabled`,
};
