import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { Lifecycle } from './lifecycle';

/** Seconds after which a stop no longer waits for answers under way. */
const HARD_STOP = 9;

/**
 * Stops the service so that no answer under way is lost: readiness is withdrawn, `delay` seconds pass for the balancer to
 * notice, then no connection is taken any more, each remaining one is closed behind its answer, and the database pool
 * goes last. Connections that are still busy after {@link HARD_STOP} seconds are cut.
 */
export async function stopGracefully(app: NestFastifyApplication, delay: number): Promise<void> {
  const server = app.getHttpServer();
  app.get(Lifecycle).drain();
  await sleep(delay * 1000);

  // A keep-alive client that was busy when the server closed would hold it open for its whole idle time.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), (HARD_STOP - delay) * 1000);
  try {
    await app.close();
  } finally {
    clearInterval(closeIdle);
    clearTimeout(cut);
  }
}

/** While the service is stopping, each answer asks its client to close the connection. */
export function closeConnectionsWhenDraining(fastify: FastifyInstance, lifecycle: Lifecycle): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (lifecycle.isDraining) reply.header('connection', 'close');
    done();
  });
}

/** Runs `stop` once on SIGTERM or SIGINT, and ends the process: 0 after a clean stop, 1 after a failed one. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
