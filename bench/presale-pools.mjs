// The presale with pools: one gives each member a code at an instant, the other one gives a code to each member who asks, until none is left.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '../scripts/support/project.mjs';
import { firstMembers, membersOf } from './cookies.mjs';
import { median, percentile } from './load/statistics.mjs';
import { sideBySide } from './measure.mjs';
import {
  CONNECTIONS,
  costLine,
  EVENTS,
  FANS,
  LEAD_SECONDS,
  RELOAD_SECONDS,
  reloads,
  waitOf,
} from './presale.mjs';
import { line } from './report.mjs';
import { requestsOf } from './rows.mjs';
import { expectSameBytes } from './same-bytes.mjs';
import { settings as environment, startServer, withServers } from './servers.mjs';
import { ask } from './stage.mjs';
import { inTurn } from './load/request.mjs';

export const POOLS = {
  everyone: 'a pool for everybody opens',
  cost: 'a fan waits for the presale, with codes of a pool',
  request: 'a pool on request opens',
};

/** Each pool has an exclusive link for all plans. */
const POOLS_OF = [
  { id: 1001, mode: 'everyone', link: 10411 },
  { id: 1002, mode: 'on_request', link: 10431 },
];
const [EVERYONE, REQUEST] = POOLS_OF;

/** Of the fans who ask, this part gets a code. */
const PART = 0.75;

const MAKE_POOL = `
  WITH pool AS (
    INSERT INTO presale_pools (id, fanclub_id, name, mode, opens_at) VALUES ($1, 1, $2, $2, '2999-01-01')
  ), link AS (
    UPDATE ticket_links SET presale_pool_id = $1 WHERE fanclub_id = 1 AND id = $3
  )
  INSERT INTO presale_codes (fanclub_id, pool_id, position, code)
  SELECT 1, $1, n, upper($2) || '-' || n FROM generate_series(1, $4::integer) n`;

const OPEN_AT = 'UPDATE presale_pools SET opens_at = $2 WHERE fanclub_id = 1 AND id = $1';

const GIVEN = `
  SELECT customer_id AS customer FROM presale_codes WHERE fanclub_id = 1 AND pool_id = $1 AND customer_id IS NOT NULL`;

/** How often it is looked for codes that were given. */
const LOOK_EVERY_MS = 100;

export async function measurePools({ stage, settings, say, lines, headers }, servers, { size, url }) {
  if (!Object.values(POOLS).some((name) => settings.wants(name))) return;
  const fans = await firstMembers(stage.sessionKey, size, settings.quick ? FANS.quick : FANS.full);
  const rate = (fans.length * 2) / RELOAD_SECONDS;
  const requests = requestsOf({ paths: [EVENTS, '/account'] }, fans);
  const counts = [size.measured.customers, Math.floor(fans.length * PART)];
  for (const [at, { id, mode, link }] of POOLS_OF.entries())
    await ask(url, MAKE_POOL, [id, mode, link, counts[at]]);
  const [service] = servers;
  if (settings.wants(POOLS.everyone) || settings.wants(POOLS.cost)) {
    say(`· ${POOLS.everyone}`);
    // Jobs run in a process of their own. It is not on the core of the service.
    const start = () =>
      startServer(
        'service',
        { ...environment(url, stage), RUN_JOBS: 'true' },
        { firstPath: READY, where: 'all' },
      );
    await withServers([start], async () => {
      lines.push(await everyoneLine(service, { size, fans, requests, rate, url }));
    });
  }
  for (const asked of requests.slice(0, 50))
    (await expectSameBytes(...servers, asked)).forEach((header) => headers.add(header));
  if (settings.wants(POOLS.cost)) {
    say(`· ${POOLS.cost}`);
    const seconds = Math.max(settings.seconds, settings.quick ? 0 : RELOAD_SECONDS);
    const next = () => inTurn(requests);
    const figures = await sideBySide(servers, { ...settings, seconds, next, rate, connections: CONNECTIONS });
    if (figures[0].cpuMicros !== null) lines.push(costLine(POOLS.cost, figures, rate));
  }
  if (settings.wants(POOLS.request)) {
    say(`· ${POOLS.request}`);
    lines.push(await requestLine(service, { fans, url }));
  }
}

const READY = '/api/v1/fanclub?key=bench-1';

/** The job runs at the beginning of a minute. */
const MINUTE_MS = 60_000;

/** The fans give up after this many seconds. If the job fails, it runs again at the next minute. */
const PATIENCE_SECONDS = 80;

/** The fans go on for this long after the last code was given, so that each of them can see theirs. */
const AFTERWARDS_SECONDS = 5 * RELOAD_SECONDS;

