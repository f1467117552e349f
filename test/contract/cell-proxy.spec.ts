import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '#libs/testing';
import { cellRoutes } from '../../src/tools/cli/cell-routes';
import { Sql } from '../../src/platform/database';
import { freePort } from '../support/free-port';
import { Pages } from '../support/pages';
import { openBank, payByCard } from '../support/payments/demo-bank';
import { runJob } from '../support/run-job';
import { SIGN_UP } from '../support/sign-up';
import { StaffClient } from '../support/staff-client';
import { type TestApp, testApp } from '../support/start-test-app';
import { staffRoutes } from '../staff/staff-routes';
import { API_ROUTES, OTHER_ROUTES } from './routes';

/*
 * Two cells behind HAProxy, with the configuration that operations/cells ships.
 */

const ROOT = join(__dirname, '..', '..');
const OPERATIONS = join(ROOT, 'operations', 'cells');
const HAPROXY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(existsSync);

/** The port of the proxy. */
const port = freePort();
const staffHost = (cell: number): string => `staff-${cell}.example`;

const settings = (cell: number) => async () => ({
  PUBLIC_URL: `http://127.0.0.1:${await port}`,
  STAFF_URL: `https://${staffHost(cell)}`,
  TRUST_PROXY: '127.0.0.1',
  PAYMENTS_DEMO: 'true',
});
const cells = [testApp(settings(0)), testApp(settings(1), { cell: 1 })];

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

// Hundreds of requests through two services and a proxy.
jest.setTimeout(120_000);

/** The requests that reached each cell, except health checks. */
const reached: string[][] = [[], []];

let folder: string;
let proxy: ChildProcess | undefined;
let client: HttpClient;

const socket = (): string => join(folder, 'admin.sock');
const map = (): string => join(folder, 'routes.map');

/** A fan club in a cell. Its key is not in the other one. */
const clubIn = (at: number) => cells[at].given.fanclub({ key: `key-of-cell-${at}` });

const allRoutes = async (): Promise<string[]> => (await Promise.all(cells.map(routesOf))).flat();

async function routesOf(t: TestApp, at: number): Promise<readonly string[]> {
  return (await cellRoutes(t.app.get(Sql), `cell${at}`, staffHost(at))).lines;
}

/** Gives the proxy the routes, as the page for operators does. */
function update(lines: readonly string[], ...options: string[]): void {
  execFileSync(process.execPath, [join(OPERATIONS, 'routes.mjs'), socket(), map(), ...options], {
    input: lines.join('\n'),
  });
}

