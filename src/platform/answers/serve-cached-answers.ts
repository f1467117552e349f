import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { AnswerCache } from './answer-cache';

/**
 * Serves cached answers before Nest is reached. Call it before the routes are registered. Its hook runs after all other
 * hooks of the route, because the origin gate decides whether a request has a session.
 */
export function serveCachedAnswers(app: NestFastifyApplication): void {
  const cache = app.get(AnswerCache);
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const serve: preHandlerHookHandler = (request, reply, done) => {
    const answer = cache.find(request);
    if (answer === null) return done();
    reply.type('application/json; charset=utf-8').send(answer.bytes);
  };
  fastify.addHook('onRoute', (route) => {
    if (route.config?.isSameForVisitors) route.preHandler = [route.preHandler ?? [], serve].flat();
  });
}
