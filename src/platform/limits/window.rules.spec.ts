import fc from 'fast-check';
import { secondsUntilFree, windowEnd } from './window.rules';

const now = new Date('2026-06-15T12:00:00Z');
const limits = fc.record({
  count: fc.integer({ min: 1, max: 1_000 }),
  seconds: fc.integer({ min: 1, max: 86_400 }),
});

describe('the time until a limit is free', () => {
  it('is just enough whole seconds, and never longer than a window', () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 0, max: 86_400_000 }), (limit, elapsed) => {
        const endsAt = windowEnd(now, limit);
        const asked = new Date(now.getTime() + elapsed);
        fc.pre(asked < endsAt);
        const wait = secondsUntilFree(endsAt, asked);
        expect(Number.isInteger(wait) && wait >= 1 && wait <= limit.seconds).toBe(true);
        expect(asked.getTime() + wait * 1000).toBeGreaterThanOrEqual(endsAt.getTime());
        expect(asked.getTime() + (wait - 1) * 1000).toBeLessThan(endsAt.getTime());
      }),
    );
  });
});
