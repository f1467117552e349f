import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postMessage } from './post-message';
import { isPublic, refusalOf, type Resolve, targetOf } from './public-address';

const to =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address })));

describe('an address in a URL', () => {
  it.each([
    ['private', 'https://10.0.0.1/'],
    ['private', 'https://172.16.3.4/'],
    ['private', 'https://192.168.1.1/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback', 'https://localhost/'],
    ['loopback', 'https://sub.localhost/'],
    ['loopback in short', 'https://127.1/'],
    ['decimal', 'https://2130706433/'],
    ['octal', 'https://0177.0.0.1/'],
    ['hexadecimal', 'https://0x7f000001/'],
    ['with full-width digits', 'https://１２７.0.0.1/'],
    ['link-local, metadata of clouds', 'https://169.254.169.254/latest/meta-data'],
    ['of a carrier', 'https://100.64.0.1/'],
    ['unspecified', 'https://0.0.0.0/'],
    ['broadcast', 'https://255.255.255.255/'],
    ['multicast', 'https://224.0.0.1/'],
    ['documentation', 'https://192.0.2.1/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv6 unspecified', 'https://[::]/'],
    ['mapped', 'https://[::ffff:127.0.0.1]/'],
    ['mapped, in hexadecimal', 'https://[::ffff:7f00:1]/'],
    ['compatible', 'https://[::127.0.0.1]/'],
    ['NAT64', 'https://[64:ff9b::7f00:1]/'],
    ['6to4', 'https://[2002:7f00:1::]/'],
    ['Teredo', 'https://[2001::1]/'],
    ['unique local', 'https://[fd00::1]/'],
    ['link-local IPv6', 'https://[fe80::1]/'],
    ['plain HTTP', 'http://hooks.example/'],
    ['a file', 'file:///etc/passwd'],
    ['with a password', 'https://a:b@hooks.example/'],
    ['no URL', 'hooks.example'],
  ])('is refused: %s', async (_, url) => {
    expect(refusalOf(url, false)).toEqual(expect.any(String));
    await expect(targetOf(url, false, to('93.184.215.14'))).rejects.toThrow('refused_address');
  });

  it('may be a public one over TLS; plain HTTP to this machine only while developing', () => {
    expect(refusalOf('https://hooks.example/a?b', false)).toBeNull();
    expect(refusalOf('https://93.184.215.14/', false)).toBeNull();
    expect(refusalOf('http://127.0.0.1:4000/', true)).toBeNull();
    expect(refusalOf('http://192.168.1.1/', true)).toEqual(expect.any(String));
  });

  it('knows what is public', () => {
    expect(['8.8.8.8', '2606:4700::1111'].map(isPublic)).toEqual([true, true]);
    expect(['::ffff:10.0.0.1', 'no address', '198.18.0.1'].map(isPublic)).toEqual([false, false, false]);
  });
});

describe('a name', () => {
  it.each([
    ['to a private address', ['10.0.0.1']],
    ['to a private address beside a public one', ['93.184.215.14', '192.168.0.1']],
    ['to a mapped one', ['::ffff:169.254.169.254']],
  ])('is refused if it leads %s', async (_, addresses) => {
    await expect(targetOf('https://hooks.example/', false, to(...addresses))).rejects.toThrow(
      'refused_address',
    );
  });

  it('that leads nowhere is unresolved', async () => {
    const nowhere = () => Promise.reject(new Error('ENOTFOUND'));
    await expect(targetOf('https://hooks.example/', false, nowhere)).rejects.toThrow('unresolved');
  });
});

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
