import { decimalString, humanDate, humanDay } from '#libs/format';
import { type CataloguePlan, planInOrder, type PlanInOrder, type PlanStanding } from '#domains/plans';
import { addressShape, type PostalAddress } from '#domains/shipping';
import { type CustomerOnFile, destinationOf, isFree, issuesOf, type ShipmentIssue } from './order.rules';
import type { CompletedOrder, ShipmentFacts, ShipmentItemFacts } from './orders.queries';

/** An order with everything that printing it needs. */
export interface PlacedOrder {
  order: CompletedOrder;
  plan: CataloguePlan;
  standing: PlanStanding;
  /** IANA zone of the fan club. */
  timeZone: string;
}

/** What the specification's "Order" shows everywhere; dates read `January 30, 2013`, in the fan club's zone. */
interface OrderShape<Shipment> {
  id: number;
  customer_id: number;
  plan: PlanInOrder;
  /** Decimal strings; null for free plans. */
  totals: { shipping: string; discount: string; subtotal: string; total: string } | null;
  created_at: string;
  paid_at: string;
  refunded_at: string | null;
  /** Absent when the plan has no package. */
  shipments?: Shipment[];
}

/** An order in GET /orders. */
export type OrderListed = OrderShape<ShipmentShape<number>>;

/** An order of the single-order endpoints. */
export interface OrderInDetail extends OrderShape<ShipmentInDetail> {
  /** Null where none was asked for. */
  billing_address: PostalAddress | null;
}

/** The specification's "Shipment"; what only shipped or only queued ones have is absent from the others. */
type ShipmentShape<Items> =
  | { status: string; ship_date: string; tracking_url: string | null; items: Items }
  | { status: string; items: Items; issues: ShipmentIssue[] };

/** A shipment of the single-order endpoints. */
type ShipmentInDetail = ShipmentShape<ShipmentItemFacts[]> & {
  /** Null for a queued shipment that has nowhere to go, and for a shipped one of which it was not kept. */
  shipping_address: PostalAddress | null;
};

/** Prints an order for GET /orders: its shipments tell how many items they hold. */
export function orderListed(placed: PlacedOrder): OrderListed {
  return orderShape(placed, (shipment) => shipmentShape(shipment, shipment.items.length, placed));
}

/** Prints an order for the single-order endpoints, with addresses and the items of its shipments. */
export function orderInDetail(placed: PlacedOrder): OrderInDetail {
  const { billingAddress } = placed.order;
  return {
    ...orderShape(placed, (shipment) => shipmentInDetail(shipment, placed)),
    billing_address: billingAddress && addressShape(billingAddress),
  };
}

function orderShape<Shipment>(
  { order, plan, standing, timeZone }: PlacedOrder,
  print: (shipment: ShipmentFacts) => Shipment,
): OrderShape<Shipment> {
  return {
    id: order.id,
    customer_id: order.customerId,
    plan: planInOrder(plan, standing),
    totals: isFree(order, plan) ? null : totals(order),
    created_at: humanDate(order.createdAt, timeZone),
    paid_at: humanDate(order.completedAt, timeZone),
    refunded_at: order.refundedAt && humanDate(order.refundedAt, timeZone),
    ...(plan.package && { shipments: order.shipments.map(print) }),
  };
}

function totals({ shipping, discount, subtotal, total }: CompletedOrder): OrderListed['totals'] {
  if (shipping === null || discount === null || subtotal === null || total === null) return null;
  return {
    shipping: decimalString(shipping),
    discount: decimalString(discount),
    subtotal: decimalString(subtotal),
    total: decimalString(total),
  };
}

function shipmentShape<Items>(
  { shipDate, trackingUrl, shippingAddress }: ShipmentFacts,
  items: Items,
  { order, plan }: PlacedOrder,
): ShipmentShape<Items> {
  if (shipDate === null)
    return { status: 'Backordered', items, issues: issuesOf(shippingAddress, plan, onFile(order)) };
  return {
    status: `Shipped on ${humanDay(shipDate)}`,
    ship_date: shipDate,
    tracking_url: trackingUrl,
    items,
  };
}

function shipmentInDetail(shipment: ShipmentFacts, placed: PlacedOrder): ShipmentInDetail {
  const items = shipment.items.map(({ name, thumbnail, option }) => ({ name, thumbnail, option }));
  const { shipDate, shippingAddress: own } = shipment;
  const address = shipDate === null ? destinationOf(own, onFile(placed.order)) : own;
  return {
    ...shipmentShape(shipment, items, placed),
    shipping_address: address && addressShape(address),
  };
}

function onFile({ primaryAddress: address, chosenTypes }: CompletedOrder): CustomerOnFile {
  return { address, chosenTypes };
}
