import type { Order, Shipment } from '../../src/domains/orders';
import { dateOf, daysFrom, type New, type Seed } from './seed';

export interface ShipmentInput extends Partial<Shipment> {
  order: Order;
}

/** A parcel shipped five days ago. With `shipDate: null` it is queued, and has no address to track it by. */
export function shipmentFactory({ n, now }: Seed, { order, ...overrides }: ShipmentInput): New<Shipment> {
  const queued = overrides.shipDate === null;
  return {
    fanclubId: order.fanclubId,
    orderId: order.id,
    shipDate: dateOf(daysFrom(now, -5)),
    trackingUrl: queued ? null : `https://carrier.example.test/parcels/${n}`,
    shippingAddress: null,
    position: n,
    ...overrides,
  };
}
