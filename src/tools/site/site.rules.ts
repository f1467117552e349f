import { type Config, isLoopback } from '#platform/config';

/** The media types of the site's files. Files with other extensions are not served. */
export const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Names in lower case with one known extension: no hidden files, no `..`, no escapes, no README. */
const FILE = /^(\/[a-z0-9-]+)*\/[a-z0-9-]+\.(html|js|css|svg)$/;

/** The path of the file that a URL asks for, with a leading slash; null if it cannot be one of the site. */
export function fileOf(url: string): string | null {
  const [path] = url.split(/[?#]/, 1);
  if (path === '/') return '/index.html';
  return FILE.test(path) ? path : null;
}

/** The Content-Security-Policy of the site: its own scripts, styles and images, and calls to the API only. */
export function sitePolicy(api: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${new URL(api).origin}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/**
 * The same page under the site's own name, for a request that uses another name of this machine. The session cookie belongs to one
 * host name, so a page on `127.0.0.1` would not be logged in to an API on `localhost`. Null if nothing has to change.
 */
export function canonicalRedirect(host: string | undefined, url: string, origin: string): string | null {
  const own = new URL(origin);
  if (host === undefined || host === own.host || !isLoopback(own.hostname)) return null;
  const asked = /^(\[[^\]]*\]|[^:]*)/.exec(host)?.[0] ?? '';
  return isLoopback(asked) && url.startsWith('/') ? `${origin}${url}` : null;
}

type Addresses = Pick<Config, 'host' | 'port' | 'publicUrl' | 'publicUrlGiven'>;

/** The host name of the site: that of the public URL, unless only this machine can reach the service and the name is not its own. */
export function siteName({ host, publicUrl }: Pick<Addresses, 'host' | 'publicUrl'>): string {
  const { hostname } = new URL(publicUrl);
  if (isLoopback(hostname) || !isLoopback(host)) return hostname;
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * The URL under which the site calls the service: its public URL, or the address on this machine if only this machine can reach it.
 * @param listening the address of the server
 */
export function apiOfSite(config: Addresses, listening: string): string {
  const { hostname } = new URL(config.publicUrl);
  const name = siteName(config);
  if (name === hostname && (config.port !== 0 || config.publicUrlGiven)) return config.publicUrl;
  return `http://${name}:${new URL(listening).port}`;
}
