import fc from 'fast-check';
import { subscriptionState } from './membership.rules';

const START = new Date('2026-01-01T00:00:00Z');
const END = new Date('2026-06-01T00:00:00Z');
const EXTENSION = new Date('2026-07-01T00:00:00Z');
const term = { startDate: START, endDate: END, cancelled: false, extendedUntil: null };
const before = (instant: Date): Date => new Date(instant.getTime() - 1);

describe('a subscription', () => {
  it.each([
    ['before its start', before(START), 'pending'],
    ['at its start', START, 'active'],
    ['just before its end', before(END), 'active'],
    ['at its end', END, 'expired'],
  ])('%s is %3$s', (_, now, status) => {
    expect(subscriptionState(term, now)).toEqual({ status, lapsed: false });
  });

  it('without end stays active', () => {
    const now = new Date('2999-01-01T00:00:00Z');
    expect(subscriptionState({ ...term, endDate: null }, now)).toEqual({ status: 'active', lapsed: false });
  });

  it.each([
    ['just before its end', before(END), 'active', false],
    ['at its end', END, 'active', true],
    ['just before the end of the extension', before(EXTENSION), 'active', true],
    ['at the end of the extension', EXTENSION, 'expired', false],
  ])('with an extended season, %s, is %3$s; lapsed: %4$p', (_, now, status, lapsed) => {
    expect(subscriptionState({ ...term, extendedUntil: EXTENSION }, now)).toEqual({ status, lapsed });
  });

  it('that was cancelled is expired from its start, even with an extension', () => {
    const cancelled = { ...term, cancelled: true, extendedUntil: EXTENSION };
    for (const now of [START, END])
      expect(subscriptionState(cancelled, now)).toEqual({ status: 'expired', lapsed: false });
    expect(subscriptionState(cancelled, before(START)).status).toBe('pending');
  });

  it('never returns to an earlier state, and is lapsed only while active', () => {
    const instant = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2027-01-01'),
      noInvalidDate: true,
    });
    const terms = fc.record({
      startDate: instant,
      endDate: fc.option(instant),
      cancelled: fc.boolean(),
      extendedUntil: fc.option(instant),
    });
    const order = ['pending', 'active', 'expired'];
    fc.assert(
      fc.property(terms, instant, instant, (term, one, other) => {
        const [earlier, later] = [one, other].sort((a, b) => a.getTime() - b.getTime());
        const [first, second] = [subscriptionState(term, earlier), subscriptionState(term, later)];
        expect(order.indexOf(first.status)).toBeLessThanOrEqual(order.indexOf(second.status));
        if (first.lapsed) expect(first.status).toBe('active');
      }),
    );
  });
});
