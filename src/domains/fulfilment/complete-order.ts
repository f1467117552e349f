import type { Statements } from '#platform/database';
import { customers } from '#domains/accounts';
import { orders, parcels } from '#domains/orders';
import type { OrderKind } from '#domains/orders/order.entity';
import type { PublishedPlan } from '#domains/plans';
import type { PostalAddress } from '#domains/shipping';
import { stock } from '#domains/stock';
import { memberships } from '#domains/subscriptions';
import type { Buyer } from './buyer';
import { type CheckoutStanding, type Term, termOf } from './standing.rules';

/** The amounts of an order, as decimal strings in the fan club's currency. */
export interface Amounts {
  readonly shipping: string;
  readonly discount: string;
  readonly subtotal: string;
  readonly total: string;
}

/** A placed order, with the facts that decide how it is completed. */
export interface OrderToComplete {
  readonly id: number;
  readonly fanclubId: number;
  /** Null: a free plan. */
  readonly total: string | null;
  readonly buyer: Buyer;
  readonly plan: PublishedPlan;
  /** The standing before the order. */
  readonly standing: CheckoutStanding;
  /** The kind of fulfilment. Default: the kind of the placed order. */
  readonly kind?: OrderKind;
  readonly billingAddress?: PostalAddress | null;
  /** The tax in the price, in percent. Default: none. */
  readonly taxRate?: string | null;
  readonly now: Date;
  /** The term of the subscription. Default: {@link termOf}. */
  readonly term?: Term;
  /** As `OrderOfPlan.skipsList` of the stock. */
  readonly skipsList?: boolean;
}

/** The result of {@link completeOrder}. */
export interface Completed {
  /** The number of the receipt; null: nothing was paid. */
  readonly receipt: number | null;
  readonly term: Term;
}

/**
 * Completes an order, free or paid: begins or queues the subscription, cancels the one that it replaces, and queues the plan's
 * package as a shipment. `tx` must hold a lock on the buyer.
 * @throws PlanSoldOut for an order that holds no item of a sold-out plan
 * @throws Error if the order is already completed; callers check this under their lock
 */
export async function completeOrder(tx: Statements, order: OrderToComplete): Promise<Completed> {
  const { id, fanclubId: fanclub, buyer, plan, standing, now } = order;
  const { kind = null, billingAddress = null, taxRate = null } = order;
  const completion = { kind, billingAddress, taxRate, now };
  const receipt = await orders.complete(tx, { id: fanclub }, order, completion);
  await stock.sell(tx, { id: fanclub }, { id, planId: plan.id, skipsList: order.skipsList }, now);
  const { membership } = buyer;
  const term = order.term ?? termOf(plan, standing, membership, now);
  const replaces = standing.upgrade || (standing.conversion && !term.isQueued);
  if (replaces && membership) await memberships.cancel(tx, fanclub, [membership.subscriptionId], now);
  const bought = { order: id, customer: buyer.id, plan: plan.id, start: term.start, end: term.end };
  if (term.isQueued) await memberships.queue(tx, fanclub, bought, now);
  else {
    const salesPeriod = plan.salesPeriod?.id ?? null;
    await memberships.begin(tx, fanclub, { ...bought, salesPeriod, trial: plan.trial }, now);
  }
  if (standing.renewal) await customers.countRenewal(tx, { fanclub, customer: buyer.id }, plan.id, now);
  if (plan.package) await parcels.queue(tx, fanclub, { order: id, plan: plan.id }, now);
  return { receipt, term };
}
