import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PageNotFound } from '#platform/access';
import { PageFilter } from './page.filter';

/** Below a fan club's own path, where all else is a page. */
const BELOW_FANCLUB = /^\/fanclubs\/[^/?]+\//;

/**
 * Makes pages also of what the HTTP server refuses before a handler is reached, where no filter of a controller counts: a body
 * that is too large or of no kind at all, a method that the page does not have. To be called before the routes are registered.
 */
export function tellEarlyRefusalsByPages(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/fanclubs/')) return;
    route.errorHandler = (error, request, reply) => {
      app.get(PageFilter).answer(error, error.statusCode ?? 500, request, reply);
    };
  });
  fastify.addHook('preHandler', (request, reply, done) => {
    if (!request.is404 || !BELOW_FANCLUB.test(request.url)) return done();
    app.get(PageFilter).answer(new PageNotFound(), 404, request, reply);
  });
}
