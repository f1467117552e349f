import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: HEAD of the route is an unknown path. Declared with {@link NoHead}. */
    head?: boolean;
  }
}

/** Requests that were sent as HEAD. */
const heads = new WeakSet<IncomingMessage>();

/** Refuses HEAD as an unknown path (decisions 1.11): for a GET that changes something. */
export const NoHead = (): MethodDecorator => RouteConfig({ head: false });

/**
 * Routes HEAD as GET, so that every GET route answers it with the same headers. Node.js leaves out the body by itself: it has
 * read the method before this runs. Wraps the server's `rewriteUrl`, which still sees HEAD.
 */
export function headAsGet(rewrite: (message: IncomingMessage) => string): typeof rewrite {
  return (message) => {
    const url = rewrite(message);
    if (message.method === 'HEAD') {
      heads.add(message);
      message.method = 'GET';
    }
    return url;
  };
}

/** Answers HEAD of routes that are {@link NoHead} as an unknown path. To be called before the routes are registered. */
export function refuseHeads(fastify: FastifyInstance): void {
  // Not earlier: the handler of unknown paths runs the hooks of `onRequest` itself.
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    if (heads.has(request.raw) && request.routeOptions.config.head === false) reply.callNotFound();
    else done();
  });
}
