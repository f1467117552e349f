import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import type { Statements } from '#platform/database';
import {
  type CheckoutStanding,
  checkoutStanding,
  giftTerm,
  givesNothing,
  type NoTerm,
  settledStanding,
  subscriberOf,
  type Term,
  termOf,
} from '#domains/fulfilment';
import type { PlacedOrder } from '#domains/orders';
import type { PublishedPlan } from '#domains/plans';
import { boughtCodes } from '#domains/redeem-codes';

/** What a paid order gives its buyer. */
interface Settled {
  readonly standing: CheckoutStanding;
  readonly term: Term | NoTerm;
}

/** What an order gives a buyer whose money arrives now. */
export async function settledTerm(
  tx: Statements,
  fanclub: FanclubInfo,
  { order, plans, plan, buyer }: ToSettle,
  now: Date,
): Promise<Settled> {
  const { membership } = buyer;
  const standing = settledStanding(
    checkoutStanding(plan, plans, subscriberOf(buyer), now),
    order,
    membership,
  );
  if (order.kind === 'gift') {
    const isBought = (await boughtCodes.purchaseOf(tx, fanclub, order.id)) !== null;
    const redeemer = { fanclub: fanclub.id, customer: buyer.id, isBought, now };
    return { standing, term: await giftTerm(tx, redeemer, plan) };
  }
  const term = termOf(plan, standing, membership, now);
  return { standing, term: givesNothing(term, standing, membership) ? 'season_over' : term };
}

/** An order, its plan among all plans of the fan club, and its buyer. */
export interface ToSettle {
  readonly order: PlacedOrder;
  readonly plans: readonly PublishedPlan[];
  readonly plan: PublishedPlan;
  readonly buyer: ViewerCustomer;
}
