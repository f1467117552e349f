import type { IncomingHttpHeaders } from 'node:http';
import { originOf, parsedUrl } from '#libs/validation';
import { LOOPBACK_NAMES } from '#platform/config';

/** The parts of a request that reveal its origin. In browsers, pages cannot change these headers. */
export interface Provenance {
  /** As sent: `GET`, `POST`, … */
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** The verdict of the origin check (contract 3.4). */
export interface OriginVerdict {
  /** Whether the request may use the visitor's session. */
  readonly trusted: boolean;
  /** Whether the request also counts as proven, which JSONP requires; see {@link judgeOrigin}. Implies `trusted`. */
  readonly proof: boolean;
}

export const UNTRUSTED: OriginVerdict = { trusted: false, proof: false };

const DEFAULT_PORT: Partial<Record<string, string>> = { 'http:': ':80', 'https:': ':443' };

/**
 * The origin in a header, in the spelling of browsers; null unless the text is exactly one origin. Only letter case and the
 * scheme's default port may differ from that spelling.
 */
export function websiteOrigin(text: string): string | null {
  const spelled = text.toLowerCase();
  const url = parsedUrl(spelled);
  const port = url && DEFAULT_PORT[url.protocol];
  if (!url || port === undefined || url.hostname.endsWith('.')) return null;
  return spelled === url.origin || spelled === url.origin + port ? url.origin : null;
}

/**
 * The origins of the service itself: the origin of `PUBLIC_URL`. If that has a loopback name, the same origin with the other
 * loopback names is included, since a developer's browser may use any of them (contract 3.4).
 */
export function ownOrigins(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/** The origins that a fan club trusts: its trusted domains, and the origin of its website. */
export function trustedOrigins(fanclub: { trustedDomains: readonly string[]; siteUrl: string }): string[] {
  const site = websiteOrigin(originOf(fanclub.siteUrl) ?? '');
  return site === null ? [...fanclub.trustedDomains] : [...fanclub.trustedDomains, site];
}

/**
 * The origin that decides whether a request is trusted, from the header `Origin`, or else from `Referer`. `Referer` does not
 * count if `Sec-Fetch-Site` is `same-origin` or `none`. For other methods than GET, it counts only without `Sec-Fetch-Site`,
 * because old browsers send forms with no other header. Null if the header has no valid origin; undefined if no header counts.
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
 * Decides about a request to the API, by the first rule that applies (contract 3.4). A request from a page has proof only if a
 * script sent it, since trusted pages may show images and links of other people.
 *
 * @param listed the trusted origins, as {@link websiteOrigin} spells them
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
 * Decides about a request to a hosted page. A link on any website may open a page with the session: opening it changes nothing (but
 * contract 3.5a), and the website with the link learns nothing. Other requests must come from the hosted pages themselves. These send no
 * referrer, so browsers send `Origin: null` with their forms. That value is accepted, because the token in the form protects it.
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
