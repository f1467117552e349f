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
  text: `
    UPDATE refunds SET resolved_at = $now, note = $note, updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $which AND state = 'failed' AND resolved_at IS NULL`,
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

/** Marks a problem as resolved. @returns false if there is no such problem */
export async function resolve(tx: Statements, what: Resolvable, resolution: Resolution): Promise<boolean> {
  if (what === 'order') return giveUp(tx, resolution);
  return (await tx.run(what === 'stray' ? RESOLVE_STRAY : RESOLVE_REFUND, resolution)) > 0;
}

/** Ends the payment of an order, and the order. Late money is still settled or refunded. */
async function giveUp(tx: Statements, { fanclub, which, note, cause, now }: Resolution): Promise<boolean> {
  try {
    await orders.hold(tx, { id: fanclub }, which);
  } catch (error) {
    if (error instanceof NoOrderFound) return false;
    throw error;
  }
  const ended = await tx.first(GIVE_UP_PAYMENT, { fanclub, order: which, note, now });
  if (!ended) return false;
  const payment = { subject: 'payment', number: ended.id } as const;
  await recordTransition(tx, { id: fanclub }, { ...payment, from: ended.former, to: 'failed', cause, now });
  await closeOrder(tx, { id: fanclub }, which, { reason: 'given_up', cause, now });
  return true;
}
