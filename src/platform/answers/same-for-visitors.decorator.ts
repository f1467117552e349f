import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { AnswerCacheInterceptor } from './answer-cache.interceptor';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether answers may be cached. Declared with {@link SameForVisitors}. */
    isSameForVisitors?: boolean;
  }
}

/**
 * Declares a read that depends only on its address, the published content, the time and the viewer. The answer to visitors
 * without a session is cached for a second at most; an edit of the published content invalidates it immediately. Only for
 * handlers that read nothing but `Published` and the clock.
 */
export const SameForVisitors = (): MethodDecorator =>
  applyDecorators(RouteConfig({ isSameForVisitors: true }), UseInterceptors(AnswerCacheInterceptor));
