import { originOf, parsedUrl } from '#libs/validation';
import type { FanclubInfo } from '#platform/access';

const LONGEST = 2_048;
/** What browsers drop from an address or read as a slash, and what has no place in one. */
const MISREAD = /[\u0000-\u0020\u007f-\u009f\\]/;
/** An origin that can stand in a list of sources without being taken for more than one. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** Where a fan club lets its visitors be sent. */
type Destinations = Pick<FanclubInfo, 'siteUrl' | 'trustedDomains'>;

/**
 * The address that a visitor may be sent on to, spelled as browsers read it: within the fan club's site, one of its trusted
 * domains, or its own hosted pages (`ownPages`, an address that ends in a slash). Null for anything else: a relative address,
 * another scheme, an address with user name, one that is read differently from how it looks.
 */
export function allowedRedirect(wanted: unknown, fanclub: Destinations, ownPages: string): string | null {
  if (typeof wanted !== 'string' || wanted.length > LONGEST || MISREAD.test(wanted)) return null;
  const url = /^https?:\/\/[^/]/i.test(wanted) ? parsedUrl(wanted) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  const isAllowed =
    url.origin === policyOrigin(fanclub.siteUrl) ||
    fanclub.trustedDomains.includes(url.origin) ||
    url.href.startsWith(ownPages);
  return isAllowed ? url.href : null;
}

/** The origin of an address as a content security policy can name it; null for an address that has none. */
export function policyOrigin(address: string): string | null {
  const origin = originOf(address);
  return origin !== null && PLAIN_ORIGIN.test(origin) ? origin : null;
}
