import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testApp } from '../support/start-test-app';

const t = testApp({ PUBLIC_URL: 'https://fans.example' });

interface Document {
  servers: { url: string }[];
  paths: object;
}

const committed = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as Document;

describe('the reference of a running service', () => {
  const fetchPath = (path: string, headers = {}) => fetch(t.origin + path, { headers });

  it('serves the document, readable from any website', async () => {
    const response = await fetchPath('/openapi.json', { origin: 'https://other.example' });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const { servers, paths } = (await response.json()) as Document;
    expect(servers.map(({ url }) => url)).toEqual(['/api/v1']);
    expect(paths).toEqual(committed.paths);
  });

  it('serves a page that loads only its own files', async () => {
    const page = await fetchPath('/docs');
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const file = await fetchPath(address);
      expect([address, file.status]).toEqual([address, 200]);
      await file.arrayBuffer();
    }
  });

  it('compresses for clients that accept it', async () => {
    const response = await fetchPath('/openapi.json', { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const plain = await fetchPath('/openapi.json', { 'accept-encoding': 'gzip;q=0' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toEqual(await response.json());
  });

  it('has no other files', async () => {
    for (const file of ['package.json', 'swagger-ui.js', '..%2fpackage.json', 'constructor']) {
      expect([file, (await fetchPath(`/docs/${file}`)).status]).toEqual([file, 404]);
    }
  });
});
