import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerProcess } from '../server-process';
import { testApp } from '../start-test-app';
import { Bombardment } from './bombardment';
import type { Probe } from './probe';

/* Checks that the bombardment can fail: it tests a server with one fault, which occurs once among many requests. */

const t = testApp({}, { alone: true });

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  vary: 'Origin',
  'x-request-id': 'trace-0123456789',
};
const REFUSED = '{"status":"error","messages":["No order found"]}';
const OK = '{"status":"ok"}';

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

let misbehave: Behaviour;
let http: Server;
let server: ServerProcess;

beforeAll(async () => {
  http = createServer((request, response) => {
    if (request.url?.includes('wrong')) void misbehave(response, request);
    else response.writeHead(200, HEADERS).end(REFUSED);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  server = { origin, pid: process.pid, output: () => 'the end of its log', kill: async () => 0 };
});

afterAll(() => http.close());

const asked = (path: string, more: Partial<Probe> = {}): Probe => ({
  route: 'POST /orders',
  method: 'POST',
  path: `/api/v1/orders?q=${path}`,
  headers: {},
  ...more,
});

async function bombard(probes: readonly Probe[], behaviour: Behaviour): Promise<number[]> {
  await t.given.customer();
  misbehave = behaviour;
  return (await Bombardment.of(t.db, server)).send(probes);
}

const withOne = (wrong: Partial<Probe> = {}): Probe[] => [
  ...Array.from({ length: 30 }, (_, n) => asked(`good-${n}`)),
  asked('wrong', wrong),
  ...Array.from({ length: 20 }, (_, n) => asked(`good-${30 + n}`)),
];
const change = () => t.db.query(`UPDATE customers SET first_name = 'changed' || random()`);
const answer =
  (text: string, headers = {}, status = 200): Behaviour =>
  (response) => {
    response.writeHead(status, { ...HEADERS, ...headers }).end(text);
  };

it('reports no fault for refusals, and measures how long each took', async () => {
  expect(await bombard(withOne(), answer(REFUSED))).toHaveLength(51);
});

it('accepts reported changes, and sees the changed rows', async () => {
  await bombard(withOne(), async (response, request) => {
    await change();
    return answer(OK)(response, request);
  });
  const [{ first_name: name }] = await t.db.query<{ first_name: string }[]>(
    'SELECT first_name FROM customers',
  );
  expect(name).not.toContain('changed');
});

it.each<[string, Behaviour, Partial<Probe>, RegExp]>([
  [
    'the text for internal errors',
    answer('{"status":"error","messages":["An error has occurred, please try again later."]}'),
    {},
    /an internal error.+the end of its log/,
  ],
  ['another status', answer(REFUSED, {}, 500), {}, /status 500/],
  ['no envelope', answer('oops'), {}, /not JSON/],
  ['a header from the request', answer(REFUSED, { 'x-evil': '1' }), {}, /added the header x-evil/],
  ['ok for a forged request', answer(OK), { mustFail: true }, /answered with ok/],
  ['no answer', (response) => void response.destroy(), {}, /gives no answer/],
  [
    'a change that a refusal hides',
    async (response, request) => {
      await change();
      return answer(REFUSED)(response, request);
    },
    {},
    /it changed customers without the answer ok\.\nPOST \/api\/v1\/orders\?q=wrong/,
  ],
  [
    'a change by reading',
    async (response, request) => {
      await change();
      return answer(OK)(response, request);
    },
    { method: 'GET' },
    /it changed customers without the answer ok/,
  ],
])('reports %s', async (_, behaviour, probe, found) => {
  await expect(bombard(withOne(probe), behaviour)).rejects.toThrow(found);
});

it('reports an unreported change among reported ones', async () => {
  const probes = [...withOne(), asked('wrong', { headers: { success: 'yes' } })];
  await expect(
    bombard(probes, async (response, request) => {
      await change();
      return answer(request.headers.success ? OK : REFUSED)(response, request);
    }),
  ).rejects.toThrow(/it changed customers without the answer ok/);
});
