import type { FastifyInstance } from 'fastify';

/**
 * Logs every answer at level `debug`. Adds no hook if that level is not logged.
 */
export function logAnswers(fastify: FastifyInstance): void {
  if (fastify.log.level !== 'debug' && fastify.log.level !== 'trace') return;
  fastify.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        outcome: request.outcome ?? 'ok',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request answered',
    );
    done();
  });
}
