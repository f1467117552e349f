import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { viewerOf } from '../access';
import { Config } from '../config';
import { FormTokens } from './form-tokens';
import { isFromElsewhere } from './form-origin.rules';
import { FormOutOfDate } from './pages.errors';

/** Lets a form in only if it was sent from a page of ours. What merely shows a page needs no proof: it changes nothing. */
@Injectable()
export class FormsGuard implements CanActivate {
  private readonly ownOrigin: string;

  constructor(
    private readonly tokens: FormTokens,
    { publicUrl }: Config,
  ) {
    this.ownOrigin = new URL(publicUrl).origin;
  }

  /** @throws FormOutOfDate */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method === 'GET') return true;
    if (isFromElsewhere(request.headers, this.ownOrigin) || !this.tokens.fits(request, viewerOf(request))) {
      throw new FormOutOfDate();
    }
    return true;
  }
}
