import { Injectable, Global, Module } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/clock';
import type { WrittenAnswer } from '#libs/envelope';
import { jsonpOf } from '#libs/jsonp';
import { SessionCookies } from '#libs/session';
import { bearerOf, fanclubKey, RecentWrites, SessionTokens, type Viewer, Visits } from '#platform/access';
import { Config } from '#platform/config';
import { type Count, Metrics } from '#platform/metrics';
import { LastKnown, Published } from '#platform/published';
import { ownHostOf } from '#platform/tenants';
import type { Readership } from './readership';

/**
 * Who may get an answer. A visitor without a session gets those of `everybody` and `visitors`. A customer gets those of `everybody`, of
 * their readership (all who get the same answer), and of their kept visit (`Viewer.keptAs`).
 */
export type Audience =
  | { readonly of: 'everybody' | 'visitors' }
  | { readonly of: 'readership'; readonly readership: string }
  | { readonly of: 'visit'; readonly keptAs: number };

/** An answer, and what it was made from. */
export interface MadeAnswer {
  readonly answer: WrittenAnswer;
  readonly fanclubId: number;
  /** The version of the published content. A reference to the content itself would keep it in memory. */
  readonly version: number;
  /** When the handler began. */
  readonly madeAt: Date;
  /** Whether the bytes are cached for a larger audience too, where their memory counts. */
  readonly isShared?: boolean;
}

/** The parts of a request that decide which cached answer it gets. */
export type Asked = Pick<
  FastifyRequest,
  'method' | 'url' | 'query' | 'body' | 'cookies' | 'raw' | 'routeOptions' | 'server' | 'log'
>;

interface Entry extends MadeAnswer {
  readonly isForEverybody: boolean;
}

/** Milliseconds for which an answer may be served, since status and schedule depend on the time. */
const MAX_AGE = 1000;

/** Bytes of memory for an answer, in addition to its text and its address. */
const OVERHEAD = 512;

/**
 * Caches answers as sent, by address and audience. An answer is served for one second at most, and only while the published content
 * that it shows is current (docs/decisions/0011). What was made for a kept visit is served only while the visit is kept.
 */
@Injectable()
export class AnswerCache {
  private readonly answers: LRUCache<string, Entry> | null;
  private readonly hits: Count;
  private readonly misses: Count;

