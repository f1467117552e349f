import type { FastifyInstance } from 'fastify';

/** Milliseconds for which it is not told again that connections are refused: whoever opens too many opens very many. */
const QUIET = 60_000;

/**
 * Closes connections beyond `most` as soon as they are made: each takes memory and a file descriptor before it has sent
 * anything. They get no answer, since there is no request.
 */
export function boundConnections(fastify: FastifyInstance, most: number): void {
  let told = -QUIET;
  fastify.server.maxConnections = most;
  fastify.server.on('drop', () => {
    if (performance.now() - told < QUIET) return;
    told = performance.now();
    fastify.log.warn({ connections: most }, 'connections refused');
  });
}
