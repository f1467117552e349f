import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Resolve } from '#libs/public-fetch';
import { postMessage } from './post-message';

const to =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address })));

describe('an attempt', () => {
  let server: Server;
  let requests = 0;
  beforeAll(async () => {
    server = createServer((_, response) => {
      requests += 1;
      response.end('ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const { signal } = new AbortController();
  const port = () => (server.address() as AddressInfo).port;

  it('connects to the address that was checked, whatever the name leads to afterwards', async () => {
    let asked = 0;
    // Rebinding: public at the check, this machine later.
    const resolve: Resolve = () => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? '203.0.113.1' : '127.0.0.1' }]);
    };
    const refused = await post(`https://hooks.example:${port()}/`, resolve);
    expect([refused.failure, asked, requests]).toEqual(['refused_address', 1, 0]);
    asked = 0;
    const pinned: Resolve = () => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? '8.8.8.8' : '127.0.0.1' }]);
    };
    const unreached = await post(`https://hooks.example:${port()}/`, pinned, 300);
    expect([['timeout', 'connection'].includes(unreached.failure!), asked, requests]).toEqual([true, 1, 0]);
  });

  it('connects to the one address that the name had', async () => {
    const answered = await post(`http://localhost:${port()}/`, to('127.0.0.1'), 5_000, true);
    expect(answered).toMatchObject({ status: 200, failure: null, answer: 'ok' });
  });

  it('ends after its time also while the name is resolved', async () => {
    const never: Resolve = () => new Promise(() => undefined);
    expect(await post('https://hooks.example/', never, 50)).toMatchObject({
      failure: 'timeout',
      status: null,
    });
  });

  function post(url: string, resolve: Resolve, timeLimit = 5_000, allowsLoopback = false) {
    return postMessage({ url, headers: {}, body: '{}', allowsLoopback, resolve, signal, timeLimit });
  }
});
