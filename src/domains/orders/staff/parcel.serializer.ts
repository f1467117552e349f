import { isoUtc } from '#libs/format';
import type { Cells } from '#libs/csv';
import { addressShape, type PostalAddress } from '#domains/shipping';
import type { RowOf } from '#platform/database';
import type { FIND_BATCHES, ParcelRow } from './parcels.queries';

/** The audience: fulfilment, support and managers see addresses; viewers do not. */
export type ParcelAudience = 'full' | 'masked';

const stateOf = ({ shipDate, batchId }: ParcelRow): 'waiting' | 'batched' | 'shipped' =>
  shipDate !== null ? 'shipped' : batchId !== null ? 'batched' : 'waiting';

/** What a parcel waits for. */
export function issuesOfParcel({ shipDate, address, lacksOption }: ParcelRow): ('address' | 'option')[] {
  if (shipDate !== null) return [];
  return [...(address === null ? (['address'] as const) : []), ...(lacksOption ? (['option'] as const) : [])];
}

export function parcelShape(row: ParcelRow, audience: ParcelAudience) {
  return {
    id: row.id,
    order_id: row.orderId,
    member_id: row.customerId,
    plan: { id: row.planId, name: row.planName },
    state: stateOf(row),
    issues: issuesOfParcel(row),
    ship_date: row.shipDate,
    tracking_url: row.trackingUrl,
    batch_id: row.batchId,
    country: row.address?.country ?? null,
    address: audience === 'full' && row.address ? addressShape(row.address) : null,
    items: row.items.map(({ name, option }) => ({ name, option })),
    created_at: isoUtc(row.createdAt),
  };
}

export function batchShape(row: RowOf<typeof FIND_BATCHES>) {
  return {
    id: row.id,
    created_at: isoUtc(row.createdAt),
    by: row.by,
    parcels: row.parcels,
    shipped: row.shipped,
    waiting: row.parcels - row.shipped,
  };
}

const ADDRESS_LINES = ['address', 'address_2', 'city', 'state', 'postal_code', 'country'] as const;

/** The headings of a packing list whose largest parcel has this number of items. */
export function packingHeadings(parcels: readonly ParcelRow[]): string[] {
  const most = parcels.reduce((count, { items }) => Math.max(count, items.length), 0);
  const items = Array.from({ length: most }, (_, n) => [`item ${n + 1}`, `option ${n + 1}`]).flat();
  return ['shipment_id', 'order_id', 'name', ...ADDRESS_LINES, 'email', ...items, 'batch'];
}

/** A row of a packing list. */
export function packingCells(row: ParcelRow): Cells {
  const items = row.items.flatMap(({ name, option }, n) => [
    [`item ${n + 1}`, name],
    [`option ${n + 1}`, option ?? ''],
  ]);
  return {
    shipment_id: String(row.id),
    order_id: String(row.orderId),
    name: nameOf(row.address),
    ...Object.fromEntries(ADDRESS_LINES.map((line) => [line, row.address?.[line] ?? ''])),
    email: row.email ?? '',
    ...(Object.fromEntries(items) as Cells),
    batch: String(row.batchId ?? ''),
  };
}

export const nameOf = (address: PostalAddress | null): string =>
  address === null ? '' : `${address.first_name} ${address.last_name}`.trim();
