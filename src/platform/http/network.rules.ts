import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of an IPv6 address that a provider gives to one subscriber, who may change the rest at will. */
const SUBSCRIBER_BYTES = 8;
const IPV6_BYTES = 16;

/**
 * What is counted as one client: an IPv4 address, also where IPv6 wraps it, or the /64 of an IPv6 address, in one spelling each.
 * Null for what is no address.
 */
export function networkOf(address: string): string | null {
  if (isIP(address) === 0) return null;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const subscriber = parsed.toByteArray().slice(0, SUBSCRIBER_BYTES);
  return new ipaddr.IPv6([...subscriber, ...Array<number>(IPV6_BYTES - SUBSCRIBER_BYTES).fill(0)]).toString();
}
