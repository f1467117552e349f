import { type Statements, statement, types } from '#platform/database';

export const ADD_TRANSITION = statement('payments.add_transition', {
  params: {
    fanclub: types.bigint,
    subject: types.text,
    number: types.bigint,
    from: types.text,
    to: types.text,
    cause: types.text,
    now: types.timestamptz,
  },
  text: `
    INSERT INTO payment_transitions (fanclub_id, subject, subject_number, from_state, to_state, cause, at)
    VALUES ($fanclub, $subject, $number, $from, $to, $cause, $now)`,
});

/** The cause of a transition. */
export type Cause =
  'place' | 'return' | 'cancel' | 'supersede' | 'webhook' | 'watch' | 'command' | 'staff' | 'renewal';

/** A change of state. An order is `open`, `paid` or `refunded`; the state of a closed order is the reason. */
export interface Transition {
  readonly subject: 'order' | 'payment' | 'refund' | 'renewal';
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
