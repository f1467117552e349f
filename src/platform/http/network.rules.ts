import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { FastifyRequest } from 'fastify';

/** The part of an IPv6 address that a provider assigns to a subscriber, who can change the rest freely. */
const SUBSCRIBER_BYTES = 8;
const IPV6_BYTES = 16;

/**
 * The network that counts as one client, in one spelling: an IPv4 address, even if mapped to IPv6, or the /64 of an IPv6 address.
 * Null if the text is not an address.
 */
export function networkOf(address: string): string | null {
  if (isIP(address) === 0) return null;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const subscriber = parsed.toByteArray().slice(0, SUBSCRIBER_BYTES);
  return new ipaddr.IPv6([...subscriber, ...Array<number>(IPV6_BYTES - SUBSCRIBER_BYTES).fill(0)]).toString();
}

/**
 * The client's network; see {@link networkOf}. If a proxy in TRUST_PROXY sends a valid address of the client, that address counts.
 * Otherwise the address of the connection counts.
 */
export function clientNetwork({ ip, socket }: FastifyRequest): string {
  return networkOf(ip) ?? networkOf(socket.remoteAddress ?? '') ?? 'unknown';
}
