import type { ObservedRefund } from '#domains/payment-providers';
import type { RefundEffect, RefundState } from './refund.entity';

/** A partial refund leaves the membership; a full one ends it. */
export const usualEffect = (isFull: boolean): RefundEffect => (isFull ? 'cancel' : 'keep');

/** The state of a refund after an observation. A refund can fail even after it succeeded. */
export function afterRefundObservation(state: RefundState, outcome: ObservedRefund['outcome']): RefundState {
  if (outcome === 'failed' || state === 'failed') return 'failed';
  return state === 'succeeded' ? state : outcome;
}
