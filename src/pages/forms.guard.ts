import { DomainError } from '#libs/envelope';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mayUseSession, viewerOf } from '#platform/access';
import { ClubHosts, isBesideMainHost } from '#platform/tenants';
import { FormTokens } from './form-tokens';

/** The token of a form does not match: the form is old, was opened in another session, or is from another site. */
export class FormOutOfDate extends DomainError {
  readonly messages = ['This form is out of date.'];
}

/** Accepts a form only if one of our pages sent it. GET requests need no token: the log-out checks who sent them. */
@Injectable()
export class FormsGuard implements CanActivate {
  constructor(
    private readonly tokens: FormTokens,
    private readonly hosts: ClubHosts,
  ) {}

  /** @throws FormOutOfDate */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method === 'GET') return true;
    const viewer = viewerOf(request);
    // Opened before the fan club got its host: the answer could lead nowhere but there.
    if (isBesideMainHost(request, this.hosts, viewer.fanclub.id)) throw new FormOutOfDate();
    if (!mayUseSession(request) || !this.tokens.matches(request, viewer)) {
      throw new FormOutOfDate();
    }
    return true;
  }
}
