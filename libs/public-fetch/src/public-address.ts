import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parsedUrl } from '#libs/validation';

/** The addresses to connect to, found once, so that a name cannot lead elsewhere afterwards. */
export interface Target {
  readonly url: URL;
  readonly addresses: readonly { readonly address: string; readonly family: 4 | 6 }[];
}

/** No request was sent. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';

  /** @param reason `refused_address`: not public, or not HTTPS; `unresolved`: the name has no address */
  constructor(readonly reason: 'refused_address' | 'unresolved') {
    super(reason);
  }
}

/** Finds the addresses of a name. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>;

/** Asks the system. Names below `localhost` are of this machine (RFC 6761). */
export const resolveName: Resolve = async (host) =>
  host.endsWith('.localhost') ? [{ address: '127.0.0.1' }] : lookup(host, { all: true, verbatim: true });

/** The host of a URL without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Whether anybody on the internet may have the address: not private, loopback, link-local, mapped to such, or reserved. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // This turns IPv4-mapped addresses into what they mean. Other ways to write IPv4 in IPv6 have ranges of their own, …
  const meant = ipaddr.process(address);
  // … except for IPv4-compatible ones.
  const isCompatible = meant instanceof ipaddr.IPv6 && meant.parts.slice(0, 6).every((part) => part === 0);
  return meant.range() === 'unicast' && !isCompatible;
}

const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);

/**
 * Why requests to a URL are refused; null: they are not. Its name is not resolved.
 *
 * @param allowsLoopback whether this machine is allowed, also without TLS: while developing
 */
export function refusalOf(text: string, allowsLoopback: boolean): string | null {
  const url = parsedUrl(text);
  if (url === null) return 'must be a URL';
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '') return 'must be without user name and password';
  if (allowsLoopback && isThisMachine(host) && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (isThisMachine(host)) return 'must be a public address';
  return isIP(host) !== 0 && !isPublic(host) ? 'must be a public address' : null;
}

/** The addresses to connect to for a URL. @throws AddressRefused */
export async function targetOf(text: string, allowsLoopback: boolean, resolve: Resolve): Promise<Target> {
  if (refusalOf(text, allowsLoopback) !== null) throw new AddressRefused('refused_address');
  const url = new URL(text);
  const host = hostOf(url);
  const found = isIP(host) ? [{ address: host }] : await resolve(host).catch(() => []);
  if (found.length === 0) throw new AddressRefused('unresolved');
  const isAllowed = (address: string) => isPublic(address) || (allowsLoopback && isLoopbackAddress(address));
  // All must be allowed: a name with a private address beside a public one is refused.
  if (!found.every(({ address }) => isAllowed(address))) throw new AddressRefused('refused_address');
  return { url, addresses: found.map(({ address }) => ({ address, family: isIP(address) === 6 ? 6 : 4 })) };
}
