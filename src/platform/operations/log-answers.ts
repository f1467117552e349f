import type { FastifyInstance } from 'fastify';

/**
 * Writes a line about every answer, of level `debug`: by the route's pattern, never by the URL, which may carry keys and
 * addresses. Where the log begins above that level, nothing is done for it.
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
