import { type RowOf, statement, types } from '#platform/database';
import type { PostalAddress } from '#domains/shipping';
import { DUE_SQL } from '../order.entity';
import { LACKS_ADDRESS, LACKS_OPTION } from '../parcel-conditions';

/** An item of a parcel; `option` is the chosen one, or that of the frozen parcel. */
export interface ParcelItem {
  readonly name: string;
  readonly option: string | null;
}

/** The primary address of customer `o.customer_id`. */
const PRIMARY = `
  (SELECT jsonb_build_object(
     'first_name', a.first_name, 'last_name', a.last_name, 'address', a.address, 'address_2', a.address_2,
     'city', a.city, 'state', a.state, 'postal_code', a.postal_code, 'country', a.country)
   FROM shipping_addresses a WHERE a.fanclub_id = o.fanclub_id AND a.customer_id = o.customer_id)`;

/** The option that the customer has chosen for item `i` of parcel `h`, whose package has the item at the same place or by name. */
const CHOSEN = `
  (SELECT t.name FROM (
     SELECT pi.name, pi.item_type_id, row_number() OVER (ORDER BY pi.position, pi.id) - 1 AS place
     FROM packages k JOIN package_items pi ON pi.fanclub_id = k.fanclub_id AND pi.package_id = k.id
     WHERE k.fanclub_id = o.fanclub_id AND k.plan_id = o.plan_id
   ) pi
   JOIN item_selections x
     ON x.fanclub_id = o.fanclub_id AND x.customer_id = o.customer_id AND x.item_type_id = pi.item_type_id
   JOIN item_options t ON t.fanclub_id = x.fanclub_id AND t.id = x.item_option_id
   WHERE pi.name = i.name ORDER BY (pi.place = i.position) DESC LIMIT 1)`;

const PARCEL = {
  id: types.bigint,
  orderId: types.bigint,
  customerId: types.bigint,
  email: types.text.orNull,
  firstName: types.text.orNull,
  planId: types.bigint,
  planName: types.text,
  /** Null: waits. */
  shipDate: types.date.orNull,
  trackingUrl: types.text.orNull,
  /** The frozen address, or where a waiting parcel would go. */
  address: types.jsonb<PostalAddress>().orNull,
  lacksOption: types.boolean,
  /** Null: in no packing list. */
  batchId: types.bigint.orNull,
  items: types.jsonb<readonly ParcelItem[]>(),
  createdAt: types.timestamptz,
};

const PARCELS = `
  SELECT h.id, o.id AS "orderId", c.id AS "customerId", c.email, c.first_name AS "firstName", p.id AS "planId",
         p.name AS "planName", h.ship_date AS "shipDate", h.tracking_url AS "trackingUrl",
         coalesce(h.shipping_address, CASE WHEN h.ship_date IS NULL THEN ${PRIMARY} END) AS address,
         h.ship_date IS NULL AND b.id IS NULL AND ${LACKS_OPTION} AS "lacksOption", b.batch_id AS "batchId",
         coalesce((SELECT jsonb_agg(jsonb_build_object('name', i.name, 'option', coalesce(i.option,
             CASE WHEN h.ship_date IS NULL AND b.id IS NULL THEN ${CHOSEN} END)) ORDER BY i.position, i.id)
           FROM shipment_items i WHERE i.fanclub_id = h.fanclub_id AND i.shipment_id = h.id), '[]') AS items,
         h.created_at AS "createdAt"
  FROM shipments h
  JOIN orders o ON o.fanclub_id = h.fanclub_id AND o.id = h.order_id
  JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
  JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
  LEFT JOIN batch_parcels b ON b.fanclub_id = h.fanclub_id AND b.shipment_id = h.id`;

/** Parcels of these ids, in no order. */
export const FIND_PARCELS = statement('parcels.find', {
  params: { fanclub: types.bigint, ids: types.array(types.bigint) },
  row: PARCEL,
  text: `${PARCELS} WHERE h.fanclub_id = $fanclub AND h.id = ANY ($ids)`,
});

export type ParcelRow = RowOf<typeof FIND_PARCELS>;

/** The parcels of orders, by id. */
export const PARCELS_OF_ORDERS = statement('parcels.of_orders', {
  params: { fanclub: types.bigint, orders: types.array(types.bigint) },
  row: PARCEL,
  text: `${PARCELS} WHERE h.fanclub_id = $fanclub AND h.order_id = ANY ($orders) ORDER BY h.id`,
});

/** The parcels of a packing list, by id. */
export const PARCELS_OF_BATCH = statement('parcels.of_batch', {
  params: { fanclub: types.bigint, batch: types.bigint },
  row: PARCEL,
  text: `${PARCELS} WHERE h.fanclub_id = $fanclub AND b.batch_id = $batch ORDER BY h.id`,
});

/**
 * Adds waiting parcels without an issue to a packing list. The unique key excludes those that a concurrent packing list takes. Waits
 * for parcels that are being marked as shipped, and excludes them.
 */
