import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Writes a line about every answer, of level `debug`: by the route's pattern, never by the URL, which may carry keys and addresses. */
export function logAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request answered',
    );
  });
}
