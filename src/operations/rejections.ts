import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** The log of the request that is being answered, which names it. */
const logOfRequest = new AsyncLocalStorage<FastifyBaseLogger>();

/**
 * Lets the process live on when a promise fails that nobody waits for: Node would end it, and with it every answer under way. It
 * is a fault of ours, told in the log with the id of the request that caused it. What is thrown outside of any promise still ends
 * the process: nobody knows then in which state it is. To be called before the routes are registered.
 */
export function surviveRejections(fastify: FastifyInstance): void {
  const tell = (reason: unknown): void => {
    (logOfRequest.getStore() ?? fastify.log).error({ err: reason }, 'promise failed that nobody waits for');
  };
  fastify.addHook('onRequest', (request, _reply, done) => logOfRequest.run(request.log, done));
  fastify.addHook('onClose', async () => void process.off('unhandledRejection', tell));
  process.on('unhandledRejection', tell);
}
