import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mayUseSession, viewerOf } from '#platform/access';
import { FormTokens } from './form-tokens';
import { FormOutOfDate } from './pages.errors';

/** Lets a form in only if it was sent from a page of ours. What merely shows a page needs no proof: it changes nothing. */
@Injectable()
export class FormsGuard implements CanActivate {
  constructor(private readonly tokens: FormTokens) {}

  /** @throws FormOutOfDate */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method === 'GET') return true;
    if (!mayUseSession(request) || !this.tokens.fits(request, viewerOf(request))) {
      throw new FormOutOfDate();
    }
    return true;
  }
}
