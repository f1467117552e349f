import type { FastifyRequest } from 'fastify';
import { networkOf } from './network.rules';

/**
 * The network a request comes from: see `networkOf`. The client's address is the connection's, or what a proxy named in TRUST_PROXY says;
 * if that is no address, the connection's counts, so that nonsense opens no door.
 */
export function clientNetwork({ ip, socket }: FastifyRequest): string {
  return networkOf(ip) ?? networkOf(socket.remoteAddress ?? '') ?? 'unknown';
}
