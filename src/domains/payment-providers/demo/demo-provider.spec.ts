import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Misconfigured, ProviderUnavailable } from '../provider.errors';
import { DemoProvider } from './demo-provider';

/** What the bank does with each request, in order; the last one also with all further ones. */
type Answer = (response: ServerResponse) => void;

const drops: Answer = (response) => response.destroy();
const answers =
  (status: number, body: string): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
const DONE = answers(201, '{"result":{"ref":"customer_1","content":{"isDeleted":false}}}');

let server: Server;
let keys: unknown[];
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** Adds a customer at a bank that answers like this. */
async function add(...script: Answer[]): Promise<string> {
  keys = [];
  server = createServer((request: IncomingMessage, response) => {
    keys.push(request.headers['idempotency-key']);
    script[Math.min(keys.length, script.length) - 1](response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const access = { fanclubId: 1, live: false, secret: 'secret', webhookSecrets: [] };
  const provider = new DemoProvider(access, `http://127.0.0.1:${port}`);
  return provider.addCustomer({
    fanclubId: 1,
    customerId: 1,
    email: 'ada@x.example',
    name: null,
    idempotencyKey: 'key',
  });
}

describe('the adapter of the demo bank', () => {
  it.each([
    ['drops the connection', drops],
    ['answers 503', answers(503, '{}')],
    ['answers no JSON', answers(200, '<html>')],
  ])('asks once more with the same key if the bank %s', async (_what, fails) => {
    expect(await add(fails, DONE)).toBe('customer_1');
    expect(keys).toEqual(['key', 'key']);
    await new Promise((resolve) => server.close(resolve));
    await expect(add(fails)).rejects.toThrow(ProviderUnavailable);
    expect(keys).toHaveLength(2);
  });

  it.each([
    [400, '{"code":"invalid_request"}', 'invalid_request'],
    [401, '{"code":"unknown_key"}', 'unknown_key'],
    [403, '{}', 'status_403'],
    [409, '{"code":"idempotency_key_reused"}', 'idempotency_key_reused'],
  ])('does not repeat what is answered with %i', async (status, body, code) => {
    const failure = await add(answers(status, body)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Misconfigured);
    expect([(failure as Misconfigured).code, keys.length]).toEqual([code, 1]);
  });
});
