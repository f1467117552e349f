import { type Statements, statement, types } from '#platform/database';
import { type Cause, NoOrderFound, orders, recordTransition } from '#domains/orders';
import { closeOrder } from '../attempts/close-order';
import { GIVE_UP_PAYMENT } from '../attempts/payments.queries';

const RESOLUTION = { fanclub: types.bigint, which: types.bigint, note: types.text, now: types.timestamptz };

export const RESOLVE_STRAY = statement('payments.resolve_stray', {
  params: RESOLUTION,
  text: `
    UPDATE payment_strays SET resolved_at = $now, note = $note, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $which AND resolved_at IS NULL`,
});

export const RESOLVE_REFUND = statement('payments.resolve_refund', {
  params: RESOLUTION,
  row: { customerId: types.bigint },
  text: `
    UPDATE refunds r SET resolved_at = $now, note = $note, updated_at = $now
    FROM payments p JOIN orders o ON o.fanclub_id = p.fanclub_id AND o.id = p.order_id
    WHERE r.fanclub_id = $fanclub AND r.id = $which AND r.state = 'failed' AND r.resolved_at IS NULL
      AND p.fanclub_id = r.fanclub_id AND p.id = r.payment_id
    RETURNING o.customer_id AS "customerId"`,
});

/**
 * What can be resolved. `stray`: a payment at the provider without an order. `refund`: a failed one. `order`: one whose payment has
 * another amount, or is still open although its page has expired.
 */
export const RESOLVABLE = ['stray', 'refund', 'order'] as const;
export type Resolvable = (typeof RESOLVABLE)[number];

/** How a problem was resolved. */
export interface Resolution {
  readonly fanclub: number;
  /** The id of the stray, refund or order. */
  readonly which: number;
  readonly note: string;
  readonly cause: Cause;
  readonly now: Date;
}

/** A problem that was resolved. `customerId` is null for money without an order. */
export interface Resolved {
  readonly customerId: number | null;
}

/** Marks a problem as resolved. @returns null if there is no such problem */
export async function resolve(
  tx: Statements,
  what: Resolvable,
  resolution: Resolution,
): Promise<Resolved | null> {
  if (what === 'order') return giveUp(tx, resolution);
  if (what === 'refund') return tx.first(RESOLVE_REFUND, resolution);
  return (await tx.run(RESOLVE_STRAY, resolution)) > 0 ? { customerId: null } : null;
}

/** Ends the payment of an order, and the order. Late money is still settled or refunded. */
async function giveUp(
  tx: Statements,
  { fanclub, which, note, cause, now }: Resolution,
): Promise<Resolved | null> {
  const order = await orders.hold(tx, { id: fanclub }, which).catch((error: unknown) => {
    if (error instanceof NoOrderFound) return null;
    throw error;
  });
  const ended = order && (await tx.first(GIVE_UP_PAYMENT, { fanclub, order: which, note, now }));
  if (!ended) return null;
  const payment = { subject: 'payment', number: ended.id } as const;
  await recordTransition(tx, { id: fanclub }, { ...payment, from: ended.former, to: 'failed', cause, now });
  await closeOrder(tx, { id: fanclub }, which, { reason: 'given_up', cause, now });
  return { customerId: order.customerId };
}
