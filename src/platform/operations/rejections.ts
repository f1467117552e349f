import type { FastifyInstance } from 'fastify';

/**
 * Logs unhandled promise rejections, which are faults of the service (docs/decisions/0012). By default Node would end the process,
 * and all answers in flight would be lost. Uncaught exceptions still end the process, since its state is unknown after them.
 */
export function surviveRejections(fastify: FastifyInstance): void {
  const log = (reason: unknown): void => fastify.log.error({ err: reason }, 'unhandled promise rejection');
  process.on('unhandledRejection', log);
  fastify.addHook('onClose', async () => void process.off('unhandledRejection', log));
}
