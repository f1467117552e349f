import {
  applyDecorators,
  Body,
  Controller,
  UseFilters,
  UseGuards,
  UseInterceptors,
  createParamDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { Bare } from '#libs/envelope';
import { sentForm } from './form.rules';
import { FormsGuard } from './forms.guard';
import { PageFilter } from './page.filter';
import { PageInterceptor } from './page.interceptor';
import type { FastifyRequest } from 'fastify';
import { LinkExpired } from '#platform/tokens';

/**
 * A controller of hosted pages, whose handlers return a `Page` or `SeeOther`. Forms are checked, and errors are shown as pages.
 * @param paths below the fan club's, with a leading slash; more than one if a page has former addresses
 */
export const PageController = (...paths: readonly string[]): ClassDecorator =>
  applyDecorators(
    Controller((paths.length === 0 ? [''] : paths).map((path) => `fanclubs/:fanclubId${path}`)),
    Bare(),
    UseGuards(FormsGuard),
    UseInterceptors(PageInterceptor),
    UseFilters(PageFilter),
  );

/** The fields of a form. */
export const FormBody = (): ParameterDecorator => Body({ transform: sentForm });

/** Longer values are not looked up; tokens have 43 characters. */
const MAX_LENGTH = 128;

type Request = FastifyRequest<{ Querystring: { token?: unknown } }>;

/** The token of a mailed link, `?token=…`. @throws LinkExpired if it cannot be a token, and without one unless it is `optional` */
export const MailedToken = createParamDecorator(
  (is: 'optional' | undefined, context: ExecutionContext): string | null => {
    const { token } = context.switchToHttp().getRequest<Request>().query;
    if (token === undefined && is === 'optional') return null;
    if (typeof token !== 'string' || token === '' || token.length > MAX_LENGTH) throw new LinkExpired();
    return token;
  },
);
