import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { LastKnown, STALE_HEADER } from '#platform/published';
import { AnswerCache } from './answer-cache';

/**
 * Serves cached answers without calling Nest. Must be called before the routes are registered. Its hook runs after all others
 * of the route, because the check of the origin may remove the session.
 */
export function serveCachedAnswers(app: NestFastifyApplication): void {
  const cache = app.get(AnswerCache);
  const lastKnown = app.get(LastKnown);
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const serve: preHandlerHookHandler = (request, reply, done) => {
    let answer = cache.find(request);
    if (answer === null) {
      answer = cache.findLastKnown(request);
      if (answer === null) return done();
      reply.header(STALE_HEADER, lastKnown.recordAnswer());
    }
    reply.type('application/json; charset=utf-8').send(answer.bytes);
  };
  fastify.addHook('onRoute', (route) => {
    if (route.config?.isSameForVisitors) route.preHandler = [route.preHandler ?? [], serve].flat();
  });
}
