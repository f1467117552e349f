import type { FastifyInstance } from 'fastify';
import { promisify } from 'node:util';
import type { Metrics } from '#platform/metrics';

/** Milliseconds between log lines about refused connections, which come in large numbers. */
const LOG_INTERVAL = 60_000;

/**
 * Closes connections beyond the maximum as soon as they are opened: each takes memory and a file descriptor even before it
 * sends anything.
 */
export function boundConnections(fastify: FastifyInstance, maximum: number, metrics: Metrics): void {
  const refused = metrics
    .counter(
      'fanclub_http_connections_refused_total',
      'Connections closed at once because of MAX_CONNECTIONS',
    )
    .of({});
  metrics.gauge('fanclub_http_connections', 'Open client connections', () =>
    promisify(fastify.server.getConnections.bind(fastify.server))(),
  );
  let loggedAt = -LOG_INTERVAL;
  fastify.server.maxConnections = maximum;
  fastify.server.on('drop', () => {
    refused.inc();
    if (performance.now() - loggedAt < LOG_INTERVAL) return;
    loggedAt = performance.now();
    fastify.log.warn({ connections: maximum }, 'connections refused');
  });
}
