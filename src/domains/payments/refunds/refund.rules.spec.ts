import { REFUND_STATES } from './refund.entity';
import { afterRefundObservation, usualEffect } from './refund.rules';

describe('The state of a refund', () => {
  it.each([
    ['requested', 'pending', 'pending'],
    ['requested', 'succeeded', 'succeeded'],
    ['pending', 'failed', 'failed'],
    ['succeeded', 'pending', 'succeeded'],
    ['succeeded', 'failed', 'failed'],
  ] as const)('%s, observed as %s, is %s', (state, outcome, expected) => {
    expect(afterRefundObservation(state, outcome)).toBe(expected);
  });

  it('stays failed, whatever is observed later', () => {
    for (const outcome of REFUND_STATES.filter((state) => state !== 'requested'))
      expect(afterRefundObservation('failed', outcome)).toBe('failed');
  });
});

it('A full refund ends the membership, and a partial one leaves it', () => {
  expect([usualEffect(true), usualEffect(false)]).toEqual(['cancel', 'keep']);
});
