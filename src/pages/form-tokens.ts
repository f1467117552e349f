import { Injectable } from '@nestjs/common';
import Tokens from '@fastify/csrf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#platform/access';
import { FORM_TOKEN, sentForm } from './form.rules';
import { PageAddresses } from './page-addresses';

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/**
 * Protects forms against requests from other sites (CSRF). The token in a form must match a secret in a cookie. Each fan club
 * has its own secret. A token is valid only in the session in which it was issued.
 */
@Injectable()
export class FormTokens {
  private readonly tokens = new Tokens({ secretLength: SECRET_BYTES, userInfo: true });

  constructor(private readonly addresses: PageAddresses) {}

  /** Issues a token for a form, and sets the secret in a browser without one. */
  issue(request: FastifyRequest, reply: FastifyReply, viewer: Viewer): string {
    const { id } = viewer.fanclub;
    let secret = secretOf(request, id);
    if (secret === null) {
      secret = this.tokens.secretSync();
      reply.setCookie(cookieName(id), secret, this.addresses.cookie(id));
    }
    return this.tokens.create(secret, holder(viewer));
  }

  /** Whether the form has a token of this browser, fan club and session. */
  matches(request: FastifyRequest, viewer: Viewer): boolean {
    const secret = secretOf(request, viewer.fanclub.id);
    return (
      secret !== null && this.tokens.verify(secret, sentForm(request.body)[FORM_TOKEN] ?? '', holder(viewer))
    );
  }
}

const cookieName = (fanclubId: number): string => `fanclub_form_${fanclubId}`;

const holder = ({ fanclub, visit }: Viewer): string => `${fanclub.id}/${visit?.sessionId ?? ''}`;

function secretOf(request: FastifyRequest, fanclubId: number): string | null {
  const value = request.cookies[cookieName(fanclubId)];
  return value !== undefined && SECRET.test(value) ? value : null;
}
