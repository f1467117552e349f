import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type FanclubInfo, LastKnown, Published } from '#platform/published';
import { mayServeClub } from '#platform/tenants';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request was judged by content that may be outdated, because the database is away: see {@link LastKnown}. */
    isStale: boolean;
  }
}

/**
 * Finds the fan club of a request by its key. While the database is away, this is the last known one; then it sets `request.isStale`,
 * and the access guard decides what is answered.
 */
@Injectable()
export class FanclubLookup {
  constructor(
    private readonly published: Published,
    private readonly lastKnown: LastKnown,
  ) {}

  /** The fan club; null for an invalid key. Returns a promise only if the fan club is not in memory. */
  byKey(request: FastifyRequest, key: string): FanclubInfo | null | Promise<FanclubInfo | null> {
    const known = this.lastKnown.byKey(key);
    if (known) return atHost(request, markStale(request, known));
    const found = this.published.byKey(key);
    if (!(found instanceof Promise)) return atHost(request, found);
    return found
      .catch((error) => this.orLastKnown(request, key, error))
      .then((fanclub) => atHost(request, fanclub));
  }

  private async orLastKnown(request: FastifyRequest, key: string, error: unknown): Promise<FanclubInfo> {
    const known = await this.lastKnown.byKeyAfterFailure(key);
    if (!known) throw error;
    return markStale(request, known);
  }
}

/** The fan club, unless the request came to the host of another one: there its key is invalid. */
const atHost = (request: FastifyRequest, fanclub: FanclubInfo | null): FanclubInfo | null =>
  fanclub && mayServeClub(request, fanclub) ? fanclub : null;

function markStale(request: FastifyRequest, fanclub: FanclubInfo): FanclubInfo {
  request.isStale = true;
  return fanclub;
}

/** The fan club key in a request's query, or in the body of a POST (contract 1.2). Null unless it is exactly one string. */
export function fanclubKey(request: Pick<FastifyRequest, 'method' | 'query' | 'body'>): string | null {
  const inQuery = (request.query as Record<string, unknown>).key;
  if (inQuery !== undefined) return wellFormedKey(inQuery);
  if (request.method !== 'POST') return null;
  return wellFormedKey((request.body as Record<string, unknown> | null | undefined)?.key);
}

/** The value if it can be a key: 1 to 128 characters that the database can store. Else null. */
export function wellFormedKey(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 128 && !value.includes('\0')
    ? value
    : null;
}
