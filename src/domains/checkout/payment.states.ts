import type { Outcome } from '#domains/payments';
import { LIVE_STATES, type PaymentState } from './payment.entity';

/**
 * How much a state is known to be. An observation only ever leads upwards, so that observations in any order, repeated or late, end
 * in the same state; and money wins over everything.
 *
 * `created`: written, the provider may not know it. `unknown`: a charge was sent, its answer is missing. `open`: the payment page
 * waits. `pending`: the money may still arrive. The others are final: no money can arrive, except that `succeeded` says it did.
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

/** The state of a payment after the provider was asked. */
export function afterObservation(state: PaymentState, outcome: Outcome): PaymentState {
  return RANKS[outcome] > RANKS[state] ? outcome : state;
}

/** Whether money may still arrive. An order with such a payment is not closed. */
export function isLive(state: PaymentState): boolean {
  return (LIVE_STATES as readonly PaymentState[]).includes(state);
}

/**
 * What money that arrived does: `settle` an open order, or a closed one, because money wins; or it is `surplus`, which is refunded:
 * the order was paid before, or the buyer has paid another one since (decision 37).
 */
export function effectOfMoney(paidAt: Date | null, isGivenOtherwise: boolean): 'settle' | 'surplus' {
  return paidAt !== null || isGivenOtherwise ? 'surplus' : 'settle';
}
