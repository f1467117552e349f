import { randomUUID } from 'node:crypto';
import type { Statements } from '#platform/database';
import type { RefundEffect } from './refund.entity';
import { COUNT_RETURNED } from './refunded-payments.queries';
import { ADD_REFUND } from './refunds.queries';

/** A refund to store. */
export interface RefundToAdd {
  readonly fanclub: number;
  readonly payment: number;
  /** A decimal string. */
  readonly amount: string;
  readonly effect: RefundEffect;
  readonly reason: string;
  /** Null: an operator's command, or the service itself. */
  readonly staff: number | null;
  /** The provider's id of a refund that was made there. */
  readonly providerRef?: string;
  readonly now: Date;
}

/** Stores a refund and reserves its money. `tx` holds a lock on the payment, so refunds never exceed it. @returns the id of the refund */
export async function addRefund(tx: Statements, refund: RefundToAdd): Promise<number> {
  const { fanclub, payment, now } = refund;
  const added = await tx.first(ADD_REFUND, { providerRef: null, ...refund, idempotencyKey: randomUUID() });
  await tx.run(COUNT_RETURNED, { fanclub, payment, now });
  return added!.id;
}
