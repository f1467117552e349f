import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: HEAD is answered as an unknown path. Declared with {@link NoHead}. */
    head?: boolean;
  }
}

/** Requests that were sent as HEAD. */
const heads = new WeakSet<IncomingMessage>();

/** Whether the request was sent as HEAD, so that it must not change anything. Its `method` is GET. */
export const isHead = ({ raw }: FastifyRequest): boolean => heads.has(raw);

/** Answers HEAD as an unknown path (contract 1.11). For a GET route that changes something. */
export const NoHead = (): MethodDecorator => RouteConfig({ head: false });

/**
 * Routes HEAD as GET, so that every GET route answers it with the same headers. Node.js, which knows the original method, omits
 * the body. Wraps the server's `rewriteUrl`, which still gets HEAD.
 */
export function headAsGet(rewrite: (message: IncomingMessage) => string): typeof rewrite {
  return function (this: unknown, message) {
    const url = rewrite.call(this, message);
    if (message.method === 'HEAD') {
      heads.add(message);
      message.method = 'GET';
    }
    return url;
  };
}

/** Answers HEAD on {@link NoHead} routes as an unknown path. Must be called before the routes are registered. */
export function refuseHeads(fastify: FastifyInstance): void {
  // Not in `onRequest`, because `callNotFound` runs those hooks itself.
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    if (isHead(request) && request.routeOptions.config.head === false) reply.callNotFound();
    else done();
  });
}
