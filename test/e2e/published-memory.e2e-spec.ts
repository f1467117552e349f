import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { HttpClient } from '#libs/testing';
import { MAINTENANCE } from '../../src/platform/database/data-source-options';
import { manyFanclubs } from '../support/many-fanclubs';
import type { MemoryHeld, MemoryQuestion } from '../support/memory-process';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import type { Serving } from '../support/serve-process';
import { forkProcess, orEnd, type RunningProcess } from '../support/server-process';
import { testEnvironment } from '../support/start-test-app';

const FANCLUBS = 2000;
const BOUND_MB = 6;
/** And for the answers made of them. */
const ANSWERS_MB = 2;
const MB = 2 ** 20;
const READERS = 8;
/** Fan clubs between two looks at the memory. */
const STEP = 200;
/** What the service grows by before it is warm. */
const SLACK_MB = 10;

/** Larger than all that may be kept. */
const GIANT = FANCLUBS + 1;

let database: OpenDatabase;
let child: ChildProcess;
let server: RunningProcess;
let client: HttpClient;
const agent = new Agent({ keepAlive: true, maxSockets: READERS });

beforeAll(async () => {
  // So many fan clubs take longer than a request may.
  database = await openDatabase(MAINTENANCE);
  await manyFanclubs(database.dataSource, GIANT);
  await database.dataSource.query('UPDATE contests SET rules = repeat($1, $2) WHERE fanclub_id = $3', [
    'x',
    (BOUND_MB + 1) * MB,
    GIANT,
  ]);
  const environment = {
    ...testEnvironment(database.url),
    SNAPSHOT_MEMORY_MB: String(BOUND_MB),
    ANSWER_MEMORY_MB: String(ANSWERS_MB),
  };
  ({ child, running: server } = forkProcess('memory-process.ts', environment));
  const [{ origin }] = (await orEnd(once(child, 'message'), child, server)) as [Serving];
  client = new HttpClient(`${origin}/api/v1`, {}, agent);
}, 120_000);

afterAll(async () => {
  agent.destroy();
  await server?.kill();
  await database?.close();
});

async function held(question: MemoryQuestion = { forget: false }): Promise<MemoryHeld> {
  const told = once(child, 'message');
  child.send(question);
  return ((await told) as [MemoryHeld])[0];
}

/** What is wrong with what a fan club's visitors see: nothing, or answers. */
async function faultsOf(club: number): Promise<string[]> {
  const faults: string[] = [];
  for (const ownText of [eventOf, OTHERS[club % OTHERS.length]]) {
    const [path, own] = ownText(club);
    const { text } = await client.get(`/${path}?key=club-${club}`);
    if (!text.includes(`"${own}"`)) faults.push(`${path} of club ${club}: ${text.slice(0, 200)}`);
  }
  return faults;
}

/** A path, and a text in the answer that only this fan club's has. Events are remembered as they were printed, too. */
const eventOf = (club: number) => ['events', `Event 7 of club ${club}`] as const;
const OTHERS = [
  (club: number) => ['fanclub', `Club ${club}`],
  (club: number) => ['plans', `Plan 2 of club ${club}`],
  (club: number) => ['contests', `Contest 2 of club ${club}`],
] as const;

/** Reads the fan clubs, some at the same time, and returns what was wrong. */
async function readAll(clubs: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  const left = [...clubs];
  const read = async (): Promise<void> => {
    for (let club = left.shift(); club !== undefined; club = left.shift())
      faults.push(...(await faultsOf(club)));
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return faults;
}

const clubs = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe(`with ${FANCLUBS} fan clubs that take turns, and ${BOUND_MB} MB for them`, () => {
  const samples: MemoryHeld[] = [];
  const most = (of: (held: MemoryHeld) => number): number => Math.max(...samples.map(of));
  let before: MemoryHeld;
  let forgotten: MemoryHeld;

  beforeAll(async () => {
    await readAll(clubs(1, 20));
    before = await held({ forget: true });
  });

  it('answers everybody right', async () => {
    for (let at = 1; at <= FANCLUBS; at += STEP) {
      expect(await readAll(clubs(at, at + STEP - 1))).toEqual([]);
      samples.push(await held());
    }
    forgotten = await held({ forget: true });
    // Those that were kept last, and those that had to go.
    expect(await readAll([...clubs(FANCLUBS - 20, FANCLUBS), ...clubs(1, 20)])).toEqual([]);
  }, 180_000);

  it('keeps as many as have room', () => {
    expect(most(({ usage }) => usage.bytes)).toBeLessThanOrEqual(BOUND_MB * MB);
    const { usage } = samples[samples.length - 1];
    expect(usage.bytes).toBeGreaterThan(0.9 * BOUND_MB * MB);
    expect(usage.entries).toBeGreaterThan(50);
    expect(usage.entries).toBeLessThan(FANCLUBS / 4);
  });

  it('takes from the machine about as much as it says', () => {
    const { live, usage } = samples[samples.length - 1];
    const freed = live - forgotten.live;
    expect(freed).toBeGreaterThan(usage.bytes / 1.5);
    expect(freed).toBeLessThan(usage.bytes * 1.5);
    expect(most((sample) => sample.live) - before.live).toBeLessThan(
      (2 * BOUND_MB + ANSWERS_MB + SLACK_MB) * MB,
    );
    expect(most((sample) => sample.resident) - before.resident).toBeLessThan(64 * MB);
  });

  it('answers right for a fan club that is larger than that, and keeps it not', async () => {
    const { usage } = await held();
    for (let times = 0; times < 3; times += 1) expect(await readAll([GIANT])).toEqual([]);
    expect((await held()).usage).toEqual(usage);
  });
});
