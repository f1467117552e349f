import { parsedUrl } from '#libs/validation';
import { LOOPBACK_NAMES } from '#platform/config';

/** Whether a host, with or without a port, is a loopback name. */
export function isLoopbackHost(host: string): boolean {
  return /^[\w.:[\]-]+$/.test(host) && LOOPBACK_NAMES.includes(parsedUrl(`http://${host}`)?.hostname ?? '');
}

/**
 * The origin, if it is safe in a command that developers paste into a shell; else null. Visitors can send any origin, and host
 * names of URLs may contain `$` and brackets.
 */
export function printableOrigin(text: string | undefined): string | null {
  const origin = text === undefined ? undefined : parsedUrl(text)?.origin;
  const isPlain = /^https?:\/\/(\[[\da-f:]+\]|[\da-z.-]+)(:\d+)?$/.test(origin ?? '');
  return isPlain ? (origin ?? null) : null;
}

/** The hint for a page whose origin the fan club does not trust. `key` is the fan club's. */
export function untrustedHint(origin: string, key: string): string {
  const printableKey = /^[\w.-]+$/.test(key) ? key : 'KEY';
  return `pages of ${origin} are not trusted, so their visitors count as logged out. To trust them: npx fanclub trust ${printableKey} ${origin}`;
}

/** The hint for a page without an origin. */
export const OPAQUE_HINT =
  'a page without an origin, such as a file opened in the browser, cannot be trusted, so its visitors count as logged out. Serve it over http:// instead';

/**
 * The hint for a page that uses one loopback name and calls the service by another one; null for any other page.
 * @param host the `Host` header
 */
export function loopbackHint(origin: string, host: string | undefined): string | null {
  const page = parsedUrl(origin);
  const service = parsedUrl(`http://${host}`);
  if (!page || !service || !isLoopbackHost(page.host) || !isLoopbackHost(service.host)) return null;
  if (page.hostname === service.hostname) return null;
  const sameHost = `${page.protocol}//${service.hostname}${port(page)}`;
  const sameService = `http://${page.hostname}${port(service)}`;
  return `a page of ${page.origin} calls ${service.origin}: browsers keep cookies by host name, so its visitors do not stay logged in. Open the page at ${sameHost}, or call the service at ${sameService}`;
}

/**
 * The hint for a page that calls the service by one loopback name, while the hosted pages use another one; null for any other page.
 * @param host the `Host` header
 * @param publicUrl the address of the hosted pages
 */
export function hostedPagesHint(origin: string, host: string | undefined, publicUrl: string): string | null {
  const hint = loopbackHint(publicUrl, host);
  const page = parsedUrl(origin);
  const hosted = parsedUrl(publicUrl);
  if (hint === null || !page || !hosted || !isLoopbackHost(page.host)) return null;
  const sameHost = `${page.protocol}//${hosted.hostname}${port(page)}`;
  return `a page of ${page.origin} calls http://${host}, but the hosted pages, such as the checkout, are at ${hosted.origin}: browsers keep cookies by host name, so the page does not share their log-ins. Open the page at ${sameHost}, and call the service at ${hosted.origin}`;
}

const port = ({ port: number }: URL): string => (number === '' ? '' : `:${number}`);