/** As {@link update}, beside other calls. @returns the exit code */
async function updating(lines: readonly string[], ...options: string[]): Promise<number> {
  const child = spawn(process.execPath, [join(OPERATIONS, 'routes.mjs'), socket(), map(), ...options], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.on('error', () => undefined).end(lines.join('\n'));
  const [code] = (await once(child, 'close')) as [number];
  return code;
}

/** The cell that a request reaches; its answer must come from there. */
async function cellOf(method: string, path: string, options: object = {}): Promise<number> {
  reached.forEach((requests) => requests.splice(0));
  await client.request(method, path, options);
  expect(reached.flat()).toHaveLength(1);
  return reached.findIndex((requests) => requests.length === 1);
}

beforeAll(async () => {
  if (!HAPROXY) return;
  folder = mkdtempSync(join(tmpdir(), 'fanclub-cells-'));
  writeFileSync(map(), '');
  client = new HttpClient(cells[0].config.publicUrl);
  cells.forEach((t, at) => {
    const server = t.app.getHttpServer();
    server.prependListener('request', ({ method, url = '' }) => {
      if (url !== '/healthz') reached[at].push(`${method} ${url}`);
    });
  });
  proxy = spawn(HAPROXY, ['-db', '-f', join(OPERATIONS, 'haproxy.cfg')], {
    env: {
      CELLS_ADDRESS: new URL(cells[0].config.publicUrl).host,
      CELLS_SOCKET: socket(),
      CELLS_ROUTES: map(),
      CELL0: new URL(cells[0].origin).host,
      CELL1: new URL(cells[1].origin).host,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await eventually(() => client.request('GET', '/').then(({ status }) => status < 500));
});

afterAll(async () => {
  if (proxy) {
    const ended = new Promise((resolve) => proxy?.once('exit', resolve));
    proxy.kill('SIGTERM');
    await ended;
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** The payloads of the jobs of a kind that wait in a cell. */
async function payloadsOf({ db }: TestApp, kind: string): Promise<object[]> {
  const jobs = await db.query<{ payload: object }[]>(
    `SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks k ON k.id = j.task_id
     WHERE k.identifier = $1 ORDER BY j.id`,
    [kind],
  );
  return jobs.map(({ payload }) => payload);
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) {
    if (proxy?.exitCode !== null) throw new Error('HAProxy has ended');
    await sleep(50);
  }
}

if (!HAPROXY) {
  it('not run: requests reach the cell of their fan club, because haproxy is not installed', () => {
    process.stderr.write('not run: cell-proxy, because haproxy is not installed\n');
  });
} else {
  it('every route of the API reaches the cell of the key, in the query and in each kind of body', async () => {
    const keys = [(await clubIn(0)).key, (await clubIn(1)).key];
    update(await allRoutes());
    const lost: string[] = [];
    for (const [method, route] of API_ROUTES) {
      const path = `/api/v1${route.replace(/:\w+/g, '1')}`;
      for (const [at, key] of keys.entries()) {
        const ways: [string, string, object][] = [
          ['query', `${path}?key=${key}`, {}],
          ['JSONP', `${path}?callback=f&_method=${method}&key=${key}`, {}],
          ...(method === 'POST'
            ? ([
                ['JSON', path, { body: { padding: 'x'.repeat(50_000), key } }],
                [
                  'form',
                  path,
                  { body: new URLSearchParams({ padding: 'é&', key }).toString(), headers: FORM },
                ],
                ['query before body', `${path}?key=${key}`, { body: { key: keys[1 - at] } }],
              ] as [string, string, object][])
            : []),
        ];
        for (const [way, address, options] of ways) {
          const sent = way === 'JSONP' ? 'GET' : method;
          if ((await cellOf(sent, address, options)) !== at)
            lost.push(`${method} ${route} by ${way} of cell ${at}`);
        }
      }
    }
    expect(lost).toEqual([]);
  });

  it('pages, the API for staff and events of payment providers reach the cell of the fan club and of the account', async () => {
    const clubs = [await clubIn(0), await clubIn(1)];
    update(await allRoutes());
    const pages = OTHER_ROUTES.filter(([, path]) => path.startsWith('/fanclubs/'));
    const staff = staffRoutes(cells[1])
      .filter(({ path }) => path.startsWith('/fanclubs/'))
      .map(({ method, path }) => [method, `/staff/api${path}`] as const);
    const lost: string[] = [];
    for (const [method, route] of [...pages, ...staff, ['POST', '/payments/demo/:fanclubId/events'] as const])
      for (const [at, { id }] of clubs.entries()) {
        const path = route.replace(':fanclubId', String(id)).replace(/:\w+/g, '1');
        if ((await cellOf(method, path)) !== at) lost.push(`${method} ${route} of cell ${at}`);
      }
    expect(lost).toEqual([]);
    // The path counts before a key and a host.
    const { key } = await cells[0].given.fanclub({ key: 'key-of-cell-0-again' });
    update(await allRoutes());
    const staffHost = { headers: { host: 'staff-0.example' } };
    expect(await cellOf('GET', `/fanclubs/${clubs[1].id}/login?key=${key}`, staffHost)).toBe(1);
    // As the service, the proxy decodes the path.
    expect(await cellOf('GET', `/%66anclubs/${clubs[1].id}/login`)).toBe(1);
  });

  it('the host of a cell’s staff app decides about the API for staff and what has no fan club; everything else reaches the first cell', async () => {
    update(await allRoutes());
    for (const at of [0, 1])
      expect(
        await cellOf('GET', '/staff/api/session', { headers: { host: `staff-${at}.example:443` } }),
      ).toBe(at);
    // Also about a fan club of another cell: the session is not valid there.
    const { id } = await clubIn(1);
    const staffHost = { headers: { host: 'staff-0.example' } };
    expect(await cellOf('GET', `/staff/api/fanclubs/${id}/plans`, staffHost)).toBe(0);
    for (const path of [
      '/',
      '/api/v1/plans',
      '/api/v1/plans?key=unknown',
      '/fanclubs/x/login',
      '/payments/demo/x/events',
    ])
      expect([path, await cellOf('GET', path)]).toEqual([path, 0]);
  });

  it('in the second cell a visitor buys on the hosted pages, the event of the bank settles the order, and staff log in', async () => {
    const [bank, t] = cells;
    const { id, key } = await clubIn(1);
    await openBank(t, id, { ...bank, origin: t.config.publicUrl });
    const plan = await t.given.plan({ name: 'Gold', price: '24.99' });
    update(await allRoutes());
    const pages = new Pages(t.config.publicUrl);
    const offer = await pages.open(`/fanclubs/${id}/plans/${plan.id}/checkout`);
    const details = await offer.submit({ ...SIGN_UP, accept_terms: 'true' });
    const placing = await (await details.follow()).submit();
    // The first cell has the bank.
    const { headers } = await payByCard({ origin: t.config.publicUrl }, placing.location!);
    for (const [cell, job] of [
      [bank, 'demo_bank.send_event'],
      [t, 'payments.process_event'],
    ] as const)
      for (const payload of await payloadsOf(cell, job)) await runJob(cell, job, undefined, payload);
    const [{ paidAt, receipt }] = await t.db.query<[{ paidAt: Date; receipt: number }]>(
      'SELECT paid_at AS "paidAt", receipt_number AS receipt FROM orders WHERE fanclub_id = $1',
      [id],
    );
    expect([paidAt, receipt]).toEqual([t.clock.now(), 1]);
    expect((await pages.open(headers.location!)).heading).toBe('Thank you');

    const person = await t.given.staff();
    await t.given.staffRole({ staffId: person.id });
    const publicUrl = `https://${staffHost(1)}`;
    const app = { origin: t.config.publicUrl, clock: t.clock, config: { publicUrl } };
    const staff = await new StaffClient(app, { host: staffHost(1) }).logIn(person);
    const { status, body } = await staff.get(`/fanclubs/${id}/orders`);
    expect([status, body.data.length]).toEqual([200, 1]);
    expect((await client.get(`/api/v1/fanclub?key=${key}`)).text).toContain('"ok"');
  });

  it('a fan club whose id another cell has created has a route of its own, and a changed route counts at once', async () => {
    const [{ id, key }, other] = [await clubIn(1), await clubIn(0)];
    const before = await allRoutes();
    update(before);
    expect(await cellOf('GET', `/fanclubs/${id}/login`)).toBe(1);
    const moved = before.map((line) => (line.startsWith(`key:${key} `) ? `key:${key} cell0` : line));
    update([...moved, `fanclub:${id} cell0`]);
    expect(await cellOf('GET', `/fanclubs/${id}/login`)).toBe(0);
    expect(await cellOf('GET', `/api/v1/plans?key=${key}`)).toBe(0);
    expect(await cellOf('GET', `/api/v1/plans?key=${other.key}`)).toBe(0);
    // What `fanclub move` prints changes nothing else.
    update([`key:${key} cell:1`, `fanclub:${id} cell:1`], '--change');
    expect(await cellOf('GET', `/fanclubs/${id}/login`)).toBe(1);
    expect(await cellOf('GET', `/api/v1/plans?key=${key}`)).toBe(1);
    expect(await cellOf('GET', `/api/v1/plans?key=${other.key}`)).toBe(0);
    expect(() => update([`key:${key} cell:7`], '--change')).toThrow('There is no route cell:7');
  });

  it('what a move changes while all routes are collected counts, and so do several changes at once', async () => {
    const clubs = [await clubIn(0)];
    for (const key of ['a', 'b', 'c']) clubs.push(await cells[0].given.fanclub({ key }));
    const before = await allRoutes();
    update(before);
    const [printed, begun, go] = ['printed', 'begun', 'go'].map((name) => join(folder, name));
    writeFileSync(printed, before.join('\n'));
    const collecting = updating(
      [],
      '--collect',
      `cat ${printed}; touch ${begun}; until [ -e ${go} ]; do sleep 0.02; done`,
    );
    await eventually(() => Promise.resolve(existsSync(begun)));
    const moved = clubs.flatMap(({ id, key }) => [`key:${key} cell:1`, `fanclub:${id} cell:1`]);
    const changes = [0, 2, 4, 6].map((at) => updating(moved.slice(at, at + 2), '--change'));
    expect(await Promise.all(changes)).toEqual([0, 0, 0, 0]);
    for (const { id, key } of clubs)
      expect([
        await cellOf('GET', `/fanclubs/${id}/login`),
        await cellOf('GET', `/api/v1/plans?key=${key}`),
      ]).toEqual([1, 1]);
    writeFileSync(
      printed,
      [...before.filter((line) => !/^key:/.test(line)), `key:${clubs[0].key} cell1`].join('\n'),
    );
    writeFileSync(go, '');
    expect(await collecting).toBe(0);
    expect(await cellOf('GET', `/api/v1/plans?key=${clubs[0].key}`)).toBe(1);
    expect(await updating([], '--collect', 'false')).toBe(1);
  });

  it('nothing changes if two cells have the same key, or if a line is no route', async () => {
    const { key } = await clubIn(1);
    update(await allRoutes());
    const refusal = (lines: readonly string[]): string => {
      const { status, stderr } = spawnSync(
        process.execPath,
        [join(OPERATIONS, 'routes.mjs'), socket(), map()],
        {
          input: lines.join('\n'),
          encoding: 'utf8',
        },
      );
      expect(status).toBe(1);
      return stderr;
    };
    expect(refusal([`key:${key} cell1`, `key:${key} cell0`])).toContain('Several cells have');
    expect(refusal([`key:${key} cell0`, 'nonsense'])).toContain('not a route');
    expect(refusal([`key:${key} cell2`])).toContain('HAProxy has no such backend');
    expect(refusal([])).toContain('no routes');
    expect(await cellOf('GET', `/api/v1/plans?key=${key}`)).toBe(1);
  });
}
