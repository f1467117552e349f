import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { API_PATH } from '#platform/http';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^(?:${LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`);
const MAX_LENGTH = 253;

/** The host in a header `Host`, in lower case and without its port. Null unless it is exactly a host and a port. */
export function hostOf(header: string): string | null {
  const [, host] = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.exec(header) ?? [];
  return host === undefined ? null : host.toLowerCase();
}

/** A host as it is stored, from what somebody has typed: `Fans.Example` or `müsli.example`. Null: it can be no fan club's. */
export function storedHost(typed: string): string | null {
  // `domainToASCII` drops line breaks, and decodes what is encoded.
  const host = /^[\p{L}\p{M}\p{N}.-]+$/u.test(typed) ? domainToASCII(typed) : '';
  return NAME.test(host) && host.length <= MAX_LENGTH ? host : null;
}

/** Whether only a machine or a network of containers calls a host so: an IP address, or a name without a dot. */
export function isInternalName(host: string): boolean {
  return host === 'localhost' || !host.includes('.') || isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}

/** What every host serves, and those that wait for their check. */
export const EVERYWHERE = new Set(['/healthz', '/readyz', '/hosts/ask', '/.well-known/fanclub']);

/** Where a request to a fan club's own host is routed: to another URL, or the browser is sent to another one of the host. */
export type Inside = { readonly url: string } | { readonly redirect: string };

/**
 * The place of a URL of a fan club's own host. Its pages have short addresses there; all other URLs but the API's become addresses
 * below the fan club's, so that nothing else is served there.
 * @param url path and query, as sent @param isRead whether a browser can be sent elsewhere
 */
export function insideClub(url: string, fanclubId: number, isRead: boolean): Inside {
  const [path] = url.split('?', 1);
  const query = url.slice(path.length);
  if (EVERYWHERE.has(path) || path === API_PATH || path.startsWith('/api/')) return { url };
  const own = `/fanclubs/${fanclubId}`;
  if (path === '/' && isRead) return { redirect: `/membership${query}` };
  if (isRead && (path === own || path.startsWith(`${own}/`)))
    return { redirect: shortPath(path.slice(own.length)) + query };
  return { url: `${own}${path.replace(/^\/checkout\/([^/]+)/, '/plans/$1/checkout')}${query}` };
}

/** The short address of a page. @param page its path below the fan club's: `/plans/7/checkout/done` */
export function shortPath(page: string): string {
  return page.replace(/^\/plans\/([^/]+)\/checkout(?=\/|$)/, '/checkout/$1') || '/';
}
