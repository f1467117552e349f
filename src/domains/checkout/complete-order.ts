import type { Statements } from '#platform/database';
import type { PublishedPlan, PlanStanding } from '#domains/plans';
import type { Buyer } from './buyers';
import {
  ADD_SUBSCRIPTION,
  CANCEL_SUBSCRIPTION,
  COMPLETE_ORDER,
  COUNT_RENEWAL,
  QUEUE_SHIPMENT,
} from './checkout.queries';
import { endOfNew } from './checkout.rules';

/** The amounts of an order, as decimal strings in the fan club's currency. */
export interface Amounts {
  shipping: string;
  discount: string;
  subtotal: string;
  total: string;
}

/** An order that was placed, with everything that completing it needs. */
export interface OrderToComplete {
  id: number;
  fanclubId: number;
  buyer: Buyer;
  plan: PublishedPlan;
  /** Before the order. */
  standing: PlanStanding;
  /** Null: a free plan. */
  amounts: Amounts | null;
  now: Date;
  /** When the subscription starts and ends; by default now, and after the plan's duration. */
  term?: { start: Date; end: Date | null };
}

/**
 * Completes an order, free or paid: adds the subscription, which starts now, and queues the plan's package as a shipment. An
 * upgrade cancels the subscription that it replaces. A complete order stays as it is. `tx` must hold a lock on the buyer.
 */
export async function completeOrder(tx: Statements, order: OrderToComplete): Promise<void> {
  const { id, fanclubId, buyer, plan, standing, amounts, now } = order;
  const paid = amounts ?? { shipping: null, discount: null, subtotal: null, total: null };
  if ((await tx.run(COMPLETE_ORDER, { fanclub: fanclubId, order: id, now, ...paid })) === 0) return;
  const { membership } = buyer;
  if (standing.upgrade && membership)
    await tx.run(CANCEL_SUBSCRIPTION, { fanclub: fanclubId, subscription: membership.subscriptionId, now });
  await tx.run(ADD_SUBSCRIPTION, {
    fanclub: fanclubId,
    customer: buyer.id,
    plan: plan.id,
    salesPeriod: plan.salesPeriod?.id ?? null,
    now,
    ...(order.term ?? { start: now, end: endOfNew(plan, standing, membership, now) }),
    trial: plan.trial,
  });
  if (standing.renewal && plan.id === buyer.lockedPlanId)
    await tx.run(COUNT_RENEWAL, { fanclub: fanclubId, customer: buyer.id, now });
  if (plan.package) await tx.run(QUEUE_SHIPMENT, { fanclub: fanclubId, order: id, plan: plan.id, now });
}
