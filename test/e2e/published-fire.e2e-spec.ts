import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { SystemClock } from '#libs/clock';
import { HttpClient } from '#libs/testing';
import {
  type EditedFanclub,
  editedFanclub,
  type History,
  keepReading,
  killListeners,
  publishEditions,
  type Sighting,
  staleness,
} from '../support/edition';
import { Given } from '../support/given';
import { asSuperuser } from '../support/database-roles';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { type ServerProcess, startServerProcess } from '../support/server-process';

/** How long the fan club is edited. `FIRE_SECONDS=60 npm test -- published-fire` runs longer, and prints its figures. */
const SECONDS = Number(process.env.FIRE_SECONDS ?? 5);
const EDITS_PER_SECOND = 50;
const PROCESSES = 4;

/** Every process shows a change within this many milliseconds of its commit. */
const PROMISE = 1000;

const EVERYTHING_TAKES = 60_000 + 4_000 * SECONDS;

/** The answers that a reader of one path on one process got, in order. */
interface Reading {
  readonly reader: string;
  readonly mentions: number;
  readonly sightings: readonly Sighting[];
}

let database: OpenDatabase;
let servers: readonly ServerProcess[] = [];
let session: string[];
let fanclub: EditedFanclub;
let history: History;
let readings: readonly Reading[];
let killed = 0;

beforeAll(async () => {
  database = await openDatabase();
  fanclub = await editedFanclub(new Given(database.dataSource, new SystemClock()));
  servers = await Promise.all(Array.from({ length: PROCESSES }, () => startServerProcess(database.url)));

  session = await login();

  let isOver = false;
  const reading = Promise.all(readers(() => isOver));
  const editions = SECONDS * EDITS_PER_SECOND;
  const killing = keepKilling(() => isOver);
  history = await publishEditions(database.url, fanclub, { editions, perSecond: EDITS_PER_SECOND });
  await sleep(PROMISE + 500);
  isOver = true;
  [readings, killed] = await Promise.all([reading, killing]);
  if (process.env.FIRE_SECONDS !== undefined) process.stdout.write(figures());
}, EVERYTHING_TAKES);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await database.close();
}, EVERYTHING_TAKES);

function readers(isOver: () => boolean): Promise<Reading>[] {
  return servers.flatMap(({ origin }, n) =>
    fanclub.paths.flatMap(({ path, mentions }) =>
      [false, true].map(async (isLoggedIn) => {
        const agent = new Agent({ keepAlive: true });
        const client = new HttpClient(`${origin}/api/v1`, {}, agent);
        try {
          if (isLoggedIn) client.cookies.store(session);
          const sightings = await keepReading(client, `${path}?key=${fanclub.key}`, isOver);
          const who = isLoggedIn ? 'a customer' : 'a visitor';
          return { reader: `${who} at ${path} of process ${n}`, mentions, sightings };
        } finally {
          agent.destroy();
        }
      }),
    ),
  );
}

/** The cookies of the customer, who logs in once. */
async function login(): Promise<string[]> {
  const client = new HttpClient(`${servers[0].origin}/api/v1`);
  const { text } = await client.post(`/login?key=${fanclub.key}`, fanclub.credentials);
  expect(text).toContain('"status":"ok"');
  return client.cookies.header()!.split('; ');
}

/** Ends the listening connections: once, then for two seconds whenever there are any, then once again. */
async function keepKilling(isOver: () => boolean): Promise<number> {
  const client = new Client({ connectionString: asSuperuser(database.url) });
  await client.connect();
  let count = 0;
  try {
    await sleep(SECONDS * 200);
    count += await killListeners(client);
    await sleep(SECONDS * 100);
    const storm = performance.now() + 2000;
    while (performance.now() < storm && !isOver()) {
      count += await killListeners(client);
      await sleep(10);
    }
    await sleep(SECONDS * 100);
    return count + (await killListeners(client));
  } finally {
    await client.end();
  }
}

const all = (): Sighting[] => readings.flatMap(({ sightings }) => sightings);

const perSecond = (): number => (history.length - 1) / ((history[history.length - 1] - history[0]) / 1000);

function figures(): string {
  const ages = all()
    .map((sighting) => staleness(sighting, history))
    .sort((a, b) => a - b);
  const stale = ages.filter((age) => age > 0).length;
  const percentiles = [0.5, 0.99, 0.999, 1].map((part) => ages[Math.ceil(ages.length * part) - 1].toFixed(1));
  return (
    `${history.length - 1} edits, ${perSecond().toFixed(0)} a second; ${killed} listening connections ended; ` +
    `${ages.length} answers, ${stale} out of date when asked for; ` +
    `by how many ms (p50, p99, p99.9, most): ${percentiles.join(', ')}\n`
  );
}

describe(`while a fan club is edited ${EDITS_PER_SECOND} times a second, and listening connections are ended`, () => {
  it('every process answers every reader', () => {
    // 50 on an idle machine; an overloaded one does fewer, which are still many for each reader.
    expect(perSecond()).toBeGreaterThan(0.1 * EDITS_PER_SECOND);
    expect(killed).toBeGreaterThanOrEqual(2 * PROCESSES);
    for (const { sightings, mentions } of readings) {
      expect(sightings.length).toBeGreaterThan(SECONDS);
      expect(sightings.filter(({ editions }) => editions.length !== mentions)).toEqual([]);
    }
  });

  it('answers are at most one second old', () => {
    expect(all().filter((sighting) => staleness(sighting, history) > PROMISE)).toEqual([]);
    for (const { sightings } of readings)
      expect(Math.min(...sightings[sightings.length - 1].editions)).toBe(history.length - 1);
  });

  it('no answer mixes two editions', () => {
    expect(all().filter(({ editions }) => new Set(editions).size !== 1)).toEqual([]);
  });

  it('no process shows an older edition than before', () => {
    const back = readings.flatMap(({ reader, sightings }) =>
      sightings
        .filter((sighting, at) => at > 0 && sighting.editions[0] < sightings[at - 1].editions[0])
        .map(({ editions }) => `${reader}: ${editions[0]} after a newer one`),
    );
    expect(back).toEqual([]);
  });

  it('no log contains an error', () => {
    expect(servers.map(({ output }) => output())).toEqual(servers.map(() => ''));
  });
});
