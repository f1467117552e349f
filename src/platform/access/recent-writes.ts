import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonpOf } from '#libs/jsonp';
import { type CookieAttributes, cookieAttributes } from '#libs/session';
import { Config } from '#platform/config';
import { cookieOptions } from './cookie-options';

/** A cookie that says nothing but that its browser may have written a moment ago. */
const NAME = 'fanclub_fresh';

/** Seconds for which it lives beyond what a replica may be behind: browsers count whole seconds. */
const MARGIN = 1;

/**
 * Remembers, where there are replicas, who may have written a moment ago: by a cookie, which goes with the visitor from
 * process to process. One who invents it, or drops it, changes nothing but where their own data is read.
 */
@Injectable()
export class RecentWrites {
  private readonly isNeeded: boolean;
  private readonly attributes: CookieAttributes;

  constructor(config: Config) {
    const { urls, maxLag } = config.database.replicas;
    this.isNeeded = urls.length > 0;
    this.attributes = {
      ...cookieAttributes(cookieOptions(config)),
      maxAge: Math.ceil(maxLag / 1000) + MARGIN,
    };
  }

  /** Whether what the visitor reads may be a few seconds old. Whoever may be writing now gets the cookie. */
  tolerateLag(request: FastifyRequest, reply: FastifyReply): boolean {
    if (!this.isNeeded) return false;
    if (!mayWrite(request)) return request.cookies?.[NAME] === undefined;
    reply.setCookie(NAME, '1', this.attributes);
    return false;
  }
}

/** Everything but reads of the API: hosted pages are visited to do something, some of it by GET. */
function mayWrite(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || jsonpOf(request)?.isWrite) return true;
  return request.routeOptions.url?.startsWith('/fanclubs/') ?? true;
}
