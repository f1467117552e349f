import type { FastifyInstance } from 'fastify';
import { DomainError } from '#libs/envelope';
import { TEXTS } from './texts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Rings when it is too late for an answer; null before the handler's turn. */
    deadline: NodeJS.Timeout | null;
  }
}

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
  fastify.decorateRequest('deadline', null);
  fastify.addHook('preHandler', (request, reply, done) => {
    // A request that is passed on to the handler of unknown paths comes here again.
    request.deadline ??= setTimeout(() => {
      void reply.send(new AnsweredTooLate());
      // What the handler sends goes nowhere. Fastify would warn of it, quoting the URL, which carries keys.
      reply.send = () => {
        request.log.debug('answer came after the deadline');
        return reply;
      };
    }, timeout);
    done();
  });
  // Also of a client who has gone: as long as its work goes on, it has a deadline.
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.deadline) clearTimeout(request.deadline);
    done();
  });
}
