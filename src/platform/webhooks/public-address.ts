import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '#platform/config';
import type { Failure } from './attempt';

/** An address that a request may connect to, found once, so that a name cannot lead elsewhere afterwards. */
export interface Target {
  readonly url: URL;
  readonly address: string;
  readonly family: 4 | 6;
}

/** Why no request is sent. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';

  constructor(readonly failure: Extract<Failure, 'refused_address' | 'unresolved'>) {
    super(failure);
  }
}

/** Finds the addresses of a name. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>;

export const resolveName: Resolve = (host) => lookup(host, { all: true, verbatim: true });

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

/**
 * Why a URL can be no endpoint; null: it may be one. Its name is not resolved.
 * @param allowsLoopback whether this machine is allowed, also without TLS: while developing
 */
export function refusalOf(text: string, allowsLoopback: boolean): string | null {
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '') return 'must be without user name and password';
  if (allowsLoopback && isLoopback(host)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (isLoopback(host) || host.endsWith('.localhost')) return 'must be a public address';
  return isIP(host) !== 0 && !isPublic(host) ? 'must be a public address' : null;
}

/** The address to connect to for a URL. @throws AddressRefused */
export async function targetOf(text: string, allowsLoopback: boolean, resolve: Resolve): Promise<Target> {
  if (refusalOf(text, allowsLoopback) !== null) throw new AddressRefused('refused_address');
  const url = new URL(text);
  const host = hostOf(url);
  const found = isIP(host) ? [{ address: host }] : await resolve(host).catch(() => []);
  if (found.length === 0) throw new AddressRefused('unresolved');
  const isFree = allowsLoopback && isLoopback(host);
  // All must be public: a name with a private address beside a public one is refused.
  if (!isFree && !found.every(({ address }) => isPublic(address)))
    throw new AddressRefused('refused_address');
  const [{ address }] = found;
  return { url, address, family: isIP(address) === 6 ? 6 : 4 };
}
