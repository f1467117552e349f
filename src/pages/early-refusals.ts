import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PageNotFound } from '#platform/access';
import { PageFilter } from './page.filter';

/** The paths below a fan club's own, where every answer is a page. */
const BELOW_FANCLUB = /^\/fanclubs\/[^/?]+\//;

/**
 * Answers requests by pages that the HTTP server refuses before a controller's filter applies: a body that is too large or of
 * an unknown type, a method that the page does not have. Must be called before the routes are registered.
 */
export function answerEarlyRefusals(app: NestFastifyApplication): void {
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
