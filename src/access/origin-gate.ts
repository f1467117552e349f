import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { jsonpOf } from '#libs/jsonp';
import { Config } from '../config';
import { type FanclubInfo, Published } from '../published';
import { fanclubKey } from './fanclub-key';
import { decisiveOrigin, judgeOrigin, judgePageOrigin, type OriginVerdict } from './origin.rules';

/** What the gate found out about a request. */
interface Judgement extends OriginVerdict {
  /** Whether pages of the website that its `Origin` names may read the answer (decisions 3.5). */
  readonly readable: boolean;
}

const judgements = new WeakMap<object, Judgement>();

/**
 * Whether a request may use the visitor's session, in both directions: read its cookie, and get another. A request that never
 * came as far as the gate may not. A script's answer can be read by every page that loads it, so JSONP takes more than no sign of
 * a foreign one.
 */
export function mayUseSession(request: FastifyRequest): boolean {
  const judgement = judgements.get(request.raw);
  return judgement !== undefined && (jsonpOf(request) ? judgement.proof : judgement.trusted);
}

/** The origin gate: finds out once per request what its headers say about where it comes from. */
@Injectable()
export class OriginGate {
  private readonly ownOrigin: string;

  constructor(
    private readonly published: Published,
    { publicUrl }: Config,
  ) {
    this.ownOrigin = new URL(publicUrl).origin;
  }

  async judge(request: FastifyRequest): Promise<Judgement> {
    const known = judgements.get(request.raw);
    if (known) return known;
    // By the route's pattern, not by the address: however that is spelled, it leads to one handler.
    const judgement = request.routeOptions.url?.startsWith('/fanclubs/')
      ? { ...judgePageOrigin(request, this.ownOrigin), readable: false }
      : await this.judgeCall(request);
    judgements.set(request.raw, judgement);
    return judgement;
  }

  private async judgeCall(request: FastifyRequest): Promise<Judgement> {
    const key = fanclubKey(request);
    // As the browser sent it: a JSONP write is a GET, whose Referer counts.
    const sent = { method: jsonpOf(request) ? 'GET' : request.method, headers: request.headers };
    const named = typeof decisiveOrigin(sent) === 'string';
    const fanclub = named && key !== null ? await this.fanclubOf(request, key) : null;
    const trusted = fanclub?.trustedDomains ?? null;
    const verdict = judgeOrigin(sent, [this.ownOrigin, ...(trusted ?? [])]);
    const readable = verdict.trusted && trusted !== null && request.headers.origin !== undefined;
    return { ...verdict, readable };
  }

  /** Whose key it is; null also where that cannot be found out, if the answer shows nothing but what everybody may know. */
  private async fanclubOf(request: FastifyRequest, key: string): Promise<FanclubInfo | null> {
    try {
      return await this.published.byKey(key);
    } catch (error) {
      if (!request.is404 && request.method !== 'OPTIONS') throw error;
      request.log.warn({ err: error }, 'website not looked up');
      return null;
    }
  }
}
