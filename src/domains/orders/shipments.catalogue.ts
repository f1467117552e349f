import {
  type ExportedClub,
  type ExportContext,
  fieldsOf,
  format as f,
  itemsOf,
  type LoadContext,
  type Saved,
  saveWhole,
  type TableRules,
  type Whole,
} from '#platform/catalogue';
import { address, type AddressPart, addressShape, type PostalAddress } from '#domains/shipping';
import type { Order } from './order.entity';
import { ShipmentItem, Shipment } from './shipment.entity';

const shipmentItem = f.object('ShipmentItem', {
  name: f.text(),
  thumbnail: f.orNull(f.text()),
  option: f.orNull(f.text()),
});

export const shipment = f.object('Shipment', {
  ship_date: f.orNull(f.day()),
  tracking_url: f.orNull(f.text()),
  shipping_address: f.orNull(address),
  items: f.list(shipmentItem),
});

const SHIPMENTS: TableRules<Shipment> = {
  entity: Shipment,
  tenant: 'fanclubId',
  key: ['fanclubId', 'orderId', 'position'],
  named: { noun: 'position', field: '' },
  history: { shipDate: 'ship_date', trackingUrl: 'tracking_url', shippingAddress: 'shipping_address' },
};

const SHIPMENT_ITEMS: TableRules<ShipmentItem> = {
  entity: ShipmentItem,
  tenant: 'fanclubId',
  key: ['fanclubId', 'shipmentId', 'position'],
  named: { noun: 'position', field: '' },
  history: { name: 'name', thumbnail: 'thumbnail', option: 'option' },
};

type ShipmentPart = f.Read<typeof shipment>;

/** Loads the shipments of orders with their items, which the file gives as a whole. */
export async function loadShipments(
  context: LoadContext,
  fanclubId: number,
  orders: readonly Saved<Order, { shipments?: ShipmentPart[] }>[],
): Promise<void> {
  const listed = orders.filter(({ part }) => part.shipments !== undefined);
  const shipments = await saveWhole(
    context,
    SHIPMENTS,
    { fanclubId, owner: 'orderId', owners: listed, field: 'shipments' },
    itemsOf(listed, 'shipments').map(({ path, part, owner, position }) => ({
      path,
      part,
      values: {
        fanclubId,
        orderId: owner.id,
        shipDate: part.ship_date ?? null,
        trackingUrl: part.tracking_url ?? null,
        shippingAddress: part.shipping_address ? storedAddress(part.shipping_address) : null,
        position,
      },
    })),
  );
  await saveWhole(
    context,
    SHIPMENT_ITEMS,
    { fanclubId, owner: 'shipmentId', owners: shipments, field: 'items' },
    itemsOf(shipments, 'items').map(({ path, part, owner, position }) => ({
      path,
      values: { fanclubId, shipmentId: owner.id, thumbnail: null, option: null, ...part, position },
    })),
  );
}

/** Reads the shipments of orders. Returns a function that gives those of one order. */
export async function exportShipments(
  context: ExportContext,
  club: ExportedClub,
  orders: readonly Order[],
): Promise<(order: number) => Whole<ShipmentPart>[]> {
  const shipmentsOf = await context.owned(Shipment, club, 'orderId', orders, IN_ORDER);
  const shipments = orders.flatMap(({ id }) => shipmentsOf(id));
  const itemsOfShipment = await context.owned(ShipmentItem, club, 'shipmentId', shipments, IN_ORDER);
  return (order) =>
    shipmentsOf(order).map((row) => ({
      ...fieldsOf(shipment.fields, row, ['shipping_address', 'items']),
      shipping_address: row.shippingAddress && addressShape(row.shippingAddress),
      items: itemsOfShipment(row.id).map((item) => fieldsOf(shipmentItem.fields, item)),
    }));
}

const IN_ORDER = { position: 'ASC', id: 'ASC' } as const;

/** The copy of an address that orders and shipments keep; it has all fields. */
export function storedAddress(address: AddressPart): PostalAddress {
  return { ...address, address_2: address.address_2 ?? '' };
}