/** Seconds from a fan's first reload after they were given a code to the first answer with it, of the slowest fan. */
async function everyoneLine({ port }, { size, fans, requests, rate, url }) {
  const least = Date.now() + (LEAD_SECONDS + 2) * 1000;
  const instant = Math.ceil(least / MINUTE_MS) * MINUTE_MS;
  await ask(url, OPEN_AT, [EVERYONE.id, new Date(instant)]);
  await sleep(instant - LEAD_SECONDS * 1000 - Date.now());
  const given = new Map();
  const stop = new AbortController();
  const watching = watch(url, given, stop.signal);
  const members = membersOf(size);
  const isOver = () =>
    given.size >= members && performance.now() > Math.max(...given.values()) + AFTERWARDS_SECONDS * 1000;
  const answers = await reloads(port, {
    ...{ fans, requests, rate },
    seconds: PATIENCE_SECONDS,
    isOver: seldom(isOver),
  }).finally(() => stop.abort());
  await watching;
  const waits = fans.flatMap((fan) => {
    const at = given.get(fan.id);
    return at === undefined ? [] : (waitOf(answers.get(fan), at) ?? Infinity);
  });
  if (waits.length === 0) throw new Failure('No fan was given a code.');
  const saw = waits.filter(Number.isFinite);
  const times = [...given.values()].map((at) => at + performance.timeOrigin);
  const details = {
    'fans who saw their code': `${saw.length} of ${fans.length}`,
    'median s': saw.length === 0 ? null : median(saw),
    'codes given': times.length,
    's until the first, the last was given': `${seconds(Math.min(...times) - instant)}, ${seconds(Math.max(...times) - instant)}`,
  };
  return line(POOLS.everyone, Math.max(...waits), { target: 1, isMost: true, unit: 's', details });
}

/** Asks only every 100 ms, because it is asked before each request. */
function seldom(condition) {
  let [value, until] = [false, 0];
  return () => {
    if (performance.now() > until) [value, until] = [condition(), performance.now() + 100];
    return value;
  };
}

/** Notes when each customer's code is seen in the database, on the clock of `performance.now()`: the transaction that gave it has ended. */
async function watch(url, times, signal) {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    while (!signal.aborted) {
      const { rows } = await db.query(GIVEN, [EVERYONE.id]);
      const at = performance.now();
      for (const { customer } of rows) if (!times.has(Number(customer))) times.set(Number(customer), at);
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await db.end();
  }
}

/** Seconds from the instant to the answer to the last claim. Each fan has the page open, and sends its form at the instant. */
async function requestLine(service, { fans, url }) {
  const browser = browserOf(service.port);
  const path = `/fanclubs/1/links/${REQUEST.link}/code`;
  const forms = [];
  for (const fan of fans) {
    const { body, cookies } = await browser('GET', path, { cookie: fan.cookie });
    const token = /name="form_token" value="([^"]+)"/.exec(body)?.[1];
    if (token === undefined) throw new Failure(`The page of the pool has no form:\n${body}`);
    forms.push({
      cookie: [fan.cookie, ...cookies].join('; '),
      body: `form_token=${encodeURIComponent(token)}`,
    });
  }
  const instant = Date.now() + 2000;
  await ask(url, OPEN_AT, [REQUEST.id, new Date(instant)]);
  await sleep(instant - Date.now() + 10);
  const since = performance.now();
  const claims = await Promise.all(
    forms.map(async ({ cookie, body }) => {
      const answer = await browser('POST', path, { cookie }, body);
      const code = /ON_REQUEST-\d+/.exec(answer.body)?.[0] ?? null;
      const isSoldOut = answer.body.includes('All codes have been given');
      return { ms: performance.now() - since, code, isAnswered: code !== null || isSoldOut };
    }),
  );
  const elapsed = (performance.now() - since) / 1000;
  const codes = claims.flatMap(({ code }) => code ?? []);
  const there = Math.floor(fans.length * PART);
  if (new Set(codes).size !== codes.length) throw new Failure('A code was given twice.');
  const all = claims.map(({ ms }) => ms);
  const details = {
    'codes given': `${codes.length} of ${there} to ${fans.length}`,
    'answers without code or reason': claims.filter(({ isAnswered }) => !isAnswered).length,
    'claims/s': claims.length / elapsed,
    'p50 s': percentile(all, 50) / 1000,
    'p99 s': percentile(all, 99) / 1000,
  };
  return line(POOLS.request, Math.max(...all) / 1000, { target: 1, isMost: true, unit: 's', details });
}

const seconds = (ms) => (ms / 1000).toFixed(2);

/** Sends requests of browsers, which keep their connections. */
function browserOf(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const form = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'null',
    'sec-fetch-site': 'same-origin',
  };
  return (method, path, headers, content) =>
    new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, path, method, agent, headers: { ...headers, ...(content && form) } },
        (answer) => {
          const chunks = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]);
            resolve({ status: answer.statusCode, body: Buffer.concat(chunks).toString(), cookies });
          });
        },
      );
      asked.on('error', reject);
      asked.end(content);
    });
}
