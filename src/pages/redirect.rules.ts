import type { IncomingHttpHeaders } from 'node:http';
import { originOf, parsedUrl } from '#libs/validation';
import type { BearerTokens, FanclubInfo } from '#platform/access';
import { LOOPBACK_NAMES } from '#platform/config';

const MAX_LENGTH = 2_048;
/** Characters that an address cannot contain, and that browsers drop or read as a slash. */
const AMBIGUOUS = /[\u0000-\u0020\u007f-\u009f\\]/;
/** An origin that is safe in a Content-Security-Policy. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

type Destinations = Pick<FanclubInfo, 'siteUrl' | 'trustedDomains'>;

/**
 * The address of a redirect as browsers normalize it; null if it is not allowed. Allowed are the fan club's site, its trusted
 * domains and its hosted pages. Relative addresses, other schemes, user names and ambiguous characters are refused.
 * @param ownPages the URLs of the hosted pages, each with a trailing slash
 */
export function allowedRedirect(
  wanted: unknown,
  fanclub: Destinations,
  ownPages: readonly string[],
): string | null {
  if (typeof wanted !== 'string' || wanted.length > MAX_LENGTH || AMBIGUOUS.test(wanted)) return null;
  const url = /^https?:\/\/[^/]/i.test(wanted) ? parsedUrl(wanted) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  const isAllowed =
    url.origin === policyOrigin(fanclub.siteUrl) ||
    fanclub.trustedDomains.includes(url.origin) ||
    isOwnPage(url.href, ownPages);
  return isAllowed ? url.href : null;
}

/**
 * The origin whose pages may get the tokens of a log-in in their address: that of an allowed redirect to a website, over HTTPS or on the
 * visitor's machine. Null: none.
 * @param ownPages as for {@link allowedRedirect}
 */
export function tokenOrigin(redirect: string | null, ownPages: readonly string[]): string | null {
  if (redirect === null || isOwnPage(redirect, ownPages)) return null;
  const { origin, protocol, hostname } = new URL(redirect);
  return protocol === 'https:' || LOOPBACK_NAMES.includes(hostname) ? origin : null;
}

/** Whether an address is of a hosted page. The API is at the same host, but no page. */
function isOwnPage(href: string, ownPages: readonly string[]): boolean {
  return ownPages.some((pages) => href.startsWith(pages) && !href.startsWith('api/', pages.length));
}

/** Where published clients of this API take the tokens of a log-in (contract 3.12). */
export function reloadAddress(origin: string, access: BearerTokens, redirect: string): string {
  const query = new URLSearchParams({
    access_token: access.access_token,
    access_token_expiration: String(access.access_token_expiration),
    refresh_token: access.refresh_token,
    refresh_token_expiration: String(access.refresh_token_expiration),
    redirect,
  });
  return `${origin}/login/reload?${query.toString()}`;
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
