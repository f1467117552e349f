import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';

/** The state of this process. */
@Injectable()
export class Lifecycle {
  /** True after the signal to stop: the service is not ready, and answers ask clients to close their connection. */
  isDraining = false;

  /** True once another process has taken this one's place: answers ask clients to close their connection. */
  isRetiring = false;
}

/** Seconds after which a stop no longer waits for answers in flight. */
const HARD_STOP = 9;

/**
 * Stops the service without losing answers in flight. First `/readyz` reports that the service is not ready. After `delay`
 * seconds, in which the load balancer can notice this, no connection is accepted any more. Each open connection is closed after
 * its answer, and the database pool last. After {@link HARD_STOP} seconds, busy connections are closed too.
 */
export async function stopGracefully(app: NestFastifyApplication, delay: number): Promise<void> {
  app.get(Lifecycle).isDraining = true;
  await sleep(delay * 1000);
  await close(app, HARD_STOP - delay);
}

/** Closes each connection after its answer, and the database pool last. After so many seconds, busy connections are closed too. */
async function close(app: NestFastifyApplication, within: number): Promise<void> {
  const server = app.getHttpServer();
  // Without this, a keep-alive connection that is busy at the start would stay open for its whole idle time.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
  const hardStop = setTimeout(() => server.closeAllConnections(), within * 1000);
  try {
    await app.close();
  } finally {
    clearInterval(closeIdle);
    clearTimeout(hardStop);
  }
}

/**
 * Stops this process after another one has taken its place, without a failed request. First each answer asks its client to close the
 * connection. Idle connections are closed after `keepAlive` milliseconds, as always. The process stops when no connection is left that
 * a client could reuse. Until then it stays ready.
 */
export async function retireGracefully(app: NestFastifyApplication, keepAlive: number): Promise<void> {
  app.get(Lifecycle).isRetiring = true;
  await sleep(keepAlive);
  await close(app, HARD_STOP);
}

/** While the process is stopping or retiring, each answer asks its client to close the connection. */
export function closeConnectionsWhenDraining(fastify: FastifyInstance, lifecycle: Lifecycle): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (lifecycle.isDraining || lifecycle.isRetiring) reply.header('connection', 'close');
    done();
  });
}

/** Runs `stop` once on SIGTERM, SIGINT or another signal, and ends the process: 0 after a clean stop, 1 after a failed one. */
export function stopOnSignal(stop: () => Promise<void>, ...others: NodeJS.Signals[]): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', ...others]) process.on(signal, onSignal);
}

/**
 * Logs unhandled promise rejections, which are faults of the service. By default Node would end the process,
 * and all answers in flight would be lost. Uncaught exceptions still end the process, since its state is unknown after them.
 */
export function surviveRejections(fastify: FastifyInstance): void {
  const log = (reason: unknown): void => fastify.log.error({ err: reason }, 'unhandled promise rejection');
  process.on('unhandledRejection', log);
  fastify.addHook('onClose', async () => void process.off('unhandledRejection', log));
}
