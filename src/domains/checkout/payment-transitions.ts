import type { Statements } from '#platform/database';
import { ADD_TRANSITION } from './payments.queries';

/** What led to a transition. */
export type Cause = 'place' | 'return' | 'cancel' | 'supersede' | 'webhook' | 'watch' | 'command' | 'staff';

/** A change of state. An order is `open`, `paid`, `refunded`, or closed, which is told by its reason. */
export interface Transition {
  readonly subject: 'order' | 'payment' | 'refund';
  /** The id of the subject. */
  readonly number: number;
  readonly from: string;
  readonly to: string;
  readonly cause: Cause;
  readonly now: Date;
}

/** Records a transition, in the transaction that makes it. */
export async function recordTransition(
  tx: Statements,
  fanclub: { readonly id: number },
  transition: Transition,
): Promise<void> {
  await tx.run(ADD_TRANSITION, { fanclub: fanclub.id, ...transition });
}
