import { type RowOf, statement, types } from '#platform/database';
import type { PostalAddress } from './postal-address';

/** A {@link PostalAddress} made of the row `a` of shipping_addresses. */
const ADDRESS = `jsonb_build_object(
  'first_name', a.first_name, 'last_name', a.last_name, 'address', a.address, 'address_2', a.address_2,
  'city', a.city, 'state', a.state, 'postal_code', a.postal_code, 'country', a.country)`;

/** The types of {@link shippingFacts}. */
export const shippingFactsRow = {
  primaryAddress: types.jsonb<PostalAddress>().orNull,
  /** The item types of which the customer has chosen an option, and those options in the same order. */
  chosenTypes: types.array(types.bigint),
  chosenOptions: types.array(types.bigint),
};

/** Columns with the primary address and the choices of `$customer`. They need no table of the statement. */
export const shippingFacts = `
  (SELECT ${ADDRESS} FROM shipping_addresses a WHERE a.fanclub_id = $fanclub AND a.customer_id = $customer)
    AS "primaryAddress",
  ARRAY(SELECT x.item_type_id FROM item_selections x
     WHERE x.fanclub_id = $fanclub AND x.customer_id = $customer ORDER BY x.item_type_id) AS "chosenTypes",
  ARRAY(SELECT x.item_option_id FROM item_selections x
     WHERE x.fanclub_id = $fanclub AND x.customer_id = $customer ORDER BY x.item_type_id) AS "chosenOptions"`;

/** The address and choices of a customer, and the plans of their queued parcels. Always one row. */
export const FIND_SHIPPING_FACTS = statement('shipping.find', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: {
    ...shippingFactsRow,
    /** The plans of completed orders (decisions 5.8) with a parcel still to be sent, by the first such order. */
    queuedPlans: types.array(types.bigint),
  },
  text: `
    SELECT ${shippingFacts},
           ARRAY(SELECT o.plan_id FROM orders o
              JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
              WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer
                AND (o.paid_at IS NOT NULL
                     OR (o.checkout_reference IS NULL AND p.price = 0 AND coalesce(o.total, 0) = 0))
                AND EXISTS (SELECT FROM shipments h
                            WHERE h.fanclub_id = o.fanclub_id AND h.order_id = o.id AND h.ship_date IS NULL)
              GROUP BY o.plan_id ORDER BY min(o.id)) AS "queuedPlans"`,
});

/** A row of {@link FIND_SHIPPING_FACTS}. */
export type Recipient = RowOf<typeof FIND_SHIPPING_FACTS>;

/** A kind of choice with its options. */
export interface ItemTypeFacts {
  readonly id: number;
  /** The API's `label`. */
  readonly name: string;
  readonly options: readonly { readonly id: number; readonly name: string }[];
}

/** The plans of a fan club whose packages ask for a choice; each item type once, at its first place. */
export const LIST_PACKAGE_CHOICES = statement('shipping.choices', {
  params: { fanclub: types.bigint },
  row: { planId: types.bigint, itemTypes: types.jsonb<readonly ItemTypeFacts[]>() },
  text: `
    SELECT c.plan_id AS "planId",
           jsonb_agg(jsonb_build_object(
             'id', t.id, 'name', t.name,
             'options', coalesce((
               SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) ORDER BY o.position, o.id)
               FROM item_options o WHERE o.fanclub_id = t.fanclub_id AND o.item_type_id = t.id), '[]')
           ) ORDER BY c.position, c.first_item_id) AS "itemTypes"
    FROM (
      SELECT DISTINCT ON (k.plan_id, i.item_type_id) k.plan_id, i.item_type_id, i.position, i.id AS first_item_id
      FROM packages k
      JOIN package_items i ON i.fanclub_id = k.fanclub_id AND i.package_id = k.id
      WHERE k.fanclub_id = $fanclub AND i.item_type_id IS NOT NULL
      ORDER BY k.plan_id, i.item_type_id, i.position, i.id
    ) c
    JOIN item_types t ON t.fanclub_id = $fanclub AND t.id = c.item_type_id
    GROUP BY c.plan_id`,
});

/** What the package of a plan lets its customers choose. */
export type PackageChoices = RowOf<typeof LIST_PACKAGE_CHOICES>;

/** All item types of a fan club, whether a package asks for them or not. */
export const LIST_ITEM_TYPES = statement('shipping.item_types', {
  params: { fanclub: types.bigint },
  row: { id: types.bigint, name: types.text, options: types.jsonb<ItemTypeFacts['options']>() },
  text: `
    SELECT t.id, t.name,
           coalesce((
             SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) ORDER BY o.position, o.id)
             FROM item_options o WHERE o.fanclub_id = t.fanclub_id AND o.item_type_id = t.id), '[]') AS options
    FROM item_types t
    WHERE t.fanclub_id = $fanclub
    ORDER BY t.id`,
});

/** Locks a customer until the end of the transaction, so that updates run one after the other. */
export const HOLD_RECIPIENT = statement('shipping.hold_customer', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { id: types.bigint },
  text: `SELECT id FROM customers WHERE fanclub_id = $fanclub AND id = $customer FOR NO KEY UPDATE`,
});

/** Stores a customer's address and newly chosen options. An option that does not exist any more is left out. */
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
    /** Item types, and options of them in the same order. */
    itemTypes: types.array(types.bigint),
    options: types.array(types.bigint),
    /** Whether auto renewal ends, if it is on. */
    endsAutoRenewal: types.boolean,
  },
  row: {
    /** Item types for which an option was stored. */
    storedTypes: types.array(types.bigint),
    autoRenewalDisabled: types.boolean,
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
      RETURNING item_type_id
    ), renewal AS (
      UPDATE customers SET auto_renewal_enabled = false, updated_at = now()
      WHERE fanclub_id = $fanclub AND id = $customer AND auto_renewal_enabled AND $endsAutoRenewal::boolean
      RETURNING id
    )
    SELECT ARRAY(SELECT item_type_id FROM stored) AS "storedTypes",
           EXISTS (SELECT FROM renewal) AS "autoRenewalDisabled"`,
});
