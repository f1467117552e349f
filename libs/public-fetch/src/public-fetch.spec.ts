import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublic, refusalOf, type Resolve, targetOf } from './public-address';
import { publicFetch } from './public-fetch';

/** A name with these addresses. */
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

describe('a request', () => {
  let server: Server;
  let asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.url === '/moved') response.writeHead(302, { location: 'http://10.0.0.1/' });
      response.end(request.url === '/long' ? 'x'.repeat(100) : 'ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const here = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`;
  const options = { allowsLoopback: true, timeout: 5_000, maxBytes: 10, resolve: to('127.0.0.1') };

  it('sends a form, and answers like fetch', async () => {
    const body = new URLSearchParams({ a: 'b' });
    const answer = await publicFetch(options)(here('/'), { method: 'POST', body });
    expect([answer.status, await answer.text(), asked]).toEqual([200, 'ok', ['POST /']]);
  });

  it('follows no redirect', async () => {
    expect((await publicFetch(options)(here('/moved'))).status).toBe(302);
    expect(asked).toEqual(['GET /moved']);
  });

  it('fails if the answer is too long, or cuts it', async () => {
    await expect(publicFetch(options)(here('/long'))).rejects.toThrow('The answer is too long.');
    const cut = await publicFetch({ ...options, isCut: true })(here('/long'));
    expect(await cut.text()).toBe('x'.repeat(10));
  });

  it('is not sent to another address of this machine’s network', async () => {
    const inside = publicFetch({ ...options, resolve: to('10.0.0.1') });
    await expect(inside(here('/'))).rejects.toThrow('refused_address');
    await expect(publicFetch({ ...options, allowsLoopback: false })(here('/'))).rejects.toThrow(
      'refused_address',
    );
    expect(asked).toEqual([]);
  });

  it('is not sent after it was aborted', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(publicFetch(options)('https://10.0.0.1/', { signal })).rejects.toThrow('stopped');
  });
});
