import { sendRaw } from '#libs/testing';
import { byForm, repetitions } from '../suite/form';
import { Bombardment } from '../support/fuzz/bombardment';
import { CATEGORIES } from '../support/fuzz/categories';
import { type Category, probesOf } from '../support/fuzz/category';
import { type Answered, ProbeSender } from '../support/fuzz/send-probes';
import { faultsOf, isOk } from '../support/fuzz/oracle';
import { probe } from '../support/fuzz/probe';
import { ROUTES, TARGETS } from '../support/fuzz/targets';
import { makeWorld } from '../support/fuzz/world';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { testApp } from '../support/start-test-app';
import { Snapshot } from '../tenants/snapshot';

/*
 * For any input the process survives, the answer is a timely envelope without the text of internal errors, and rows change only
 * if the answer is `ok`. `npm test` sends 250 requests, `npm run test:long` 2,000, and `npm run test:fuzz` 60,000. FUZZ_SEED=n selects others.
 */

const t = testApp({}, { alone: true });

const size = process.env.FUZZ === 'full' ? 'full' : 'quick';
/** The part of the requests that is sent. */
const PART = size === 'full' ? 1 : repetitions('FUZZ_PART', { short: 0.05, long: 0.4 });
/** The answers that take less than a second. Three slow ones of 250 are a pause of the machine; twenty of 2,000 are not. */
const SHARE = PART > 0.1 ? 0.99 : 0.95;
const countOf = ({ sizes }: Category): number => Math.round(sizes[size] * PART);
const seed = Number(process.env.FUZZ_SEED ?? 20_260_615);
/** Time limits would measure the busy machine instead of the input. They have their own tests. */
const ENVIRONMENT = {
  LOG_LEVEL: 'error',
  DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
  DATABASE_STATEMENT_TIMEOUT_MS: '20000',
  DATABASE_LOCK_TIMEOUT_MS: '20000',
  DATABASE_ANSWER_TIMEOUT_MS: '20000',
  ANSWER_TIMEOUT_SECONDS: '30',
};
/** Milliseconds for a test, on a loaded machine. */
const TIMEOUT = 1_800_000;
const times: number[] = [];
let server: ServerProcess;

beforeAll(async () => {
  server = await startServerProcess(t.config.database.url, ENVIRONMENT);
});

afterAll(() => server?.kill());

it('is tried on every route', () => {
  expect(Object.keys(TARGETS).sort()).toEqual([...ROUTES].sort());
});

it(
  'differs from good input, which every route answers with ok',
  async () => {
    const world = await makeWorld(t);
    const snapshot = await Snapshot.take(t.db);
    const sender = new ProbeSender(server.origin, 1);
    const found: unknown[] = [];
    for (const route of ROUTES) {
      const faults = await sender.send(probe(world, route, 0)).then(faultsOfGood, (error) => [String(error)]);
      if (faults.length > 0) found.push([route, faults]);
      const changes = await snapshot.changes();
      await snapshot.restore(changes.map(({ table }) => table));
    }
    sender.close();
    expect(found).toEqual([]);
  },
  TIMEOUT,
);

/** The faults of an answer to good input. */
function faultsOfGood(answer: Answered): string[] {
  // The list of queued subscriptions has no envelope.
  const isList = answer.probe.route === 'GET /subscriptions/queued' && answer.text.startsWith('[');
  return [...faultsOf(answer), ...(isList || isOk(answer) ? [] : [answer.text])];
}

/** In the short form all kinds share a world, which takes longer to make than their requests. */
const RUNS: [string, readonly Category[]][] = byForm({
  short: [['all kinds', CATEGORIES]],
  long: CATEGORIES.map((category) => [category.name, [category]]),
});

it.each(RUNS)(
  `%s: bad input gets an envelope, causes no internal error, and changes nothing unless ok (seed ${seed})`,
  async (_, categories) => {
    const world = await makeWorld(t);
    const bombardment = await Bombardment.of(t.db, server);
    for (const category of categories)
      times.push(...(await bombardment.send(probesOf(category, world, countOf(category), seed))));
  },
  TIMEOUT,
);

it('causes no internal error when the rest of a request never arrives', async () => {
  const { key } = await t.given.fanclub();
  for (const path of [`/api/v1/login?key=${key}`, '/fanclubs/1/login']) {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    await sendRaw(server.origin, `${head}Transfer-Encoding: chunked\r\n\r\nno chunk\r\n`);
  }
});

it(`is answered within a second in ${SHARE * 100} of 100 cases`, () => {
  times.sort((a, b) => a - b);
  const planned = { quick: 5_000, full: 60_000 };
  expect(times).toHaveLength(planned[size] * PART);
  const [median, slow, slowest] = [0.5, SHARE, 1].map((part) => times[Math.ceil(times.length * part) - 1]);
  if (size === 'full') {
    const figures = [median, slow, slowest].map((ms) => Math.round(ms)).join(', ');
    process.stdout.write(`${times.length} answers; median, 99th percentile and slowest in ms: ${figures}\n`);
  }
  expect(slow).toBeLessThan(1_000);
});

it('logs no error', () => expect(server.output()).toBe(''));
