import { COMPLETED_SQL } from '#domains/orders/order.entity';
import { withVisit } from '#platform/access';
import { type RowOf, statement, types } from '#platform/database';
import type { PostalAddress } from './postal-address';

/** The row `a` of shipping_addresses as a {@link PostalAddress}. */
const ADDRESS = `jsonb_build_object(
  'first_name', a.first_name, 'last_name', a.last_name, 'address', a.address, 'address_2', a.address_2,
  'city', a.city, 'state', a.state, 'postal_code', a.postal_code, 'country', a.country)`;

/** The types of {@link shippingFacts}. */
export const shippingFactsRow = {
  primaryAddress: types.jsonb<PostalAddress>().orNull,
  /** Item types of which the customer has chosen an option. `chosenOptions` has the options in the same order. */
  chosenTypes: types.array(types.bigint),
  chosenOptions: types.array(types.bigint),
};

/** Columns with the primary address and the choices of `$customer`, for any statement. */
export const shippingFacts = `
  (SELECT ${ADDRESS} FROM shipping_addresses a WHERE a.fanclub_id = $fanclub AND a.customer_id = $customer)
    AS "primaryAddress",
  ARRAY(SELECT x.item_type_id FROM item_selections x
     WHERE x.fanclub_id = $fanclub AND x.customer_id = $customer ORDER BY x.item_type_id) AS "chosenTypes",
  ARRAY(SELECT x.item_option_id FROM item_selections x
     WHERE x.fanclub_id = $fanclub AND x.customer_id = $customer ORDER BY x.item_type_id) AS "chosenOptions"`;

/** The address and choices of a customer, and the plans of their queued shipments. Always one row. */
export const FIND_SHIPPING_FACTS = statement('shipping.find', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: {
    ...shippingFactsRow,
    /** The plans of completed orders with a queued shipment, by the first such order. */
    queuedPlans: types.array(types.bigint),
  },
  text: `
    SELECT ${shippingFacts},
           ARRAY(SELECT o.plan_id FROM orders o
              JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
              WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer
                AND ${COMPLETED_SQL}
                AND EXISTS (SELECT FROM shipments h
                            WHERE h.fanclub_id = o.fanclub_id AND h.order_id = o.id AND h.ship_date IS NULL)
              GROUP BY o.plan_id ORDER BY min(o.id)) AS "queuedPlans"`,
});

export const SHIPPING_WITH_VISIT = statement('shipping.find_with_visit', withVisit(FIND_SHIPPING_FACTS));

export type ShippingFacts = RowOf<typeof FIND_SHIPPING_FACTS>;

/** All item types of a fan club with their options, also those that no package asks for. */
export const LIST_ITEM_TYPES = statement('shipping.item_types', {
  params: { fanclub: types.bigint },
  row: {
    id: types.bigint,
    /** Called `label` in the API. */
    name: types.text,
    options: types.jsonb<readonly { readonly id: number; readonly name: string }[]>(),
  },
  text: `
    SELECT t.id, t.name,
           coalesce((
             SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) ORDER BY o.position, o.id)
             FROM item_options o WHERE o.fanclub_id = t.fanclub_id AND o.item_type_id = t.id), '[]') AS options
    FROM item_types t
    WHERE t.fanclub_id = $fanclub
    ORDER BY t.id`,
});

export type ItemTypeRow = RowOf<typeof LIST_ITEM_TYPES>;

/** Locks a customer until the end of the transaction, so that updates run one after the other. No row for one who was erased. */
export const LOCK_CUSTOMER = statement('shipping.lock_customer', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { id: types.bigint },
  text: `
    SELECT id FROM customers
    WHERE fanclub_id = $fanclub AND id = $customer AND erased_at IS NULL FOR NO KEY UPDATE`,
});

/** Stores a customer's address and newly chosen options. Options that no longer exist are ignored. */
export const STORE_SHIPPING = statement('shipping.store', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    first_name: types.text,
    last_name: types.text,
    address: types.text,
    address_2: types.text,
    city: types.text,
    state: types.text,
    postal_code: types.text,
    country: types.text,
    /** Item types. `options` has an option of each, in the same order. */
    itemTypes: types.array(types.bigint),
    options: types.array(types.bigint),
  },
  row: {
    /** An item type for which an option was stored. */
    itemTypeId: types.bigint,
  },
  text: `
    WITH address AS (
      INSERT INTO shipping_addresses
        (fanclub_id, customer_id, first_name, last_name, address, address_2, city, state, postal_code, country)
      VALUES ($fanclub, $customer, $first_name, $last_name, $address, $address_2, $city, $state, $postal_code, $country)
      ON CONFLICT (customer_id) DO UPDATE
      SET first_name = excluded.first_name, last_name = excluded.last_name, address = excluded.address,
          address_2 = excluded.address_2, city = excluded.city, state = excluded.state,
          postal_code = excluded.postal_code, country = excluded.country, updated_at = now()
      WHERE shipping_addresses.fanclub_id = $fanclub
    ), chosen AS (
      SELECT o.item_type_id, o.id
      FROM unnest($itemTypes::bigint[], $options::bigint[]) AS choice (item_type_id, option_id)
      JOIN item_options o
        ON o.fanclub_id = $fanclub AND o.item_type_id = choice.item_type_id AND o.id = choice.option_id
      FOR KEY SHARE OF o
    ), stored AS (
      INSERT INTO item_selections (fanclub_id, customer_id, item_type_id, item_option_id)
      SELECT $fanclub, $customer, item_type_id, id FROM chosen
      ON CONFLICT (customer_id, item_type_id) DO UPDATE
      SET item_option_id = excluded.item_option_id, updated_at = now()
      WHERE item_selections.fanclub_id = $fanclub
      RETURNING item_type_id
    )
    SELECT item_type_id AS "itemTypeId" FROM stored`,
});
