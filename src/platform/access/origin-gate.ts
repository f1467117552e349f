import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { jsonpOf } from '#libs/jsonp';
import { Config } from '#platform/config';
import { type FanclubInfo, Published } from '#platform/published';
import { fanclubKey } from './fanclub-key';
import {
  decisiveOrigin,
  judgeOrigin,
  judgePageOrigin,
  type OriginVerdict,
  ownOrigins,
  type Provenance,
  trustedOrigins,
  UNTRUSTED,
} from './origin.rules';

/** What the gate found out about a request. */
export interface Judgement extends OriginVerdict {
  /** Whether pages of the origin that it names may read the answer (decisions 3.5). */
  readonly readable: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the origin gate made of it; null for a request that never came as far. */
    provenance: Judgement | null;
  }
}

/**
 * Whether a request may use the visitor's session, in both directions: read its cookie, and get another. A request that never
 * came as far as the gate may not. A script's answer can be read by every page that loads it, so JSONP takes more than no sign of
 * a foreign one.
 */
export function mayUseSession(request: FastifyRequest): boolean {
  const { provenance } = request;
  return provenance !== null && (jsonpOf(request) ? provenance.proof : provenance.trusted);
}

/** By the route's pattern, not by the address: however that is spelled, it leads to one handler. But never below another folder. */
const isPage = (request: FastifyRequest): boolean =>
  !request.url.startsWith('/api/') && (request.routeOptions.url?.startsWith('/fanclubs/') ?? false);

/** That the fan club could not be looked up. */
type Unknown = 'unknown';

/** The origin gate: finds out once per request what its headers say about where it comes from. */
@Injectable()
export class OriginGate {
  private readonly own: readonly string[];

  constructor(
    private readonly published: Published,
    { publicUrl }: Config,
  ) {
    this.own = ownOrigins(publicUrl);
  }

  /** At once, unless an origin is named and the fan club that may trust it is not in memory. */
  judge(request: FastifyRequest): Judgement | Promise<Judgement> {
    if (request.provenance) return request.provenance;
    if (isPage(request)) {
      const { trusted, proof } = judgePageOrigin(request, this.own);
      return (request.provenance = { trusted, proof, readable: false });
    }
    // As the browser sent it: a JSONP write is a GET, whose Referer counts.
    const sent = { method: jsonpOf(request) ? 'GET' : request.method, headers: request.headers };
    // Only a request that names an origin (`null` included) can read that the key is invalid, so only then the fan club matters.
    const depends = sent.headers.origin !== undefined || typeof decisiveOrigin(sent) === 'string';
    const fanclub = depends ? this.fanclubOf(request) : null;
    return fanclub instanceof Promise
      ? fanclub.then((found) => (request.provenance = this.judgeCall(sent, found)))
      : (request.provenance = this.judgeCall(sent, fanclub));
  }

  private judgeCall(sent: Provenance, fanclub: FanclubInfo | null | Unknown): Judgement {
    if (fanclub === 'unknown') return { ...UNTRUSTED, readable: false };
    const listed = fanclub === null ? this.own : [...this.own, ...trustedOrigins(fanclub)];
    const { trusted, proof } = judgeOrigin(sent, listed);
    // Without a valid key the answer is the same for everybody, so any page may read what is wrong.
    return { trusted, proof, readable: (trusted || fanclub === null) && sent.headers.origin !== undefined };
  }

  private fanclubOf(request: FastifyRequest): FanclubInfo | null | Promise<FanclubInfo | null | Unknown> {
    const key = fanclubKey(request);
    const found = key === null ? null : this.published.byKey(key);
    return found instanceof Promise ? this.foundAtLast(request, found) : found;
  }

  /** Unknown where it cannot be found out and the answer shows nothing but what everybody may know. */
  private async foundAtLast(
    request: FastifyRequest,
    finding: Promise<FanclubInfo | null>,
  ): Promise<FanclubInfo | null | Unknown> {
    try {
      return await finding;
    } catch (error) {
      if (!request.is404 && request.method !== 'OPTIONS') throw error;
      request.log.warn({ err: error }, 'website not looked up');
      return 'unknown';
    }
  }
}
