import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { RememberingInterceptor } from './remembering.interceptor';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether answers may be remembered. Declared with {@link SameForVisitors}. */
    isSameForVisitors?: boolean;
  }
}

/**
 * A read that depends on nothing but its address, what the fan club publishes, the time and who is asking, so that all visitors
 * without a session get the same answer: it is made once and remembered for as long as it holds. Whatever it reads besides
 * `Published` and the clock makes it wrong.
 */
export const SameForVisitors = (): MethodDecorator =>
  applyDecorators(RouteConfig({ isSameForVisitors: true }), UseInterceptors(RememberingInterceptor));
