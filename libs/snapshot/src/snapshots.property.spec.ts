import fc from 'fast-check';
import { Snapshots } from './snapshots';
import { examples } from '../../../test/suite/form';

interface Value {
  version: number;
}

/** More than a few steps of the story take. */
const MAX_STALE = 3_000;

describe('Snapshots, with events in any order', () => {
  it('never return data older than the last report, or older than the same reader saw before', async () => {
    const steps = fc.oneof(
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom('fall back', 'fail'), fc.nat(3)) },
      { weight: 5, arbitrary: fc.tuple(fc.constant('ask'), fc.nat(2)) },
      { weight: 8, arbitrary: fc.tuple(fc.constantFrom('see', 'answer'), fc.nat(3)) },
      { weight: 6, arbitrary: fc.tuple(fc.constantFrom('commit', 'report'), fc.constant(0)) },
      {
        weight: 5,
        arbitrary: fc.tuple(fc.constantFrom('break', 'mend', 'lapse', 'renew', 'pass'), fc.constant(0)),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 80, size: 'max' }), async (story) => {
        let now = 0;
        let until = 0;
        let committed = 1;
        let reported = 1;
        let listening = false;
        /** Loads in progress, with the version that they see; their first statement determines it, at any time after their start. */
        const loads: { version?: number; answer: (value: Value) => void; fail: (error: Error) => void }[] =
          [];
        const snapshots = new Snapshots<number, Value>({
          load: () => new Promise((answer, fail) => loads.push({ answer, fail })),
          sizeOf: () => 1,
          maxBytes: 10,
          maxAge: 1e9,
          maxStale: MAX_STALE,
          monotonic: () => now,
        });
        const seen = [0, 0, 0];
        const waiting = new Set<number>();
        const claims: Promise<void>[] = [];
        const ask = async (reader: number): Promise<void> => {
          const atLeast = Math.max(reported, seen[reader]);
          waiting.add(reader);
          const found = await Promise.resolve(snapshots.get(1)).catch(() => null);
          waiting.delete(reader);
          if (!found) return;
          seen[reader] = found.version;
          expect(found.version).toBeGreaterThanOrEqual(atLeast);
        };
        const take: Record<string, (n: number) => void> = {
          ask: (reader) => void (waiting.has(reader) || claims.push(ask(reader))),
          see: (n) => void (loads[n] && (loads[n].version ??= committed)),
          answer: (n) =>
            loads.splice(n, 1).forEach((load) => load.answer({ version: load.version ?? committed })),
          fail: (n) => loads.splice(n, 1).forEach((load) => load.fail(new Error('down'))),
          'fall back': () => {
            const found = snapshots.lastKnown(1);
            if (!found) return;
            expect(now).toBeGreaterThanOrEqual(until);
            expect(now).toBeLessThan(until + MAX_STALE);
            expect(found.version).toBeGreaterThanOrEqual(Math.max(reported, ...seen));
          },
          commit: () => void (committed += 1),
          report: () => {
            if (!listening) return;
            reported = committed;
            snapshots.drop(1);
          },
          break: () => {
            listening = false;
            snapshots.stopTrust();
            until = Math.min(until, now);
          },
          mend: () => {
            listening = true;
            reported = committed;
            snapshots.startTrust((until = now + 1000));
          },
          lapse: () => void (now = Math.max(now, until)),
          renew: () => void (listening && snapshots.trustUntil((until = now + 1000))),
          pass: () => void (now += 300),
        };
        for (const [name, n] of [['mend', 0] as const, ...story]) {
          take[name](n);
          await new Promise(setImmediate);
        }
        while (loads.length > 0) {
          take.answer(0);
          await new Promise(setImmediate);
        }
        await Promise.all(claims);
      }),
      { numRuns: examples(1_000) },
    );
  });
});
