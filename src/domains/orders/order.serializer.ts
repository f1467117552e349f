import type { Json } from '#libs/envelope';
import { decimalString, humanDate, humanDay } from '#libs/format';
import { planInOrderJson, type PlanStanding, type PublishedPlan } from '#domains/plans';
import { addressShape } from '#domains/shipping';
import type {
  Backordered,
  BackorderedDetail,
  Order,
  OrderFacts,
  OrderListItem,
  OrderTotals,
  Shipped,
  ShippedDetail,
  ShippedItem,
} from './dto/order.answer';
import { destinationOf, isFree, issuesOf } from './order.rules';
import type { CompletedOrder, ShipmentRow } from './orders.queries';

/** An order with everything that printing it needs. */
export interface PlacedOrder {
  order: CompletedOrder;
  plan: PublishedPlan;
  standing: PlanStanding;
  /** IANA zone of the fan club. */
  timeZone: string;
}

/** An answer whose plan is serialized already. */
type Printed<Answer> = Omit<Answer, 'plan'> & { plan: Json };

/** Prints an order for GET /orders. Its shipments have the number of their items. */
export function orderListItem(placed: PlacedOrder): Printed<OrderListItem> {
  return orderShape(placed, (shipment) => shipmentShape(shipment, shipment.items.length, placed));
}

/** Prints an order for the single-order endpoints, with addresses and the items of its shipments. */
export function orderDetail(placed: PlacedOrder): Printed<Order> {
  const { billingAddress } = placed.order;
  return {
    ...orderShape(placed, (shipment) => shipmentDetail(shipment, placed)),
    billing_address: billingAddress && addressShape(billingAddress),
  };
}

function orderShape<Shape>(
  { order, plan, standing, timeZone }: PlacedOrder,
  print: (shipment: ShipmentRow) => Shape,
): Printed<OrderFacts> & { shipments?: Shape[] } {
  return {
    id: order.id,
    customer_id: order.customerId,
    plan: planInOrderJson(plan, standing),
    totals: isFree(order, plan) ? null : totals(order),
    created_at: humanDate(order.createdAt, timeZone),
    paid_at: humanDate(order.completedAt, timeZone),
    refunded_at: order.refundedAt && humanDate(order.refundedAt, timeZone),
    ...(plan.package && { shipments: order.shipments.map(print) }),
  };
}

function totals({ shipping, discount, subtotal, total }: CompletedOrder): OrderTotals | null {
  if (shipping === null || discount === null || subtotal === null || total === null) return null;
  return {
    shipping: decimalString(shipping),
    discount: decimalString(discount),
    subtotal: decimalString(subtotal),
    total: decimalString(total),
  };
}

/** A parcel with its items as the answer shows them: their number, or a list. */
type WithItems<Parcel, Items> = Omit<Parcel, 'items'> & { items: Items };

function shipmentShape<Items extends number | ShippedItem[]>(
  shipment: ShipmentRow,
  items: Items,
  { order, plan }: PlacedOrder,
): WithItems<Shipped, Items> | WithItems<Backordered, Items> {
  const { shipDate, trackingUrl } = shipment;
  if (shipDate === null) {
    const issues = issuesOf(destinationOf(shipment, order), plan, order.chosenTypes);
    return { status: 'Backordered', items, issues };
  }
  return {
    status: `Shipped on ${humanDay(shipDate)}`,
    ship_date: shipDate,
    tracking_url: trackingUrl,
    items,
  };
}

function shipmentDetail(shipment: ShipmentRow, placed: PlacedOrder): ShippedDetail | BackorderedDetail {
  const items = shipment.items.map(({ name, thumbnail, option }) => ({ name, thumbnail, option }));
  const address = destinationOf(shipment, placed.order);
  return {
    ...shipmentShape(shipment, items, placed),
    shipping_address: address && addressShape(address),
  };
}
