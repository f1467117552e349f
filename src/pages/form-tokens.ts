import { Injectable } from '@nestjs/common';
import Tokens from '@fastify/csrf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#platform/access';
import { Config } from '#platform/config';
import { FORM_TOKEN, textOf } from './form.rules';
import { PageAddresses } from './page-addresses';

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/**
 * What proves that a form was sent from a page of ours, which we showed to this very browser: a token in the form that fits
 * a secret in a cookie. One secret for each fan club; a token holds for the session in which it was made.
 */
@Injectable()
export class FormTokens {
  private readonly tokens = new Tokens({ secretLength: SECRET_BYTES, userInfo: true });
  private readonly secure: boolean;

  constructor(
    private readonly addresses: PageAddresses,
    { publicUrl, session }: Config,
  ) {
    this.secure = publicUrl.startsWith('https:') || session.cookieMode === 'cross-site';
  }

  /** A token for a form that is about to be shown; gives the browser its secret if it has none. */
  issue(request: FastifyRequest, reply: FastifyReply, viewer: Viewer): string {
    const { id } = viewer.fanclub;
    let secret = secretOf(request, id);
    if (secret === null) {
      secret = this.tokens.secretSync();
      reply.setCookie(cookieName(id), secret, {
        path: this.addresses.root(id),
        httpOnly: true,
        sameSite: 'lax',
        secure: this.secure,
      });
    }
    return this.tokens.create(secret, holder(viewer));
  }

  /** Whether the form that was sent carries a token of this browser, fan club and session. */
  fits(request: FastifyRequest, viewer: Viewer): boolean {
    const secret = secretOf(request, viewer.fanclub.id);
    return secret !== null && this.tokens.verify(secret, textOf(request.body, FORM_TOKEN), holder(viewer));
  }
}

const cookieName = (fanclubId: number): string => `fanclub_form_${fanclubId}`;

/** Whom a token is for. */
const holder = ({ fanclub, visit }: Viewer): string => `${fanclub.id}/${visit?.sessionId ?? ''}`;

function secretOf(request: FastifyRequest, fanclubId: number): string | null {
  const value = request.cookies[cookieName(fanclubId)];
  return value !== undefined && SECRET.test(value) ? value : null;
}
