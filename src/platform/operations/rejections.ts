import type { FastifyInstance } from 'fastify';

/**
 * Lets the process live on when a promise fails that nobody waits for: Node would end it, and with it every answer under way. It
 * is a fault of ours, told in the log; of which request, nobody can tell any more (docs/decisions/0012). What is thrown outside of
 * any promise still ends the process: nobody knows then in which state it is.
 */
export function surviveRejections(fastify: FastifyInstance): void {
  const tell = (reason: unknown): void =>
    fastify.log.error({ err: reason }, 'promise failed that nobody waits for');
  process.on('unhandledRejection', tell);
  fastify.addHook('onClose', async () => void process.off('unhandledRejection', tell));
}
