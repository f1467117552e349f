import fc from 'fast-check';
import { secondsAfter } from '#libs/clock';
import { secondsUntilFree } from './window.rules';

const now = new Date('2026-06-15T12:00:00Z');
const windows = fc.integer({ min: 1, max: 86_400 });

describe('the time until a limit is free', () => {
  it('is the smallest sufficient number of whole seconds, and never longer than a window', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: 0, max: 86_400_000 }), (seconds, elapsed) => {
        const endsAt = secondsAfter(now, seconds);
        const asked = new Date(now.getTime() + elapsed);
        fc.pre(asked < endsAt);
        const wait = secondsUntilFree(endsAt, asked);
        expect(Number.isInteger(wait) && wait >= 1 && wait <= seconds).toBe(true);
        expect(asked.getTime() + wait * 1000).toBeGreaterThanOrEqual(endsAt.getTime());
        expect(asked.getTime() + (wait - 1) * 1000).toBeLessThan(endsAt.getTime());
      }),
    );
  });
});
