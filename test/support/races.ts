import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/app/create-app';
import { byForm, repetitions } from '../suite/form';
import type { Answer } from './api';
import { type ServerProcess, startServerProcess } from './server-process';
import { testConfig, type TestApp } from './start-test-app';

/** The number of simultaneous requests: more than any limit that a race reaches, which is ten. */
export const CROWD = repetitions('RACE_CROWD', { short: 14, long: 50 });

/** The rounds of each race. */
export const ROUNDS = Number(process.env.RACE_ROUNDS ?? 1);

/** Milliseconds for all rounds of a race, on a loaded machine, including one that waits until a limit of the service ends it. */
const TIMEOUT = 60_000 + ROUNDS * 5_000;

const UNEXPECTED = 'An error has occurred, please try again later.';

/** Two servers over the database of a test. */
export interface TwoServers {
  /** Sends this many simultaneous requests, alternating between the servers, and returns the answers in that order. */
  crowd<T = Answer>(send: (origin: string, n: number) => Promise<T>, size?: number): Promise<T[]>;
  /** `http://127.0.0.1:<port>` of the servers in turn. */
  origin(n: number): string;
}

type Server = Pick<ServerProcess, 'origin'> &
  Partial<Pick<ServerProcess, 'output'>> & { kill(): Promise<unknown> };

/** A server in the process of the tests, with connections and memory of its own. It starts in a fifth of the time of a process. */
async function startServer(databaseUrl: string, environment: NodeJS.ProcessEnv): Promise<Server> {
  const app = await createApp(testConfig(databaseUrl, environment));
  await app.listen(0, '127.0.0.1');
  return { origin: await app.getUrl(), kill: () => app.close() };
}

/**
 * Starts two servers before the tests of a file, and ends them afterwards: in the long form two processes, in the short form two
 * services in the process of the tests, which meet in the database as well. They and the tests use the real time.
 * @param environment settings that replace those of the tests
 * @param short what the short form starts
 */
export function twoServers(
  t: TestApp,
  environment: () => NodeJS.ProcessEnv = () => ({}),
  short: typeof startServer = startServer,
): TwoServers {
  let servers: readonly Server[] = [];
  const starting: Promise<Server>[] = [];
  const start = byForm<typeof startServer>({ short, long: startServerProcess });
  beforeAll(async () => {
    const { url } = t.config.database;
    const settings = { LOG_LEVEL: 'error', ...environment() };
    starting.push(start(url, settings), start(url, settings));
    servers = await Promise.all(starting);
  }, 90_000);
  t.beforeStop(async () => {
    for (const started of await Promise.allSettled(starting)) {
      if (started.status === 'rejected') continue;
      await started.value.kill();
      // The faults that requests met. A service in this process has written them itself.
      process.stdout.write(started.value.output?.() ?? '');
    }
  });
  beforeEach(() => t.clock.set(new Date()));
  const origin = (n: number): string => servers[n % 2].origin;
  return {
    origin,
    crowd: (send, size = CROWD) => Promise.all(Array.from({ length: size }, (_, n) => send(origin(n), n))),
  };
}

/** A test that runs a race several times; each round creates new rows. */
export function race(claim: string, run: (round: number) => Promise<void>): void {
  it(
    `${claim} (rounds: ${ROUNDS})`,
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) await run(round);
    },
    TIMEOUT,
  );
}

/**
 * Whether the service was overloaded: the text of internal errors, with Retry-After. The request had no
 * effect.
 */
export function isOverload({ body, headers }: Answer): boolean {
  return body?.messages?.[0] === UNEXPECTED && headers.has('retry-after');
}

/** Retries until the server is not overloaded, and returns that answer. */
export async function notOverloaded(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (!isOverload(answer)) return answer;
    await sleep(200);
  }
}

/** Expects one ok, and one of these messages or an overload in all other answers. Returns the index of the winner. */
export function expectOneWinner(answers: readonly Answer[], ...refusals: string[]): number {
  const won = ({ body }: Answer): boolean => body?.status === 'ok';
  expect(answers.filter(won).map(({ text }) => text)).toHaveLength(1);
  expectOnly(
    answers.filter((answer) => !won(answer)),
    ...refusals,
  );
  return answers.findIndex(won);
}

/** Expects one of these messages or an overload in every answer. */
export function expectOnly(answers: readonly Answer[], ...refusals: string[]): void {
  const expected = refusals.map((refusal) => JSON.stringify({ status: 'error', messages: [refusal] }));
  const others = answers.filter((answer) => !isOverload(answer) && !expected.includes(answer.text));
  expect(others.map(({ text }) => text)).toEqual([]);
}

/** The text with different capitals for each number below 64. */
export const mixedCase = (text: string, n: number): string =>
  [...text].map((letter, at) => ((n >> (at % 6)) & 1 ? letter.toUpperCase() : letter)).join('');
