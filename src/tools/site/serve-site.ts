import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { PROJECT } from '#platform/operations';
import { canonicalRedirect, fileOf, sitePolicy, TYPES } from './site.rules';

/** The files of the example site. */
const SITE = join(PROJECT, 'demo', 'site');

/** The built client of the API, as an ES module. */
const CLIENT = join(PROJECT, 'clients', 'javascript', 'dist', 'index.js');
const CLIENT_PATH = '/fanclub-client.js';

/** The values of the site's `settings.js`. */
export interface SiteSettings {
  /** The URL of the service. */
  readonly url: string;
  /** The fan club's key. */
  readonly key: string;
  /** The URL of the fan club's plans. */
  readonly plansUrl: string;
}

/** Where and for whom the example site is served. */
export interface SiteOptions {
  /** The interface to listen on. */
  host: string;
  /** The host name in the addresses of the site and of the API. Both must be equal, so that browsers treat them as one site. */
  name: string;
  /** The preferred port; another one is used if it is taken. 0 lets the system choose. */
  port: number;
  /** Read for each request. */
  settings: SiteSettings;
  /** The file of the client. Default: the one that `npm run build` makes. */
  client?: string;
}

/** The example site while it is served. */
export interface Site {
  /** `http://localhost:3001` */
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves the files of `demo/site`, and the client of the API. */
export async function serveSite({ host, name, port, settings, client = CLIENT }: SiteOptions): Promise<Site> {
  let origin = '';
  const server = createServer((request, response) => {
    answer(request, response, { origin, settings, client }).catch(() => response.destroy());
  });
  await listenNear(server, host, port);
  origin = `http://${name}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Listens on the port, or on a free one if it is taken or needs more rights. */
async function listenNear(server: Server, host: string, port: number): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (port === 0 || (code !== 'EADDRINUSE' && code !== 'EACCES')) throw error;
    await once(server.listen(0, host), 'listening');
  }
}

async function answer(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  { origin, settings, client }: { origin: string; settings: SiteSettings; client: string },
): Promise<void> {
  const send = (status: number, type: string, body: string | Buffer): void => {
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(method === 'HEAD' ? undefined : body);
  };
  response.setHeader('content-security-policy', sitePolicy(settings.url));
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
  response.setHeader('cache-control', 'no-cache');

  const elsewhere = canonicalRedirect(headers.host, url, origin);
  if (elsewhere !== null) {
    response.writeHead(307, { location: elsewhere }).end();
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return send(405, TYPES['.txt'], 'Only GET and HEAD.\n');
  }
  const path = fileOf(url);
  if (path === null) return send(404, TYPES['.txt'], 'There is no such file.\n');
  if (path === '/settings.js') return send(200, TYPES['.js'], settingsScript(settings));
  const body = await readFile(path === CLIENT_PATH ? client : join(SITE, path)).catch(() => null);
  if (body === null) return send(404, TYPES['.txt'], 'There is no such file.\n');
  send(200, TYPES[extname(path)], body);
}

/** Replaces the site's `settings.js`, because the port of the API can differ. */
function settingsScript(values: SiteSettings): string {
  return `// Written by \`npm start\`. The file of the site is demo/site/settings.js.\nexport const settings = ${JSON.stringify(values)};\n`;
}