  constructor(
    private readonly published: Published,
    private readonly lastKnown: LastKnown,
    private readonly cookies: SessionCookies,
    private readonly tokens: SessionTokens,
    private readonly visits: Visits,
    private readonly writes: RecentWrites,
    private readonly clock: Clock,
    { answers: { maxBytes } }: Config,
    metrics: Metrics,
  ) {
    this.hits = metrics.counter('fanclub_answer_hits_total', 'Answers served from memory').of({});
    this.misses = metrics
      .counter('fanclub_answer_misses_total', 'Cacheable requests that a handler had to answer')
      .of({});
    metrics.gauge('fanclub_answers', 'Answers in memory', () => this.size);
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
            sizeCalculation: ({ answer, isShared = false }, place) =>
              (isShared ? 0 : answer.bytes.length) + 2 * place.length + OVERHEAD,
          });
  }

  /** The number of answers in memory. */
  get size(): number {
    return this.answers?.size ?? 0;
  }

  /** The cached answer to a request whose origin was checked; null if the handler has to answer. */
  find(request: Asked): MadeAnswer | null {
    if (!this.isCacheable(request)) return null;
    const made = this.forVisitor(request) ?? this.forVisit(request);
    return made && isAtHost(request, made.fanclubId) ? made : null;
  }

  /** Counts a cacheable request. */
  record(isHit: boolean): void {
    (isHit ? this.hits : this.misses).inc();
  }

  /** The cached answer to viewers of this readership; null if the handler has to answer. */
  findForReadership({ url }: Asked, { text }: Readership): MadeAnswer | null {
    return this.current(placeOf(url, { of: 'readership', readership: text }));
  }

  /**
   * The same while the database is away: an answer that shows the last known content. Null for every request that came with a
   * session.
   */
  findLastKnown(request: FastifyRequest): WrittenAnswer | null {
    const cached = this.isCacheable(request) ? this.recent(request.url) : null;
    if (!cached || !isAtHost(request, cached.fanclubId)) return null;
    if (this.lastKnown.version(cached.fanclubId) !== cached.version) return null;
    const wasSent = request.usesTokens || this.cookies.wasSent(request, cached.fanclubId);
    return wasSent ? null : cached.answer;
  }

  /** Caches an answer, if it is not too large. Only for requests that are {@link isCacheable}. Returns whether it is cached. */
  store({ url }: Asked, audience: Audience, made: MadeAnswer): boolean {
    if (!this.answers) return false;
    this.dropOld(this.answers);
    const place = placeOf(url, audience);
    this.answers.set(place, { ...made, isForEverybody: audience.of === 'everybody' });
    return this.answers.has(place);
  }

  /** Old answers would stay until the memory is full, with bytes that count no more because their larger audience has newer ones. */
  private dropOld(answers: LRUCache<string, Entry>): void {
    const old: string[] = [];
    for (const place of answers.rkeys()) {
      const entry = answers.peek(place);
      if (entry && this.isRecent(entry.madeAt)) break;
      old.push(place);
    }
    for (const place of old) answers.delete(place);
  }

  /** Whether the answer can be found by its address: requests by JSONP get another text. */
  isCacheable(request: Asked): boolean {
    return this.answers !== null && request.method === 'GET' && jsonpOf(request) === null;
  }

  /** What a handler's answer was made from, if it begins now. */
  origin(viewer: Viewer): Omit<MadeAnswer, 'answer'> {
    const { fanclub } = viewer;
    return {
      fanclubId: fanclub.id,
      version: this.published.versionOf(fanclub),
      madeAt: this.clock.now(),
    };
  }

  private forVisitor(request: Asked): MadeAnswer | null {
    const cached = this.current(request.url);
    if (!cached) return null;
    return cached.isForEverybody || !this.tokens.has(request, cached.fanclubId) ? cached : null;
  }

  private forVisit(request: Asked): MadeAnswer | null {
    const key = fanclubKey(request);
    const fanclub = key === null ? null : this.published.knownByKey(key);
    if (!fanclub || bearerOf(request) !== null || !this.writes.toleratesLag(request)) return null;
    const token = this.cookies.read(request, fanclub.id);
    const visit = token === null ? null : this.visits.peek(fanclub, token);
    const keptAs = visit?.keptAs ?? null;
    const entry = keptAs === null ? null : this.current(placeOf(request.url, { of: 'visit', keptAs }));
    if (entry) this.visits.recordHit();
    return entry;
  }

  /** A cached answer that is less than a second old and shows the current content. */
  private current(place: string): Entry | null {
    const cached = this.recent(place);
    return cached && this.published.currentVersion(cached.fanclubId) === cached.version ? cached : null;
  }

  /** A cached answer that is less than a second old. */
  private recent(place: string): Entry | null {
    const cached = this.answers?.get(place);
    return cached && this.isRecent(cached.madeAt) ? cached : null;
  }

  private isRecent(madeAt: Date): boolean {
    // The age is negative if the clock was set back.
    const age = this.clock.now().getTime() - madeAt.getTime();
    return age >= 0 && age < MAX_AGE;
  }
}

/** Whether a request did not come to the host of another fan club. */
function isAtHost(request: Asked, fanclubId: number): boolean {
  const own = ownHostOf(request);
  return own === null || own.fanclubId === fanclubId;
}

/** Where the answer of an address for an audience is cached. No address contains a space. */
function placeOf(url: string, audience: Audience): string {
  if (audience.of === 'readership') return `${url} readership ${audience.readership}`;
  return audience.of === 'visit' ? `${url} visit ${audience.keptAs}` : url;
}

/** The cache of answers. */
@Global()
@Module({ providers: [AnswerCache], exports: [AnswerCache] })
export class AnswersModule {}
