import { originOf, parsedUrl } from '#libs/validation';
import type { FanclubInfo } from '#platform/access';

const MAX_LENGTH = 2_048;
/** Characters that browsers drop or read as a slash, and that an address cannot contain. */
const AMBIGUOUS = /[\u0000-\u0020\u007f-\u009f\\]/;
/** An origin that is a single entry in a policy's list of sources. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The addresses that a fan club trusts. */
type Destinations = Pick<FanclubInfo, 'siteUrl' | 'trustedDomains'>;

/**
 * The address that a visitor may be redirected to, spelled as browsers read it. It is within the fan club's site, one of its
 * trusted domains, or its hosted pages (`ownPages`, an address that ends in a slash). Null for anything else: a relative
 * address, another scheme, an address with a user name, or one that browsers read differently.
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

/** The origin of an address, for a content security policy; null if a policy cannot name it. */
export function policyOrigin(address: string): string | null {
  const origin = originOf(address);
  return origin !== null && PLAIN_ORIGIN.test(origin) ? origin : null;
}
