import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveSite, type Site } from './serve-site';

const OPTIONS = {
  host: '127.0.0.1',
  name: 'localhost',
  settings: { url: 'http://localhost:3000', key: 'a "key"', plansUrl: 'https://a.example/plans' },
};
const REFUSED = { status: 404, text: 'There is no such file.\n' };

let site: Site;
beforeAll(async () => {
  site = await serveSite({ ...OPTIONS, port: 0 });
});
afterAll(() => site.close());

/** Sends a path as it is: `fetch` would resolve `..`. */
async function get(path: string, { method = 'GET', host = new URL(site.origin).host } = {}) {
  const { port } = new URL(site.origin);
  const sent = request({ host: '127.0.0.1', port, path, method, headers: { host } }).end();
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

describe('the server of the example site', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', '<!doctype html>'],
    ['/app.js', 'text/javascript; charset=utf-8', 'import '],
    ['/css/base.css', 'text/css; charset=utf-8', ':root'],
    ['/art/comet.svg', 'image/svg+xml', '<svg'],
  ])('serves %s as %s', async (path, type, beginning) => {
    const { status, headers, text } = await get(path);
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(text).toContain(beginning);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self'; style-src 'self'") as string,
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(text)),
    });
  });

  it('lets pages call the API, and nothing else', async () => {
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'.*connect-src http:\/\/localhost:3000;/,
    );
  });

  it('serves the client of the API at the path that the pages import', async () => {
    const other = await serveSite({ ...OPTIONS, port: 0, client: __filename });
    const text = await fetch(`${other.origin}/fanclub-client.js`).then((response) => response.text());
    await other.close();
    expect(text).toBe(readFileSync(__filename, 'utf8'));
    expect(readFileSync('demo/site/club.js', 'utf8')).toContain("from './fanclub-client.js'");
  });

  it('replaces the settings of the site', async () => {
    const { text } = await get('/settings.js');
    expect(text).toContain(
      'export const settings = {"url":"http://localhost:3000","key":"a \\"key\\"","plansUrl":"https://a.example/plans"};',
    );
    expect(readFileSync('demo/site/settings.js', 'utf8')).toContain('export const settings = {');
  });

  it.each([
    '/nothing.js',
    '/../settings.js',
    '/pages/../../../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/README.md',
    '/.env',
    '/pages',
    '/%',
  ])('answers 404 to %s', async (path) => {
    const { status, text, headers } = await get(path);
    expect({ status, text }).toEqual(REFUSED);
    expect(headers['content-security-policy']).toBeDefined();
  });

  it('refuses to write, and answers HEAD without a body', async () => {
    const { status, headers } = await get('/', { method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(await get('/app.js', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  it('redirects other names of this machine to its own, where the cookie is valid', async () => {
    const { status, headers } = await get('/?a', { host: `127.0.0.1:${new URL(site.origin).port}` });
    expect([status, headers.location]).toEqual([307, `${site.origin}/?a`]);
  });

  it('takes another port if its own is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const other = await serveSite({ ...OPTIONS, port });
    try {
      expect(other.origin).toMatch(/^http:\/\/localhost:\d+$/);
      expect(other.origin).not.toBe(`http://localhost:${port}`);
    } finally {
      await other.close();
      taken.close();
    }
  });

  it('reports an interface that this machine does not have', async () => {
    await expect(serveSite({ ...OPTIONS, host: '192.0.2.1', port: 0 })).rejects.toThrow('EADDRNOTAVAIL');
  });
});
