import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { RememberedAnswers } from './remembered-answers';

/**
 * Answers at once what has been answered before and still holds. To be called before the routes are registered. Its
 * hooks come after those of all routes, among them the origin gate, which decides whether a request has a session.
 */
export function answerFromMemory(app: NestFastifyApplication): void {
  const answers = app.get(RememberedAnswers);
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const answer: preHandlerHookHandler = (request, reply, done) => {
    const known = answers.find(request);
    if (known === null) return done();
    reply.type('application/json; charset=utf-8').send(known.bytes);
  };
  fastify.addHook('onRoute', (route) => {
    if (route.config?.isSameForVisitors) route.preHandler = [route.preHandler ?? [], answer].flat();
  });
}
