import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { jsonpOf } from '#libs/jsonp';
import { Config } from '#platform/config';
import type { FanclubInfo } from '#platform/published';
import { clubOrigins, originOfHost, ownHostOf } from '#platform/tenants';
import { fanclubKey, FanclubLookup } from './fanclub-lookup';
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

/** The verdict about a request, for the session and for CORS. */
export interface Judgement extends OriginVerdict {
  /** Whether pages of the request's `Origin` may read the answer (contract 3.5). */
  readonly readable: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The verdict of the origin check; null if it did not run. */
    provenance: Judgement | null;
  }
}

/**
 * Whether a request may use the visitor's session: its cookie is read, and the answer may set another one. False if the origin was
 * not checked. JSONP needs proof of the origin, since any page can load the answer as a script.
 */
export function mayUseSession(request: FastifyRequest): boolean {
  const { provenance } = request;
  return provenance !== null && (jsonpOf(request) ? provenance.proof : provenance.trusted);
}

/** Whether the route is a hosted page. Compares the route's pattern, since an address can be spelled in several ways. */
const isPage = (request: FastifyRequest): boolean =>
  !request.url.startsWith('/api/') && (request.routeOptions.url?.startsWith('/fanclubs/') ?? false);

/** Whether the route is of the app for staff. */
const isOfStaff = ({ routeOptions: { url } }: FastifyRequest): boolean => url?.startsWith('/staff') ?? false;

/** The origins of the service for a request: that of the fan club's host that it came to, or those of `PUBLIC_URL`. */
export function ownOriginsOf(request: FastifyRequest, publicUrl: string): string[] {
  const own = ownHostOf(request);
  return own === null ? ownOrigins(publicUrl) : [originOfHost(publicUrl, own.host)];
}

/** The fan club could not be looked up. */
type Unknown = 'unknown';

/** Decides once per request from its headers whether its origin is trusted. */
@Injectable()
export class OriginCheck {
  private readonly own: readonly string[];
  private readonly ofStaff: readonly string[];

  constructor(
    private readonly fanclubs: FanclubLookup,
    private readonly config: Config,
  ) {
    const { publicUrl, staff } = config;
    this.own = ownOrigins(publicUrl);
    this.ofStaff = ownOrigins(staff.url ?? publicUrl);
  }

  /** Returns a promise only if the request names an origin and the fan club is not in memory. */
  judge(request: FastifyRequest): Judgement | Promise<Judgement> {
    if (request.provenance) return request.provenance;
    if (isPage(request)) {
      const { trusted, proof } = judgePageOrigin(request, ownOriginsOf(request, this.config.publicUrl));
      return (request.provenance = { trusted, proof, readable: false });
    }
    if (isOfStaff(request)) {
      const { trusted, proof } = judgeOrigin(request, this.ofStaff);
      return (request.provenance = { trusted, proof, readable: false });
    }
    // The method that the client sent: a JSONP write was sent as a GET, so its Referer counts.
    const sent = { method: jsonpOf(request) ? 'GET' : request.method, headers: request.headers };
    // The fan club is looked up only if a header names an origin, or `Origin` is `null`. Without one the verdict does not need it.
    const depends = sent.headers.origin !== undefined || typeof decisiveOrigin(sent) === 'string';
    const fanclub = depends ? this.fanclubOf(request) : null;
    return fanclub instanceof Promise
      ? fanclub.then((found) => (request.provenance = this.judgeCall(sent, found)))
      : (request.provenance = this.judgeCall(sent, fanclub));
  }

  private judgeCall(sent: Provenance, fanclub: FanclubInfo | null | Unknown): Judgement {
    if (fanclub === 'unknown') return { ...UNTRUSTED, readable: false };
    const listed =
      fanclub === null
        ? this.own
        : [...this.own, ...clubOrigins(this.config.publicUrl, fanclub), ...trustedOrigins(fanclub)];
    const { trusted, proof } = judgeOrigin(sent, listed);
    // Without a valid key the answer is the same for everybody, so pages of any origin may read it.
    return { trusted, proof, readable: (trusted || fanclub === null) && sent.headers.origin !== undefined };
  }

  private fanclubOf(request: FastifyRequest): FanclubInfo | null | Promise<FanclubInfo | null | Unknown> {
    const key = fanclubKey(request);
    const found = key === null ? null : this.fanclubs.byKey(request, key);
    return found instanceof Promise ? this.orUnknown(request, found) : found;
  }

  /** The fan club; `unknown` if the look-up fails and the answer (404, or to OPTIONS) does not depend on it. */
  private async orUnknown(
    request: FastifyRequest,
    lookup: Promise<FanclubInfo | null>,
  ): Promise<FanclubInfo | null | Unknown> {
    try {
      return await lookup;
    } catch (error) {
      if (!request.is404 && request.method !== 'OPTIONS') throw error;
      request.log.warn({ err: error }, 'website not looked up');
      return 'unknown';
    }
  }
}
