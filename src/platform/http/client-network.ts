import type { FastifyRequest } from 'fastify';
import { networkOf } from './network.rules';

/**
 * The client's network; see {@link networkOf}. If a proxy in TRUST_PROXY sends a valid address of the client, that address counts.
 * Otherwise the address of the connection counts.
 */
export function clientNetwork({ ip, socket }: FastifyRequest): string {
  return networkOf(ip) ?? networkOf(socket.remoteAddress ?? '') ?? 'unknown';
}
