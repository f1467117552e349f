import type { Statements } from '#platform/database';
import { isSoldOut } from './plan-stock.entity';
import { PlanSoldOut } from './stock.errors';
import {
  ADD_ITEM,
  CLAIM_OF_CUSTOMER,
  CLAIM_OF_ORDER,
  END_PLACE,
  GIVE_BACK_ITEM,
  GIVE_BACK_PLACE,
  HOLD_STOCK,
  KEEP_PLACE,
  PASS_ITEM_ON,
  STOCK_DIFFERENCES,
  STOCK_OF_PLAN,
  TAKE_FREELY,
  USE_PLACE,
} from './stock.queries';

// What orders take of plans. `tx` holds the lock on the buyer; the lock on the stock comes after it, and before places in the list.

interface OfFanclub {
  readonly id: number;
}

/** An order of a plan. */
export interface OrderOfPlan {
  readonly id: number;
  readonly planId: number;
  /** Whether it may take what is free before the waiting list, as a gift of a plan whose list makes no offers. Default: no. */
  readonly skipsList?: boolean;
}

/** Holds an item for an open order. @throws PlanSoldOut */
export async function hold(tx: Statements, fanclub: OfFanclub, order: OrderOfPlan, now: Date): Promise<void> {
  await take(tx, fanclub, order, { sold: false, now });
}

/** Sells the item of an order that is completed. An order that holds none takes one. @throws PlanSoldOut */
export async function sell(tx: Statements, fanclub: OfFanclub, order: OrderOfPlan, now: Date): Promise<void> {
  await take(tx, fanclub, order, { sold: true, now });
}

/** Holds an item for a paid order that gave its item back when it was closed. False: the plan is sold out. */
export async function regain(
  tx: Statements,
  fanclub: OfFanclub,
  order: OrderOfPlan,
  now: Date,
): Promise<boolean> {
  try {
    await hold(tx, fanclub, order, now);
    return true;
  } catch (error) {
    if (error instanceof PlanSoldOut) return false;
    throw error;
  }
}

/** Milliseconds for which the item of a superseded order is kept for its buyer, whose next order follows at once. */
const KEPT_FOR = 600_000;

/**
 * Gives back what a closed order held, once. Its buyer keeps an offer of the waiting list until the offer ends. If another order of
 * the buyer supersedes the order, the item is offered to the buyer for ten minutes, so that nobody else takes it in between.
 */
export async function release(
  tx: Statements,
  { id }: OfFanclub,
  order: number,
  { now, isSuperseded }: { readonly now: Date; readonly isSuperseded: boolean },
): Promise<void> {
  const key = { fanclub: id, order };
  if ((await tx.run(GIVE_BACK_ITEM, { ...key, evenSold: false })) === 0) return;
  if (isSuperseded) await tx.run(KEEP_PLACE, { ...key, until: new Date(now.getTime() + KEPT_FOR), now });
  await tx.run(GIVE_BACK_PLACE, { ...key, now });
  await tx.run(END_PLACE, key);
}

/**
 * Gives back what an order has bought, once, unless the order that has renewed its membership keeps it.
 * @param item the order that took the item: for a redeemed gift, the one that bought it
 */
export async function giveBack(
  tx: Statements,
  { id: fanclub }: OfFanclub,
  order: number,
  now: Date,
  item = order,
): Promise<void> {
  if ((await tx.run(PASS_ITEM_ON, { fanclub, order, item, now })) > 0) return;
  await tx.run(GIVE_BACK_ITEM, { fanclub, order: item, evenSold: true });
}

/** Whether a customer may order a sold-out plan: an item is offered to them, or an open order of theirs holds one. */
export async function hasClaim(
  db: Statements,
  { id }: OfFanclub,
  plan: number,
  customer: number,
): Promise<boolean> {
  return (await db.first(CLAIM_OF_CUSTOMER, { fanclub: id, plan, customer }))!.hasClaim;
}

/** Whether nothing of a plan is free, also for those who wait. */
export async function isUsedUp(db: Statements, { id: fanclub }: OfFanclub, plan: number): Promise<boolean> {
  const stock = await db.first(STOCK_OF_PLAN, { fanclub, plan });
  return stock !== null && isSoldOut({ ...stock, waiting: 0 });
}

/** What contradicts itself: {@link STOCK_DIFFERENCES}. */
export const differences = (db: Statements, { id: fanclub }: OfFanclub) =>
  db.rows(STOCK_DIFFERENCES, { fanclub });

/** Throws before it writes anything. */
async function take(
  tx: Statements,
  { id: fanclub }: OfFanclub,
  order: OrderOfPlan,
  { sold, now }: { readonly sold: boolean; readonly now: Date },
): Promise<void> {
  const key = { fanclub, order: order.id };
  if (await tx.first(TAKE_FREELY, { ...key, sold, now })) return;
  const stock = await tx.first(HOLD_STOCK, { fanclub, plan: order.planId });
  if (stock) {
    const { isOffered, needsNone } = (await tx.first(CLAIM_OF_ORDER, key))!;
    const waiting = order.skipsList ? 0 : stock.waiting;
    if (isSoldOut({ ...stock, waiting }) && !isOffered && !needsNone) throw new PlanSoldOut();
    await tx.run(USE_PLACE, { ...key, now });
  }
  await tx.run(ADD_ITEM, { ...key, sold, now });
  if (sold) await tx.run(END_PLACE, key);
}
