import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonpOf } from '#libs/jsonp';
import { type CookieAttributes, cookieAttributes } from '#libs/session';
import { Config } from '#platform/config';
import { cookieOptions } from './session-keeper';

/** The cookie of browsers that may have written a moment ago. Its value has no meaning. */
const NAME = 'fanclub_fresh';

/** Seconds that the cookie lives longer than the maximum lag, since browsers count whole seconds. */
const MARGIN = 1;

/**
 * Marks visitors who may have written a moment ago, whose reads then use neither a replica nor a kept visit. The mark is a cookie, so
 * that all processes see it. A forged or missing cookie only changes how old the visitor's own data may be.
 */
@Injectable()
export class RecentWrites {
  /** Whether reads that tolerate lag are for the replicas. */
  readonly hasReplicas: boolean;
  private readonly keepsVisits: boolean;
  private readonly attributes: CookieAttributes;

  constructor(config: Config) {
    const { urls, maxLag } = config.database.replicas;
    this.hasReplicas = urls.length > 0;
    this.keepsVisits = config.visits.maxAge > 0;
    const oldest = Math.max(this.hasReplicas ? maxLag : 0, config.visits.maxAge);
    this.attributes = {
      ...cookieAttributes(cookieOptions(config)),
      maxAge: Math.ceil(oldest / 1000) + MARGIN,
    };
  }

  /** Whether the visitor's reads may be a moment old. */
  toleratesLag(request: Pick<FastifyRequest, 'cookies'>): boolean {
    return request.cookies?.[NAME] === undefined;
  }

  /** Marks a visitor whose request may write, if a later read could miss it: on a replica, or by the kept visit of a session. */
  mark(reply: FastifyReply, hasSession: boolean): void {
    if (this.hasReplicas || (this.keepsVisits && hasSession)) reply.setCookie(NAME, '1', this.attributes);
  }
}

/** True for everything except reads of the API, since some hosted pages write on GET too. */
export function mayWrite(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || jsonpOf(request)?.isWrite) return true;
  return request.routeOptions.url?.startsWith('/fanclubs/') ?? true;
}
