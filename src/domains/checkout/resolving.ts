import { type Statements, statement, types } from '#platform/database';
import { NoOrderFound } from '#domains/orders';
import { type Cause, recordTransition } from './payment-transitions';
import { GIVE_UP_PAYMENT } from './payments.queries';
import { holdOrder } from './placed-orders';
import { CLOSE_ORDER } from './placed-orders.queries';

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
 * What somebody can mark as dealt with. `stray`: a payment at the provider without an order. `refund`: one that failed. `order`: one
 * whose payment is of another amount, or does not end although the time of its page is over.
 */
export const RESOLVABLE = ['stray', 'refund', 'order'] as const;
export type Resolvable = (typeof RESOLVABLE)[number];

/** What somebody did about a problem. */
export interface Resolution {
  readonly fanclub: number;
  /** The id of the stray, refund or order. */
  readonly which: number;
  readonly note: string;
  readonly cause: Cause;
  readonly now: Date;
}

/** Marks something as dealt with. @returns false if it is unknown, or does not need anybody */
export async function resolve(tx: Statements, what: Resolvable, resolution: Resolution): Promise<boolean> {
  if (what === 'order') return giveUp(tx, resolution);
  return (await tx.run(what === 'stray' ? RESOLVE_STRAY : RESOLVE_REFUND, resolution)) > 0;
}

/** Ends the payment of an order, and the order. Money that arrives all the same still counts. */
async function giveUp(tx: Statements, { fanclub, which, note, cause, now }: Resolution): Promise<boolean> {
  const key = { fanclub, order: which };
  try {
    await holdOrder(tx, { id: fanclub }, which);
  } catch (error) {
    if (error instanceof NoOrderFound) return false;
    throw error;
  }
  const ended = await tx.first(GIVE_UP_PAYMENT, { ...key, note, now });
  if (!ended) return false;
  const payment = { subject: 'payment', number: ended.id } as const;
  await recordTransition(tx, { id: fanclub }, { ...payment, from: ended.former, to: 'failed', cause, now });
  const reason = 'given_up';
  if ((await tx.run(CLOSE_ORDER, { ...key, reason, now })) > 0) {
    const order = { subject: 'order', number: which } as const;
    await recordTransition(tx, { id: fanclub }, { ...order, from: 'open', to: reason, cause, now });
  }
  return true;
}
