import { compare } from '#libs/money';
import type { Statements } from '#platform/database';
import type { OrderKind } from '#domains/orders/order.entity';
import type { PublishedPlan } from '#domains/plans';
import type { PostalAddress } from '#domains/shipping';
import type { Buyer } from './buyers';
import {
  ADD_SUBSCRIPTION,
  CANCEL_SUBSCRIPTION,
  COUNT_RENEWAL,
  QUEUE_SHIPMENT,
  QUEUE_SUBSCRIPTION,
} from './checkout.queries';
import { type CheckoutStanding, type Term, termOf } from './checkout.rules';
import { COMPLETE_ORDER, NEXT_RECEIPT } from './placed-orders.queries';

/** The amounts of an order, as decimal strings in the fan club's currency. */
export interface Amounts {
  readonly shipping: string;
  readonly discount: string;
  readonly subtotal: string;
  readonly total: string;
}

/** An order that was placed, with everything that completing it needs. */
export interface OrderToComplete {
  readonly id: number;
  readonly fanclubId: number;
  /** Null: a free plan. */
  readonly total: string | null;
  readonly buyer: Buyer;
  readonly plan: PublishedPlan;
  /** Before the order. */
  readonly standing: CheckoutStanding;
  /** As which it is fulfilled; by default as it was placed. */
  readonly kind?: OrderKind;
  readonly billingAddress?: PostalAddress | null;
  readonly now: Date;
  /** When the subscription starts and ends; by default {@link termOf} says. */
  readonly term?: Term;
}

/** What completing an order did. */
export interface Completed {
  /** The number of the receipt; null: nothing was paid. */
  readonly receipt: number | null;
  readonly term: Term;
}

/**
 * Completes an order, free or paid: adds the subscription, or queues it, and queues the plan's package as a shipment. What replaces
 * a subscription cancels it. `tx` must hold a lock on the buyer.
 * @throws Error if the order is complete already, which callers know from their lock
 */
export async function completeOrder(tx: Statements, order: OrderToComplete): Promise<Completed> {
  const { id, fanclubId, buyer, plan, standing, now } = order;
  const key = { fanclub: fanclubId, order: id };
  const isPaidFor = order.total !== null && compare(order.total, '0') > 0;
  const receipt = isPaidFor ? (await tx.first(NEXT_RECEIPT, { fanclub: fanclubId }))!.number : null;
  const billingAddress = order.billingAddress ? JSON.stringify(order.billingAddress) : null;
  if (
    (await tx.run(COMPLETE_ORDER, { ...key, now, receipt, billingAddress, kind: order.kind ?? null })) === 0
  )
    throw new Error(`order ${id} was paid before`);
  const { membership } = buyer;
  const term = order.term ?? termOf(plan, standing, membership, now);
  const replaces = standing.upgrade || (standing.conversion && !term.isQueued);
  if (replaces && membership)
    await tx.run(CANCEL_SUBSCRIPTION, { fanclub: fanclubId, subscription: membership.subscriptionId, now });
  const bought = { ...key, customer: buyer.id, plan: plan.id, now, start: term.start, end: term.end };
  if (term.isQueued) await tx.run(QUEUE_SUBSCRIPTION, bought);
  else {
    const salesPeriod = plan.salesPeriod?.id ?? null;
    await tx.run(ADD_SUBSCRIPTION, { ...bought, salesPeriod, trial: plan.trial });
  }
  if (standing.renewal && plan.id === buyer.lockedPlanId)
    await tx.run(COUNT_RENEWAL, { fanclub: fanclubId, customer: buyer.id, now });
  if (plan.package) await tx.run(QUEUE_SHIPMENT, { fanclub: fanclubId, order: id, plan: plan.id, now });
  return { receipt, term };
}
