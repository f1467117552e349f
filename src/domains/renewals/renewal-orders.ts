import { newToken } from '#libs/token';
import type { Statements } from '#platform/database';
import { orders, type PlacedOrder } from '#domains/orders';
import { closeOrder } from '#domains/payments';
import { stock } from '#domains/stock';
import { endOf } from './renewal.rules';
import type { Situation, Step } from './renewal-circumstances';
import { isPayableByHand } from './renewal.states';
import type { RenewalRow } from './renewals.queries';

/**
 * Whether an order can be placed for a payment by hand. A member who renews by hand, and gets a package, chooses its options at the
 * checkout.
 */
export function isPayable(row: RenewalRow, { of, plan }: Situation): boolean {
  const { isPresent, isRenewed, hasNext, isBuying } = of;
  if (!isPayableByHand(row) || !isPresent || isRenewed || hasNext || isBuying) return false;
  return row.automatic || plan?.package === null;
}

/**
 * Places the order of the renewal, which waits until the membership ends. Null: another order is in the way, nothing is sold, or the
 * last item of the plan was sold just now.
 */
export async function placeOrder(
  tx: Statements,
  { club, row, situation, now }: Step,
): Promise<PlacedOrder | null> {
  const { quote, plan, of } = situation;
  if (!quote || !plan) return null;
  const { kind, currency, shipping, discount, subtotal, total, renews } = quote;
  const order = await orders.place(tx, club.fanclub, {
    ...{ customer: row.customerId, plan: plan.id, reference: newToken(), kind, currency },
    ...{ shipping, discount, subtotal, total, replaces: null, renews, renewalConsent: null },
    ...{ payUntil: endOf(of), now },
  });
  if (!order || (await stock.regain(tx, club.fanclub, order, now))) return order;
  await orders.close(tx, club.fanclub, order.id, { reason: 'superseded', cause: 'renewal', now });
  return null;
}

/**
 * The open order of a renewal that is not charged any more, which the member can still pay. Closes it if nobody is to pay it, or if
 * it holds an item of another plan than the present one. Null: closed, or there is none.
 */
export async function keptOrder(
  tx: Statements,
  { club, situation, now }: Step,
  isPayable: boolean,
): Promise<number | null> {
  const { order, buyer } = situation;
  if (!order) return null;
  if (isPayable && order.planId === buyer.membership?.plan.id) return order.id;
  const closing = { reason: isPayable ? 'given_up' : 'superseded', cause: 'renewal', now } as const;
  await closeOrder(tx, club.fanclub, order.id, closing);
  const after = await orders.get(tx, club.fanclub, order.id);
  return after.closedAt === null ? order.id : null;
}
