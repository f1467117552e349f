import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawFile, NOT_VERIFIED } from '#libs/draw';
import { type CommandContext, CommandFailed, WrongUsage } from './command';
import { contestCommand } from './contest.command';

const FILE = drawFile({
  contest: 7,
  seed: Buffer.alloc(32, 1),
  beacon: '',
  entries: [11, 12, 15],
  prizes: [{ name: 'Poster', winners: 1 }],
  times: {
    committed_at: '2026-05-01T00:00:00Z',
    closed_at: '2026-06-01T00:00:00Z',
    drawn_at: '2026-06-01T00:00:00Z',
  },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contest-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function verified(text: string): Promise<string[]> {
  const path = join(folder, 'draw.json');
  await writeFile(path, text);
  const lines: string[] = [];
  await contestCommand(['verify', path], {
    print: (line: string) => lines.push(line),
  } as unknown as CommandContext);
  return lines;
}

it('says that a draw is as it should be, what to compare, and what is not verified', async () => {
  expect(await verified(JSON.stringify(FILE))).toEqual([
    'Contest 7 was drawn from 3 entries as its file says.',
    'Compare these with what was published before the draw:',
    `commitment  ${FILE.commitment}`,
    `list hash   ${FILE.list_hash}`,
    'Not verified:',
    ...NOT_VERIFIED.map((fact) => `- ${fact}`),
  ]);
});

it.each([
  '',
  '{',
  '[]',
  JSON.stringify({ ...FILE, ranking: [11, 12, 15] }),
  JSON.stringify({ ...FILE, beacon: 'x' }),
  JSON.stringify({ ...FILE, closed_at: '2026-06-01T00:00:01Z' }),
])('refuses %s', (text) => expect(verified(text)).rejects.toThrow(CommandFailed));

it.each([[], ['verify'], ['check', 'file'], ['verify', 'a', 'b']].map((parameters) => [parameters]))(
  'does not take %j',
  (parameters) => expect(contestCommand(parameters, {} as CommandContext)).rejects.toThrow(WrongUsage),
);

it('says that a file cannot be read', async () => {
  const absent = contestCommand(['verify', join(folder, 'absent')], {} as CommandContext);
  await expect(absent).rejects.toThrow(/cannot be read/);
});
