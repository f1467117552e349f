import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkOf } from './network.rules';

/** Stands for clients whose network is not known: they are counted as one. */
export const UNKNOWN_CLIENT = 'unknown';

/**
 * The network a request comes from, as limits count it: see `networkOf`. The client's address is the connection's, or what a
 * proxy named in TRUST_PROXY says; if that is no address, the connection's counts, so that nonsense opens no door.
 */
export const ClientNetwork = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { ip, socket } = context.switchToHttp().getRequest<FastifyRequest>();
  return networkOf(ip) ?? networkOf(socket.remoteAddress ?? '') ?? UNKNOWN_CLIENT;
});
