import type { IncomingHttpHeaders } from 'node:http';
import { originOf, parsedUrl } from '#libs/validation';
import type { FanclubInfo } from '#platform/access';

const MAX_LENGTH = 2_048;
/** Characters that an address cannot contain, and that browsers drop or read as a slash. */
const AMBIGUOUS = /[\u0000-\u0020\u007f-\u009f\\]/;
/** An origin that is safe in a Content-Security-Policy. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

type Destinations = Pick<FanclubInfo, 'siteUrl' | 'trustedDomains'>;

/**
 * The address of a redirect as browsers normalize it; null if it is not allowed. Allowed are the fan club's site, its trusted
 * domains and its hosted pages. Relative addresses, other schemes, user names and ambiguous characters are refused.
 * @param ownPages the URL of the hosted pages, with a trailing slash
 */
export function allowedRedirect(wanted: unknown, fanclub: Destinations, ownPages: string): string | null {
  if (typeof wanted !== 'string' || wanted.length > MAX_LENGTH || AMBIGUOUS.test(wanted)) return null;
  const url = /^https?:\/\/[^/]/i.test(wanted) ? parsedUrl(wanted) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  const isAllowed =
    url.origin === policyOrigin(fanclub.siteUrl) ||
    fanclub.trustedDomains.includes(url.origin) ||
    url.href.startsWith(ownPages);
  return isAllowed ? url.href : null;
}

/**
 * The address of the page whose link a visitor has clicked, as far as the browser reveals it. Undefined for all other requests: those
 * of scripts, images and mail scanners, and those that a browser sends before the click.
 */
export function pageOfClickedLink(headers: IncomingHttpHeaders): string | undefined {
  const isClicked = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-user'] === '?1';
  return isClicked && headers['sec-purpose'] === undefined ? headers.referer : undefined;
}

/** The origin of an address for a Content-Security-Policy; null if it is not safe there. */
export function policyOrigin(address: string): string | null {
  const origin = originOf(address);
  return origin !== null && PLAIN_ORIGIN.test(origin) ? origin : null;
}
