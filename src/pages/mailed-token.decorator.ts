import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LinkExpired } from '#platform/tokens';

/** Longer values are not looked up; tokens have 43 characters. */
const MAX_LENGTH = 128;

type Request = FastifyRequest<{ Querystring: { token?: unknown } }>;

/** The token of a mailed link, `?token=…`. @throws LinkExpired if it cannot be a token */
export const MailedToken = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { token } = context.switchToHttp().getRequest<Request>().query;
  if (typeof token !== 'string' || token === '' || token.length > MAX_LENGTH) throw new LinkExpired();
  return token;
});
