import { runInNewContext } from 'node:vm';
import { spawnSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DrawFile, drawFile, verifyDraw } from './draw-file';
import { VERIFY_SCRIPT } from './script';

const SEED = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex');

const FILE_TIMES = {
  committed_at: '2026-05-01T00:00:00Z',
  closed_at: '2026-06-01T00:00:00Z',
  drawn_at: '2026-06-02T00:00:00Z',
};

/** A draw of five entries with two prizes. */
const FILE = drawFile({
  contest: 7,
  seed: SEED,
  beacon: 'Lotto 22 Nov: 4 8 15 16 23 42 — ½',
  entries: [31, 12, 11, 20, 15],
  prizes: [
    { name: 'Meet & Greet', winners: 1 },
    { name: 'Front row', winners: 2 },
  ],
  times: FILE_TIMES,
});

/** What a page's console says. */
const byScript = (file: unknown): Promise<boolean> =>
  runInNewContext(`${VERIFY_SCRIPT}; verifyDraw(JSON.parse(text))`, {
    crypto: webcrypto,
    TextEncoder,
    text: JSON.stringify(file),
  }) as Promise<boolean>;

const reversed = <T>(list: readonly T[]): T[] => [...list].reverse();
const { prizes, ranking } = FILE;
const withEntries = (from: number, to: number) => ({
  ...prizes[from === 0 ? 0 : 1],
  entries: ranking.slice(from, to),
});

const ALTERED: readonly [string, Partial<Record<keyof DrawFile, unknown>>][] = [
  ['format', { format: 'fanclub-draw-v2' }],
  ['contest', { contest: 8 }],
  ['commitment', { commitment: 'f'.repeat(64) }],
  ['list hash', { list_hash: 'f'.repeat(64) }],
  ['beacon', { beacon: 'Lotto 22 Nov: 4 8 15 16 23 43' }],
  ['key', { key: 'f'.repeat(64) }],
  ['seed', { seed: '11'.repeat(32) }],
  ['entries: one more', { entries: [...FILE.entries, 32] }],
  ['entries: one fewer', { entries: FILE.entries.slice(1) }],
  ['entries: one twice', { entries: [...FILE.entries, 31] }],
  ['ranking: other order', { ranking: reversed(FILE.ranking) }],
  ['ranking: one fewer', { ranking: FILE.ranking.slice(0, -1) }],
  ['number of winners', { prizes: [prizes[0], { ...prizes[1], winners: 1 }] }],
  ['winners', { prizes: [prizes[0], { ...prizes[1], entries: [12, 15] }] }],
  ['winners: one in another prize', { prizes: [withEntries(0, 2), withEntries(2, 3)] }],
  ['winners: those of another prize', { prizes: reversed(prizes) }],
];

/** A second implementation, which shares no code with this one. */
const byPython = (files: readonly unknown[]): boolean[] => {
  const path = join(__dirname, 'verify_draw.py');
  const { status, stdout, stderr } = spawnSync('python3', [path], {
    input: JSON.stringify(files),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as boolean[];
};

const python = spawnSync('python3', ['--version']).error ? null : 'python3';

describe(`the verifier in Python (${python ?? 'not installed, so only the other two ran'})`, () => {
  (python ? it : it.skip)('verifies the file, and refuses each altered one', () => {
    const altered = ALTERED.map(([, part]) => ({ ...FILE, ...part }));
    expect(byPython([FILE, ...altered])).toEqual([true, ...altered.map(() => false)]);
  });
});

it('verifies a file as it was drawn, also by the script', async () => {
  expect(verifyDraw(JSON.parse(JSON.stringify(FILE)))).toEqual([]);
  expect(await byScript(FILE)).toBe(true);
});

it.each(ALTERED)('refuses a file with another %s, also by the script', async (_, part) => {
  const altered = { ...FILE, ...part };
  expect(verifyDraw(altered)).not.toEqual([]);
  expect(await byScript(altered)).toBe(false);
});

it.each(Object.keys(FILE).filter((part) => !part.endsWith('_at')))('refuses a file without %s', (part) => {
  expect(verifyDraw({ ...FILE, [part]: undefined })).toHaveLength(1);
});

it.each([null, 7, 'draw', [], {}, { ...FILE, prizes: [null] }, { ...FILE, entries: ['11'] }])(
  'refuses what is no such file: %j',
  (file) => expect(verifyDraw(file)).toHaveLength(1),
);

it.each([
  [
    'a commitment after the closing',
    { committed_at: '2026-06-01T00:00:01Z' },
    'The commitment is later than the closing of the list.',
  ],
  [
    'a closing after the draw',
    { closed_at: '2026-06-02T00:00:01Z' },
    'The closing of the list is later than the draw.',
  ],
  ['no time of the draw', { drawn_at: undefined }, 'A time is absent, or is no time.'],
])('refuses a file with %s', (_, part, problem) => {
  expect(verifyDraw({ ...FILE, ...part })).toEqual([problem]);
});

it('takes times that are equal, and contains the announced source of the beacon', () => {
  const closed_at = FILE_TIMES.drawn_at;
  const file = drawFile({
    ...FACTS,
    beacon: '4 8',
    beaconSource: 'Lotto',
    prizes: [],
    times: { ...FILE_TIMES, closed_at },
  });
  expect([file.beacon_source, verifyDraw(file)]).toEqual(['Lotto', []]);
});

it('refuses entries that are not in ascending order, which is how the list is published', () => {
  expect(verifyDraw({ ...FILE, entries: reversed(FILE.entries) })).toEqual([
    'The entries are not in ascending order.',
  ]);
});

it('has a script of fifteen lines, which the documentation shows', () => {
  const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'draws.md'), 'utf8');
  expect(page).toContain(`\`\`\`js\n${VERIFY_SCRIPT}\n\`\`\`\n`);
  expect(VERIFY_SCRIPT.split('\n').length - 2).toBeLessThanOrEqual(15);
});

it('refuses another beacon even if the ranking stays the same', async () => {
  const one = drawFile({ ...FACTS, entries: [11], prizes: [{ name: 'Poster', winners: 1 }] });
  const altered = { ...one, beacon: 'Lotto' };
  expect([verifyDraw(one), verifyDraw(altered).length, await byScript(altered)]).toEqual([[], 1, false]);
});

it('fills as many prizes as there are entries', () => {
  const few = drawFile({ ...FACTS, prizes: [{ name: 'Poster', winners: 9 }] });
  expect(few.prizes[0].entries).toEqual(few.ranking);
  expect(verifyDraw(few)).toEqual([]);
});

const FACTS = {
  contest: 7,
  seed: SEED,
  beacon: '',
  entries: [11, 12],
  times: FILE_TIMES,
};
