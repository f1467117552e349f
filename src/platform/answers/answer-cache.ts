import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/clock';
import type { WrittenAnswer } from '#libs/envelope';
import { jsonpOf } from '#libs/jsonp';
import { SessionCookies } from '#libs/session';
import { Config } from '#platform/config';
import { type Count, Metrics } from '#platform/metrics';
import { type FanclubInfo, LastKnown, Published } from '#platform/published';

/** How an answer was made. */
interface AnswerOrigin {
  readonly fanclub: FanclubInfo;
  /** When the handler began. */
  readonly madeAt: Date;
  /** True: sent to all visitors. False: sent only to visitors without a session. */
  readonly isForEverybody: boolean;
}

interface CachedAnswer extends Omit<AnswerOrigin, 'fanclub'> {
  readonly answer: WrittenAnswer;
  readonly fanclubId: number;
  /** The version of the published content. A reference to the content itself would keep it in memory. */
  readonly version: number;
}

/** Milliseconds for which an answer may be served, since status and schedule depend on the time. */
const MAX_AGE = 1000;

/** Bytes of memory for an answer, in addition to its text and its address. */
const OVERHEAD = 512;

/**
 * Caches answers to visitors without a session as sent, by address. An answer is served for one second at most, and only
 * while the published content that it shows is current (docs/decisions/0012, 0023).
 */
@Injectable()
export class AnswerCache {
  private readonly answers: LRUCache<string, CachedAnswer> | null;
  private readonly hits: Count;
  private readonly misses: Count;

  constructor(
    private readonly published: Published,
    private readonly lastKnown: LastKnown,
    private readonly cookies: SessionCookies,
    private readonly clock: Clock,
    { answers: { maxBytes } }: Config,
    metrics: Metrics,
  ) {
    this.hits = metrics.counter('fanclub_answer_hits_total', 'Answers served from memory').of({});
    this.misses = metrics
      .counter('fanclub_answer_misses_total', 'Cacheable requests that a handler had to answer')
      .of({});
    metrics.gauge('fanclub_answers', 'Answers in memory', () => this.answers?.size ?? 0);
    metrics.gauge(
      'fanclub_answer_bytes',
      'Approximate memory of them',
      () => this.answers?.calculatedSize ?? 0,
    );
    this.answers =
      maxBytes === 0
        ? null
        : new LRUCache({
            maxSize: maxBytes,
            // A string may take two bytes for each character.
            sizeCalculation: ({ answer }, address) => answer.bytes.length + 2 * address.length + OVERHEAD,
          });
  }

  /** The cached answer to a request whose origin was checked; null if the handler has to answer. */
  find(request: FastifyRequest): WrittenAnswer | null {
    if (!this.isCacheable(request)) return null;
    const answer = this.current(request);
    (answer ? this.hits : this.misses).inc();
    return answer;
  }

  /**
   * The same while the database is away: an answer that shows the last known content. Null for every request that came with a
   * session cookie.
   */
  findLastKnown(request: FastifyRequest): WrittenAnswer | null {
    const cached = this.isCacheable(request) ? this.recent(request) : null;
    if (!cached || this.lastKnown.version(cached.fanclubId) !== cached.version) return null;
    return this.cookies.wasSent(request, cached.fanclubId) ? null : cached.answer;
  }

  /** Caches the answer to a visitor without a session. Only for requests that are {@link isCacheable}. */
  store({ url }: FastifyRequest, answer: WrittenAnswer, { fanclub, ...origin }: AnswerOrigin): void {
    const version = this.published.versionOf(fanclub);
    this.answers?.set(url, { ...origin, answer, fanclubId: fanclub.id, version });
  }

  /** Whether the answer depends only on the address, the visitor's session, the published content and the time. */
  isCacheable(request: FastifyRequest): boolean {
    return this.answers !== null && request.method === 'GET' && jsonpOf(request) === null;
  }

  /** The cached answer if this request may get it. */
  private current(request: FastifyRequest): WrittenAnswer | null {
    const cached = this.recent(request);
    if (!cached || this.published.currentVersion(cached.fanclubId) !== cached.version) return null;
    return cached.isForEverybody || !this.cookies.hasCookie(request, cached.fanclubId) ? cached.answer : null;
  }

  /** The cached answer to a request's address, if it is less than a second old. */
  private recent(request: FastifyRequest): CachedAnswer | null {
    const cached = this.answers?.get(request.url);
    if (!cached) return null;
    // The age is negative if the clock was set back.
    const age = this.clock.now().getTime() - cached.madeAt.getTime();
    return age >= 0 && age < MAX_AGE ? cached : null;
  }
}
