import type { ObservedRefund } from '#domains/payments';
import type { RefundEffect, RefundState } from './refund.entity';

/** A partial refund leaves the membership; a full one ends it. */
export const usualEffect = (isFull: boolean): RefundEffect => (isFull ? 'cancel' : 'keep');

/** The state of a refund after the provider was asked. It may fail even after it had succeeded. */
export function afterRefundObservation(state: RefundState, outcome: ObservedRefund['outcome']): RefundState {
  if (outcome === 'failed' || state === 'failed') return 'failed';
  return state === 'succeeded' ? state : outcome;
}
