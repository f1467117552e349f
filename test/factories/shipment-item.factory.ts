import type { Shipment, ShipmentItem } from '../../src/domains/orders';
import type { New, Seed } from './seed';

export interface ShipmentItemInput extends Partial<ShipmentItem> {
  shipment: Shipment;
}

/** What is in a parcel. */
export function shipmentItemFactory(
  { n }: Seed,
  { shipment, ...overrides }: ShipmentItemInput,
): New<ShipmentItem> {
  return {
    fanclubId: shipment.fanclubId,
    shipmentId: shipment.id,
    name: `Item ${n}`,
    thumbnail: null,
    option: null,
    position: n,
    ...overrides,
  };
}
