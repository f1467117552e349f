import type { IncomingHttpHeaders } from 'node:http';
import { originOf, parsedUrl } from '#libs/validation';
import { LOOPBACK_NAMES } from '#platform/config';

/** What a request says about where it comes from. Only a browser's word counts: pages cannot change these headers. */
export interface Provenance {
  /** As sent: `GET`, `POST`, … */
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** What the origin gate makes of a request (decisions 3.4). */
export interface OriginVerdict {
  /** Whether the request may use the visitor's session. */
  readonly trusted: boolean;
  /** Whether more than the absence of browser headers speaks for it: what JSONP needs. Never without `trusted`. */
  readonly proof: boolean;
}

/** A request of which nothing good is known. */
export const UNTRUSTED: OriginVerdict = { trusted: false, proof: false };

const DEFAULT_PORT: Partial<Record<string, string>> = { 'http:': ':80', 'https:': ':443' };

/**
 * The origin that a header names, in the spelling of browsers; null unless it names exactly one website and nothing else.
 * Letter case and the scheme's own port may be spelled out; no other variant of an origin is one.
 */
export function websiteOrigin(text: string): string | null {
  const spelled = text.toLowerCase();
  const url = parsedUrl(spelled);
  const port = url && DEFAULT_PORT[url.protocol];
  if (!url || port === undefined || url.hostname.endsWith('.')) return null;
  return spelled === url.origin || spelled === url.origin + port ? url.origin : null;
}

/**
 * The origins that are the service's own: that of `PUBLIC_URL` and, where that is on a loopback name, those of every loopback name
 * with the same scheme and port: a developer's browser may use any of them (decisions 3.4).
 */
export function ownOrigins(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/** The origins that a fan club trusts: its trusted domains, and that of its website. */
export function trustedOrigins(fanclub: { trustedDomains: readonly string[]; siteUrl: string }): string[] {
  const site = websiteOrigin(originOf(fanclub.siteUrl) ?? '');
  return site === null ? [...fanclub.trustedDomains] : [...fanclub.trustedDomains, site];
}

/**
 * The origin on which the verdict hangs; null if a header that decides names none, undefined if no such header came along.
 * It is that of `Origin`; without one that of `Referer`, where the browser does not say itself that the request is its own
 * site's or the visitor's. (Without its word a `Referer` also decides about other methods than GET: old browsers send forms
 * with nothing else.)
 */
export function decisiveOrigin({ method, headers }: Provenance): string | null | undefined {
  const { origin, referer } = headers;
  if (origin !== undefined) return websiteOrigin(origin);
  const site = headers['sec-fetch-site'];
  if (referer === undefined || site === 'same-origin' || site === 'none') return undefined;
  if (method !== 'GET' && site !== undefined) return undefined;
  return websiteOrigin(/^[^/?#]*\/\/[^/?#]*/.exec(referer)?.[0] ?? '');
}

/**
 * Decides about a request to the API: the first rule that applies (decisions 3.4). `listed` are the origins that are trusted,
 * as {@link websiteOrigin} spells them.
 *
 * What JSONP gets must have been asked for by a script: a page that is trusted may show pictures and links of others.
 */
export function judgeOrigin(request: Provenance, listed: readonly string[]): OriginVerdict {
  const { headers } = request;
  const origin = decisiveOrigin(request);
  if (origin !== undefined) return trustedIf(origin !== null && listed.includes(origin), headers);
  switch (headers['sec-fetch-site']) {
    case 'same-origin':
      return trustedIf(true, headers);
    case 'none':
      return { trusted: true, proof: false };
    case undefined:
      return { trusted: true, proof: !headers['user-agent']?.startsWith('Mozilla/') };
    default:
      return UNTRUSTED;
  }
}

/**
 * Decides about a request to a hosted page, which asks less and grants less. Whoever follows a link there, be it from a mail,
 * comes as themselves as far as their browser sends the cookie: opening a page changes nothing, and the page that links
 * learns nothing. All else must come from the pages themselves. They send no referrer, and browsers then say `Origin: null`
 * even to us; so that value decides nothing, and where a browser does not say more, the token of the form does.
 */
export function judgePageOrigin({ method, headers }: Provenance, own: readonly string[]): OriginVerdict {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const ours = site === undefined || site === 'same-origin' || site === 'none';
  const notTheirs = origin === undefined || origin === 'null' || own.includes(origin);
  const link =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return (ours || link) && notTheirs ? { trusted: true, proof: false } : UNTRUSTED;
}

function trustedIf(trusted: boolean, headers: IncomingHttpHeaders): OriginVerdict {
  const destination = headers['sec-fetch-dest'];
  const byScript = destination === undefined || destination === 'script' || destination === 'empty';
  return { trusted, proof: trusted && byScript };
}
