import type { Outcome } from '#domains/payment-providers';
import { LIVE_STATES, type PaymentState } from '../payment.entity';

/**
 * The rank of each state. An observation only moves a payment to a higher rank, so repeated and late observations in any order end
 * in the same state. `succeeded` has the highest rank.
 *
 * `created`: stored here, perhaps not at the provider. `unknown`: a charge was sent without an answer. `open`: the payment page waits
 * for the buyer. `pending`: the money may still arrive. In the other states no more money can arrive.
 */
const RANKS: Readonly<Record<PaymentState, number>> = {
  created: 0,
  unknown: 1,
  open: 2,
  pending: 3,
  failed: 4,
  cancelled: 5,
  expired: 6,
  succeeded: 7,
};

/** The state of a payment after an observation. */
export function afterObservation(state: PaymentState, outcome: Outcome): PaymentState {
  return RANKS[outcome] > RANKS[state] ? outcome : state;
}

/** Whether money may still arrive. An order with such a payment is not closed. */
export function isLive(state: PaymentState): boolean {
  return (LIVE_STATES as readonly PaymentState[]).includes(state);
}

/**
 * The effect of money that has arrived. It settles an open or closed order. It is `surplus`, and refunded, if the order was paid
 * before or the buyer has paid another one since (decision 36).
 */
export function effectOfMoney(paidAt: Date | null, isGivenOtherwise: boolean): 'settle' | 'surplus' {
  return paidAt !== null || isGivenOtherwise ? 'surplus' : 'settle';
}
