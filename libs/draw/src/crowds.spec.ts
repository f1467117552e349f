import { createHash } from 'node:crypto';
import { byForm } from '../../../test/suite/form';
import { rankingOf } from './draw';
import { drawFile, verifyDraw } from './draw-file';

const ENTRIES = [11, 12, 15, 20, 31];

const TIME = '2026-06-01T00:00:00Z';

/** Seeds are hashes of their number, so that each run draws the same. */
const seedOf = (n: number): Buffer => createHash('sha256').update(String(n)).digest();

/** With 4 degrees of freedom, one of a thousand even draws has a chi-square above this. */
const UNEVEN = 18.5;

const SEEDS = byForm({ short: 1_000, long: 20_000 });

it(`${SEEDS} seeds put each entry at each rank equally often`, () => {
  const rankings = Array.from({ length: SEEDS }, (_, n) => rankingOf(7, seedOf(n), ENTRIES, ''));
  const even = SEEDS / ENTRIES.length;
  for (const rank of ENTRIES.keys()) {
    const counts = ENTRIES.map((entry) => rankings.filter((ranking) => ranking[rank] === entry).length);
    const chiSquare = counts.reduce((sum, count) => sum + (count - even) ** 2 / even, 0);
    expect(chiSquare).toBeLessThan(UNEVEN);
  }
});

const CROWD = byForm({ short: 2_000, long: 100_000 });
/** Generous: 100,000 entries take about two seconds on one core. */
const SECONDS = 30;

it(`draws ${CROWD} entries, and verifies the draw, in seconds`, () => {
  const began = process.cpuUsage();
  const file = drawFile({
    contest: 7,
    seed: seedOf(0),
    beacon: '',
    entries: Array.from({ length: CROWD }, (_, n) => 3 * n + 1),
    prizes: [{ name: 'Ticket', winners: 100 }],
    times: { committed_at: TIME, closed_at: TIME, drawn_at: TIME },
  });
  expect(verifyDraw(file)).toEqual([]);
  const { user } = process.cpuUsage(began);
  expect(user / 1e6).toBeLessThan(SECONDS);
});
