import type { FastifyInstance } from 'fastify';

/**
 * Logs every answer at level `debug`, with the route's pattern instead of the URL, which may contain keys and addresses. Adds no
 * hook if that level is not logged.
 */
export function logAnswers(fastify: FastifyInstance): void {
  if (fastify.log.level !== 'debug' && fastify.log.level !== 'trace') return;
  fastify.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request answered',
    );
    done();
  });
}
