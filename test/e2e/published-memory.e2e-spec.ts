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
/** The bound for cached answers. */
const ANSWERS_MB = 2;
const MB = 2 ** 20;
const READERS = 8;
/** Fan clubs read between two measurements of the memory. */
const STEP = 200;
/** The growth of the service before it is warm. */
const SLACK_MB = 10;

/** Larger than the whole bound. */
const GIANT = FANCLUBS + 1;

let database: OpenDatabase;
let child: ChildProcess;
let server: RunningProcess;
let client: HttpClient;
const agent = new Agent({ keepAlive: true, maxSockets: READERS });

beforeAll(async () => {
  // Reading this many fan clubs takes longer than a request may.
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

async function held(question: MemoryQuestion = { clear: false }): Promise<MemoryHeld> {
  const told = once(child, 'message');
  child.send(question);
  return ((await told) as [MemoryHeld])[0];
}

/** The wrong answers that a fan club's visitors get. */
async function faultsOf(club: number): Promise<string[]> {
  const faults: string[] = [];
  for (const ownText of [eventOf, OTHERS[club % OTHERS.length]]) {
    const [path, own] = ownText(club);
    const { text } = await client.get(`/${path}?key=club-${club}`);
    if (!text.includes(`"${own}"`)) faults.push(`${path} of club ${club}: ${text.slice(0, 200)}`);
  }
  return faults;
}

/** A path, and a text that only this fan club's answer contains. Events also have a cached answer. */
const eventOf = (club: number) => ['events', `Event 7 of club ${club}`] as const;
const OTHERS = [
  (club: number) => ['fanclub', `Club ${club}`],
  (club: number) => ['plans', `Plan 2 of club ${club}`],
  (club: number) => ['contests', `Contest 2 of club ${club}`],
] as const;

/** Reads the fan clubs, some of them simultaneously, and returns the wrong answers. */
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

describe(`with ${FANCLUBS} fan clubs in rotation, and ${BOUND_MB} MB for them`, () => {
  const samples: MemoryHeld[] = [];
  const most = (of: (held: MemoryHeld) => number): number => Math.max(...samples.map(of));
  let before: MemoryHeld;
  let forgotten: MemoryHeld;

  beforeAll(async () => {
    await readAll(clubs(1, 20));
    before = await held({ clear: true });
  });

  it('every answer is correct', async () => {
    for (let at = 1; at <= FANCLUBS; at += STEP) {
      expect(await readAll(clubs(at, at + STEP - 1))).toEqual([]);
      samples.push(await held());
    }
    forgotten = await held({ clear: true });
    // The last fan clubs are still in memory, the first ones were evicted.
    expect(await readAll([...clubs(FANCLUBS - 20, FANCLUBS), ...clubs(1, 20)])).toEqual([]);
  }, 180_000);

  it('memory holds as many as fit', () => {
    expect(most(({ usage }) => usage.bytes)).toBeLessThanOrEqual(BOUND_MB * MB);
    const { usage } = samples[samples.length - 1];
    expect(usage.bytes).toBeGreaterThan(0.9 * BOUND_MB * MB);
    expect(usage.entries).toBeGreaterThan(50);
    expect(usage.entries).toBeLessThan(FANCLUBS / 4);
  });

  it('the process uses about the configured memory', () => {
    const { live, usage } = samples[samples.length - 1];
    const freed = live - forgotten.live;
    // The estimate is rough, and versions of Node differ: 1.5 on 20.19.0.
    expect(freed).toBeGreaterThan(usage.bytes / 2);
    expect(freed).toBeLessThan(usage.bytes * 2);
    expect(most((sample) => sample.live) - before.live).toBeLessThan(
      (2 * BOUND_MB + ANSWERS_MB + SLACK_MB) * MB,
    );
    expect(most((sample) => sample.resident) - before.resident).toBeLessThan(64 * MB);
  });

  it('a fan club above the limit is answered correctly, and not kept in memory', async () => {
    const { usage } = await held();
    for (let times = 0; times < 3; times += 1) expect(await readAll([GIANT])).toEqual([]);
    expect((await held()).usage).toEqual(usage);
  });
});
