import fc from 'fast-check';
import type { Outcome } from '#domains/payment-providers';
import { PAYMENT_STATES, type PaymentState } from '../payment.entity';
import { afterObservation, effectOfMoney, isLive } from './payment.states';

const OUTCOMES: readonly Outcome[] = ['open', 'pending', 'succeeded', 'failed', 'expired', 'cancelled'];
const outcomes = fc.array(fc.constantFrom(...OUTCOMES), { maxLength: 8 });
const ends = (from: PaymentState, seen: readonly Outcome[]): PaymentState =>
  seen.reduce(afterObservation, from);

describe('The state of a payment', () => {
  it('is the same after any order of observations, and after repeated ones', () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...PAYMENT_STATES), (seen, from) => {
        const expected = ends(from, seen);
        expect(ends(from, [...seen].reverse())).toBe(expected);
        expect(ends(from, [...seen, ...seen])).toBe(expected);
      }),
    );
  });

  it('is succeeded once money was seen, whatever is seen before or after', () => {
    fc.assert(
      fc.property(outcomes, outcomes, fc.constantFrom(...PAYMENT_STATES), (before, after, from) => {
        expect(ends(from, [...before, 'succeeded', ...after])).toBe('succeeded');
      }),
    );
  });

  it('never becomes live again', () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...PAYMENT_STATES), (seen, from) => {
        if (!isLive(from)) expect(isLive(ends(from, seen))).toBe(false);
      }),
    );
  });

  it.each([
    ['created', 'open', 'open'],
    ['unknown', 'failed', 'failed'],
    ['pending', 'open', 'pending'],
    ['expired', 'open', 'expired'],
    ['expired', 'succeeded', 'succeeded'],
  ] as const)('%s, observed as %s, is %s', (from, outcome, expected) => {
    expect(afterObservation(from, outcome)).toBe(expected);
  });
});

describe('Money', () => {
  const now = new Date('2026-06-15T12:00:00Z');
  it.each([
    ['settles an order that is not paid', null, false, 'settle'],
    ['is a surplus for a paid order', now, false, 'surplus'],
    ['is a surplus if another order gave the same membership', null, true, 'surplus'],
  ] as const)('%s', (_title, paidAt, isGivenOtherwise, expected) => {
    expect(effectOfMoney(paidAt, isGivenOtherwise)).toBe(expected);
  });
});