export const FILL_BATCH = statement('parcels.fill_batch', {
  params: {
    fanclub: types.bigint,
    batch: types.bigint,
    /** Null: of all plans. */
    plan: types.bigint.orNull,
    /** Null: all parcels. */
    ids: types.array(types.bigint).orNull,
    now: types.timestamptz,
    limit: types.bigint,
  },
  row: { id: types.bigint },
  text: `
    WITH free AS (
      SELECT h.fanclub_id, h.id
      FROM shipments h
      JOIN orders o ON o.fanclub_id = h.fanclub_id AND o.id = h.order_id
      JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
      WHERE h.fanclub_id = $fanclub AND h.ship_date IS NULL AND ${DUE_SQL} AND NOT ${LACKS_ADDRESS} AND NOT ${LACKS_OPTION}
        AND ($plan::bigint IS NULL OR o.plan_id = $plan) AND ($ids::bigint[] IS NULL OR h.id = ANY ($ids))
        AND NOT EXISTS (SELECT FROM batch_parcels b WHERE b.fanclub_id = h.fanclub_id AND b.shipment_id = h.id)
      ORDER BY h.id LIMIT $limit
      FOR NO KEY UPDATE OF h
    )
    INSERT INTO batch_parcels (fanclub_id, batch_id, shipment_id, created_at, updated_at)
    SELECT fanclub_id, $batch, id, $now, $now FROM free ORDER BY id
    ON CONFLICT (shipment_id) DO NOTHING
    RETURNING shipment_id AS id`,
});

/** Copies the present addresses to parcels without address. */
export const FREEZE_ADDRESSES = statement('parcels.freeze_addresses', {
  params: { fanclub: types.bigint, ids: types.array(types.bigint), now: types.timestamptz },
  text: `
    UPDATE shipments h SET shipping_address = ${PRIMARY}, updated_at = $now
    FROM orders o
    WHERE h.fanclub_id = $fanclub AND h.id = ANY ($ids) AND h.shipping_address IS NULL
      AND o.fanclub_id = h.fanclub_id AND o.id = h.order_id`,
});

/** Copies the present choices to items without option. */
export const FREEZE_OPTIONS = statement('parcels.freeze_options', {
  params: { fanclub: types.bigint, ids: types.array(types.bigint), now: types.timestamptz },
  text: `
    UPDATE shipment_items i SET option = ${CHOSEN}, updated_at = $now
    FROM shipments h, orders o
    WHERE h.fanclub_id = $fanclub AND h.id = ANY ($ids) AND i.fanclub_id = h.fanclub_id AND i.shipment_id = h.id
      AND i.option IS NULL AND o.fanclub_id = h.fanclub_id AND o.id = h.order_id`,
});

/** Locks parcels until the end of the transaction, and returns which orders are due. */
export const HOLD_PARCELS = statement('parcels.hold', {
  params: { fanclub: types.bigint, ids: types.array(types.bigint) },
  row: { id: types.bigint, shipDate: types.date.orNull, trackingUrl: types.text.orNull, due: types.boolean },
  text: `
    SELECT h.id, h.ship_date AS "shipDate", h.tracking_url AS "trackingUrl", ${DUE_SQL} AS due
    FROM shipments h
    JOIN orders o ON o.fanclub_id = h.fanclub_id AND o.id = h.order_id
    JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
    WHERE h.fanclub_id = $fanclub AND h.id = ANY ($ids) ORDER BY h.id FOR NO KEY UPDATE OF h`,
});

/** Marks parcels as shipped. The arrays have the same order. */
export const SHIP_PARCELS = statement('parcels.ship', {
  params: {
    fanclub: types.bigint,
    ids: types.array(types.bigint),
    days: types.array(types.text),
    /** Empty: none. */
    urls: types.array(types.text),
    now: types.timestamptz,
  },
  text: `
    UPDATE shipments h SET ship_date = sent.day::date, tracking_url = nullif(sent.url, ''), updated_at = $now
    FROM unnest($ids::bigint[], $days::text[], $urls::text[]) AS sent (id, day, url)
    WHERE h.fanclub_id = $fanclub AND h.id = sent.id`,
});

export const ADD_BATCH = statement('parcels.add_batch', {
  params: { fanclub: types.bigint, staff: types.bigint, now: types.timestamptz },
  row: { id: types.bigint },
  text: `
    INSERT INTO parcel_batches (fanclub_id, staff_id, created_at, updated_at) VALUES ($fanclub, $staff, $now, $now)
    RETURNING id`,
});

/** Packing lists of these ids, in no order. */
export const FIND_BATCHES = statement('parcels.find_batches', {
  params: { fanclub: types.bigint, ids: types.array(types.bigint) },
  row: {
    id: types.bigint,
    createdAt: types.timestamptz,
    by: types.text.orNull,
    parcels: types.integer,
    shipped: types.integer,
  },
  text: `
    SELECT b.id, b.created_at AS "createdAt", s.name AS by, count(h.id)::integer AS parcels,
           count(h.ship_date)::integer AS shipped
    FROM parcel_batches b
    LEFT JOIN staff s ON s.id = b.staff_id
    LEFT JOIN batch_parcels x ON x.fanclub_id = b.fanclub_id AND x.batch_id = b.id
    LEFT JOIN shipments h ON h.fanclub_id = x.fanclub_id AND h.id = x.shipment_id
    WHERE b.fanclub_id = $fanclub AND b.id = ANY ($ids) GROUP BY b.id, s.name`,
});
