import type { FastifyInstance } from 'fastify';

/** Milliseconds between log lines about refused connections, which come in large numbers. */
const LOG_INTERVAL = 60_000;

/**
 * Closes connections beyond the maximum as soon as they are opened: each takes memory and a file descriptor even before it
 * sends anything.
 */
export function boundConnections(fastify: FastifyInstance, maximum: number): void {
  let loggedAt = -LOG_INTERVAL;
  fastify.server.maxConnections = maximum;
  fastify.server.on('drop', () => {
    if (performance.now() - loggedAt < LOG_INTERVAL) return;
    loggedAt = performance.now();
    fastify.log.warn({ connections: maximum }, 'connections refused');
  });
}
