import { parsedUrl } from '#libs/validation';
import { LOOPBACK_NAMES } from '#platform/config';

/** Whether a host, with or without a port, is a name of this machine that only this machine can use. */
export function isLoopbackHost(host: string): boolean {
  return /^[\w.:[\]-]+$/.test(host) && LOOPBACK_NAMES.includes(parsedUrl(`http://${host}`)?.hostname ?? '');
}

/**
 * An origin that is safe to print in a command that somebody pastes into a shell; null for any other. A host name may
 * contain `$` and brackets as far as URLs go, and visitors choose what they send.
 */
export function printableOrigin(text: string | undefined): string | null {
  const origin = text === undefined ? undefined : parsedUrl(text)?.origin;
  const isPlain = /^https?:\/\/(\[[\da-f:]+\]|[\da-z.-]+)(:\d+)?$/.test(origin ?? '');
  return isPlain ? (origin ?? null) : null;
}

/** What the log says about a page whose origin the fan club does not trust. `key` is one of the fan club's. */
export function untrustedHint(origin: string, key: string): string {
  const printableKey = /^[\w.-]+$/.test(key) ? key : 'KEY';
  return `pages of ${origin} are not trusted: to them every visitor is logged out. To trust them: npx fanclub trust ${printableKey} ${origin}`;
}

/** What the log says about pages that have no origin. */
export const OPAQUE_HINT =
  'a page without an origin, such as a file opened in the browser, cannot be trusted: to it every visitor is logged out. Serve it over http:// instead';

/**
 * What the log says about a page that is on one name of this machine and calls the service by another one. Null where both use
 * the same, or one of them is elsewhere.
 *
 * @param host as the request's `Host` header has it
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

const port = ({ port: number }: URL): string => (number === '' ? '' : `:${number}`);
