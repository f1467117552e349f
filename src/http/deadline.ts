import type { FastifyInstance } from 'fastify';
import { DomainError } from '#libs/envelope';
import { TEXTS } from './texts';

/** The answer did not come in the time that clients wait. What was begun may still come to its end. */
export class AnsweredTooLate extends DomainError {
  readonly messages = [TEXTS.unexpected];
  override readonly logLevel = 'error';
}

/**
 * Answers with {@link AnsweredTooLate} what has no answer `timeout` milliseconds after its body was read. Fastify's own
 * `handlerTimeout` would count the body's time, and so call a slow client a fault of ours.
 */
export function keepDeadline(fastify: FastifyInstance, timeout: number): void {
  fastify.addHook('preHandler', async (request, reply) => {
    const timer = setTimeout(() => {
      if (reply.sent) return;
      void reply.send(new AnsweredTooLate());
      // What the handler sends goes nowhere. Fastify would warn of it, quoting the URL, which carries keys.
      reply.send = () => {
        request.log.debug('answer came after the deadline');
        return reply;
      };
    }, timeout);
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
