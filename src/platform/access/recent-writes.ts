import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonpOf } from '#libs/jsonp';
import { type CookieAttributes, cookieAttributes } from '#libs/session';
import { Config } from '#platform/config';
import { cookieOptions } from './cookie-options';

/** The cookie of browsers that may have written a moment ago. Its value has no meaning. */
const NAME = 'fanclub_fresh';

/** Seconds that the cookie lives longer than the maximum lag, since browsers count whole seconds. */
const MARGIN = 1;

/**
 * If there are replicas, marks visitors who may have written a moment ago. The mark is a cookie, so that all processes see it. A
 * forged or missing cookie only changes whether the visitor's own data is read from a replica.
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

  /** Whether the visitor's reads may be a few seconds old. Sets the cookie if the request may write. */
  tolerateLag(request: FastifyRequest, reply: FastifyReply): boolean {
    if (!this.isNeeded) return false;
    if (!mayWrite(request)) return request.cookies?.[NAME] === undefined;
    reply.setCookie(NAME, '1', this.attributes);
    return false;
  }
}

/** True for everything except reads of the API, since some hosted pages write on GET too. */
function mayWrite(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || jsonpOf(request)?.isWrite) return true;
  return request.routeOptions.url?.startsWith('/fanclubs/') ?? true;
}
