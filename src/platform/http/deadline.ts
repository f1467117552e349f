import type { FastifyInstance } from 'fastify';
import { DomainError } from '#libs/envelope';
import { TEXTS } from './texts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The timer of the deadline; null before the handler runs. */
    deadline: NodeJS.Timeout | null;
  }
}

/** The handler did not answer before the deadline. Its work may still complete. */
export class AnsweredTooLate extends DomainError {
  readonly messages = [TEXTS.unexpected];
  override readonly status = 503;
  override readonly logLevel = 'error';
}

/**
 * Answers {@link AnsweredTooLate} if there is no answer `timeout` milliseconds after the body was read. Fastify's own
 * `handlerTimeout` includes reading the body, and so would report slow clients as faults of the service.
 */
export function keepDeadline(fastify: FastifyInstance, timeout: number): void {
  fastify.decorateRequest('deadline', null);
  fastify.addHook('preHandler', (request, reply, done) => {
    // `??=`, because this hook runs again after `callNotFound`.
    request.deadline ??= setTimeout(() => {
      void reply.send(new AnsweredTooLate());
      // Ignores a later answer. Fastify would log it with the URL, which contains keys.
      reply.send = () => {
        request.log.debug('answer came after the deadline');
        return reply;
      };
    }, timeout);
    done();
  });
  // The timer is not cleared when the client disconnects, because the handler may still be working.
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.deadline) clearTimeout(request.deadline);
    done();
  });
}
