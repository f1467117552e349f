import { isZero } from '#libs/format';
import type { PublishedPlan } from '#domains/plans';
import type { PostalAddress } from '#domains/shipping';
import type { Order } from './order.entity';
import type { CompletedOrder, ShipmentRow } from './orders.queries';

/** Why a queued shipment waits for the customer (contract 5.12). */
export type ShipmentIssue = 'missing_shipment_address' | 'missing_required_option';

/** Where a shipment went or will go. A queued shipment without an address goes to the customer's present primary address. */
export function destinationOf(
  { shipDate, shippingAddress }: Pick<ShipmentRow, 'shipDate' | 'shippingAddress'>,
  { primaryAddress }: Pick<CompletedOrder, 'primaryAddress'>,
): PostalAddress | null {
  return shippingAddress ?? (shipDate === null ? primaryAddress : null);
}

/**
 * What a queued shipment waits for (contract 5.12).
 * @param chosenTypes the item types of which the customer has chosen an option
 */
export function issuesOf(
  destination: PostalAddress | null,
  plan: PublishedPlan,
  chosenTypes: readonly number[],
): ShipmentIssue[] {
  const issues: ShipmentIssue[] = [];
  if (destination === null) issues.push('missing_shipment_address');
  const isChosen = (type: number | null): boolean => type === null || chosenTypes.includes(type);
  const items = plan.package?.items ?? [];
  if (items.some(({ itemTypeId, required }) => required && !isChosen(itemTypeId))) {
    issues.push('missing_required_option');
  }
  return issues;
}

/** Whether the plan is free and the order has no amount either (contract 5.8). */
export function isFree({ total }: Pick<Order, 'total'>, plan: Pick<PublishedPlan, 'price'>): boolean {
  return isZero(plan.price) && isZero(total ?? '0');
}

/** Whether an order is completed: paid, or free and placed (contract 5.8). The same as `COMPLETED_SQL`. */
export function isCompleted(
  order: Pick<Order, 'paidAt' | 'checkoutReference' | 'total'>,
  plan: Pick<PublishedPlan, 'price'>,
): boolean {
  return order.paidAt !== null || (order.checkoutReference === null && isFree(order, plan));
}

/** Whether an order of the checkout is open: it waits for its payment. The same as `OPEN_SQL`. */
export function isOpen({ paidAt, closedAt, total }: Pick<Order, 'paidAt' | 'closedAt' | 'total'>): boolean {
  return paidAt === null && closedAt === null && !isZero(total ?? '0');
}
