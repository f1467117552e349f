import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/clock';
import type { WrittenAnswer } from '#libs/envelope';
import { jsonpOf } from '#libs/jsonp';
import { SessionCookies } from '#libs/session';
import { Config } from '#platform/config';
import { type FanclubInfo, Published } from '#platform/published';

/** What an answer was made of, and for whom. */
export interface AnswerOrigin {
  readonly fanclub: FanclubInfo;
  /** When the handler began. */
  readonly madeAt: Date;
  /** Whether it is the same for whoever asks; otherwise it is that of visitors without a session. */
  readonly isForEverybody: boolean;
}

interface CachedAnswer {
  readonly answer: WrittenAnswer;
  readonly isForEverybody: boolean;
  readonly fanclubId: number;
  /** Of the published content that the answer was made of. A number, so that the cache keeps no replaced content in memory. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** How long an answer may be served, in milliseconds: status and schedule depend on the time. */
const MAX_AGE = 1000;

/** Bytes that an answer takes besides its own and its address. */
const OVERHEAD = 512;

/**
 * Caches answers to visitors without a session as they went over the wire, by address. An answer is served for one second at
 * most, and only while the published content that it was made of is current (docs/decisions/0012, 0023).
 */
@Injectable()
export class AnswerCache {
  private readonly answers: LRUCache<string, CachedAnswer> | null;

  constructor(
    private readonly published: Published,
    private readonly cookies: SessionCookies,
    private readonly clock: Clock,
    { answers: { maxBytes } }: Config,
  ) {
    this.answers =
      maxBytes === 0
        ? null
        : new LRUCache({
            maxSize: maxBytes,
            // A text may take two bytes for each character.
            sizeCalculation: ({ answer }, address) => answer.bytes.length + 2 * address.length + OVERHEAD,
          });
  }

  /** The cached answer to a request that has passed the origin gate; null if the handler has to answer. */
  find(request: FastifyRequest): WrittenAnswer | null {
    const cached = this.isCacheable(request) ? this.answers?.get(request.url) : undefined;
    if (!cached) return null;
    const { fanclubId, version, madeAt } = cached;
    if (this.published.currentVersion(fanclubId) !== version) return null;
    const age = this.clock.now().getTime() - madeAt;
    // The age is negative after the clock was set back.
    if (age < 0 || age >= MAX_AGE) return null;
    return cached.isForEverybody || !this.cookies.hasCookie(request, fanclubId) ? cached.answer : null;
  }

  /** Caches the answer that a visitor without a session got to a request for which {@link isCacheable} holds. */
  store({ url }: FastifyRequest, answer: WrittenAnswer, origin: AnswerOrigin): void {
    const { fanclub, madeAt, isForEverybody } = origin;
    this.answers?.set(url, {
      answer,
      isForEverybody,
      fanclubId: fanclub.id,
      version: this.published.versionOf(fanclub),
      madeAt: madeAt.getTime(),
    });
  }

  /** Whether the answer depends only on the address, the visitor's session, the published content and the time. */
  isCacheable(request: FastifyRequest): boolean {
    return this.answers !== null && request.method === 'GET' && jsonpOf(request) === null;
  }
}
