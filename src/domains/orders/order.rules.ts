import { isZero } from '#libs/format';
import type { CataloguePlan } from '#domains/plans';
import type { PostalAddress } from '#domains/shipping';

/** Why a queued shipment has to wait for the customer (specification, Shipment issue values). */
export type ShipmentIssue = 'missing_shipment_address' | 'missing_required_option';

/** What the customer has on file today. */
export interface CustomerOnFile {
  /** The primary shipping address; null without one. */
  address: PostalAddress | null;
  /** Ids of the item types of which the customer has chosen an option. */
  chosenTypes: readonly number[];
}

/** The amounts of an order, decimal strings: all four or none. */
export interface OrderAmounts {
  shipping: string | null;
  discount: string | null;
  subtotal: string | null;
  total: string | null;
}

/** Where a queued shipment will go: its own address, else the customer's primary one as of today; null without either. */
export function destinationOf(own: PostalAddress | null, customer: CustomerOnFile): PostalAddress | null {
  return own ?? customer.address;
}

/** What keeps a queued shipment of a plan's package from being sent (decisions 5.12); empty if nothing does. */
export function issuesOf(
  own: PostalAddress | null,
  plan: CataloguePlan,
  customer: CustomerOnFile,
): ShipmentIssue[] {
  const issues: ShipmentIssue[] = [];
  if (destinationOf(own, customer) === null) issues.push('missing_shipment_address');
  if (lacksRequiredOption(plan, customer)) issues.push('missing_required_option');
  return issues;
}

/** Whether nothing was to be paid: a free plan, and no amount either (decisions 5.8). */
export function isFree({ total }: OrderAmounts, plan: CataloguePlan): boolean {
  return isZero(plan.price) && isZero(total ?? '0');
}

function lacksRequiredOption(plan: CataloguePlan, { chosenTypes }: CustomerOnFile): boolean {
  const items = plan.package?.items ?? [];
  return items.some(
    ({ itemTypeId, required }) => required && itemTypeId !== null && !chosenTypes.includes(itemTypeId),
  );
}
