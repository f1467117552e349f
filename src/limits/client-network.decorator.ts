import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../http';

/** The network a request comes from, as limits count it: see `clientNetwork`. */
export const ClientNetwork = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  clientNetwork(context.switchToHttp().getRequest<FastifyRequest>()),
);
