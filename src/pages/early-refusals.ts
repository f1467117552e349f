import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PageFilter } from './page.filter';

/**
 * Makes pages also of what the HTTP server refuses before a handler is reached, where no filter of a controller counts: a body
 * that is too large or of no kind at all. To be called before the routes are registered.
 */
export function tellEarlyRefusalsByPages(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/fanclubs/')) return;
    route.errorHandler = (error, request, reply) => {
      app.get(PageFilter).answer(error, error.statusCode ?? 500, request, reply);
    };
  });
}
