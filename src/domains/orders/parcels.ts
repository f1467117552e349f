import { type Statements, statement, types } from '#platform/database';

/** Adds a shipment with the items of the plan's package. Their options are chosen later. */
export const QUEUE_PARCEL = statement('parcels.queue', {
  params: { fanclub: types.bigint, order: types.bigint, plan: types.bigint, now: types.timestamptz },
  text: `
    WITH parcel AS (
      INSERT INTO shipments (fanclub_id, order_id, created_at, updated_at)
      SELECT k.fanclub_id, $order, $now, $now FROM packages k WHERE k.fanclub_id = $fanclub AND k.plan_id = $plan
      RETURNING id
    )
    INSERT INTO shipment_items (fanclub_id, shipment_id, name, thumbnail, position, created_at, updated_at)
    SELECT i.fanclub_id, parcel.id, i.name, i.thumbnail, row_number() OVER (ORDER BY i.position, i.id) - 1, $now, $now
    FROM parcel, packages k
    JOIN package_items i ON i.fanclub_id = k.fanclub_id AND i.package_id = k.id
    WHERE k.fanclub_id = $fanclub AND k.plan_id = $plan`,
});

/** Deletes the parcels of an order that were not sent. */
export const CANCEL_PARCELS = statement('parcels.cancel', {
  params: { fanclub: types.bigint, order: types.bigint },
  text: `DELETE FROM shipments WHERE fanclub_id = $fanclub AND order_id = $order AND ship_date IS NULL`,
});

/** The parcel of an order. */
export interface NewParcel {
  readonly order: number;
  readonly plan: number;
}

/** Queues the package of a plan as a parcel. Its options are chosen later. */
export async function queue(tx: Statements, fanclub: number, parcel: NewParcel, now: Date): Promise<void> {
  await tx.run(QUEUE_PARCEL, { fanclub, ...parcel, now });
}

/** Cancels the parcels of an order that were not sent. */
export async function cancel(tx: Statements, fanclub: number, order: number): Promise<void> {
  await tx.run(CANCEL_PARCELS, { fanclub, order });
}
