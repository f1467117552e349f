import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { LastKnown, STALE_HEADER } from '#platform/published';
import { AnswerCache, type MadeAnswer } from './answer-cache';

/**
 * Serves cached answers without calling Nest. Must be called before the routes are registered. Its hook runs after all others
 * of the route, because the check of the origin may remove the session.
 *
 * @param learn called before an answer that shows current content is sent
 */
export function serveCachedAnswers(
  app: NestFastifyApplication,
  learn: (request: FastifyRequest, reply: FastifyReply, made: MadeAnswer) => void,
): void {
  const cache = app.get(AnswerCache);
  const lastKnown = app.get(LastKnown);
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const serve: preHandlerHookHandler = (request, reply, done) => {
    const made = cache.find(request);
    const answer = made?.answer ?? cache.findLastKnown(request);
    if (answer === null) return done();
    reply.type('application/json; charset=utf-8');
    if (made) {
      cache.record(true);
      learn(request, reply, made);
    } else reply.header(STALE_HEADER, lastKnown.recordAnswer());
    reply.send(answer.bytes);
  };
  fastify.addHook('onRoute', (route) => {
    if (route.config?.isCached) route.preHandler = [route.preHandler ?? [], serve].flat();
  });
}
