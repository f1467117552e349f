import type { FastifyRequest } from 'fastify';
import { FixedClock } from '#libs/clock';
import { WrittenAnswer } from '#libs/envelope';
import type { SessionCookies } from '#libs/session';
import type { RecentWrites, SessionTokens, Visits } from '#platform/access';
import type { Config } from '#platform/config';
import { Metrics } from '#platform/metrics';
import type { LastKnown, Published } from '#platform/published';
import { AnswerCache } from './answer-cache';

const get = (url: string) =>
  ({ method: 'GET', url, query: {}, raw: { headers: {} }, cookies: {} }) as FastifyRequest;

const found = (cache: AnswerCache, url: string): WrittenAnswer | null => cache.find(get(url))?.answer ?? null;

describe('AnswerCache', () => {
  let version: number | undefined;
  let lastKnownVersion: number | null;
  let hasCookie: boolean;
  let clock: FixedClock;

  beforeEach(() => {
    version = 7;
    lastKnownVersion = null;
    hasCookie = false;
    clock = new FixedClock('2026-06-15T12:00:00Z');
  });

  function cacheOf(maxBytes: number): AnswerCache {
    const published = { versionOf: () => version, currentVersion: () => version, knownByKey: () => null };
    const lastKnown = { version: () => lastKnownVersion };
    const cookies = { wasSent: () => hasCookie };
    const tokens = { has: () => hasCookie };
    const config = { answers: { maxBytes } } as Config;
    return new AnswerCache(
      published as unknown as Published,
      lastKnown as unknown as LastKnown,
      cookies as unknown as SessionCookies,
      tokens as unknown as SessionTokens,
      {} as Visits,
      {} as RecentWrites,
      clock,
      config,
      new Metrics(false),
    );
  }

  const store = (cache: AnswerCache, url: string, isForEverybody = false): WrittenAnswer => {
    const answer = WrittenAnswer.success({ text: 'x'.repeat(1_000) });
    const made = { answer, fanclubId: 1, version: 7, madeAt: clock.now() };
    cache.store(get(url), { of: isForEverybody ? 'everybody' : 'visitors' }, made);
    return answer;
  };

  it.each([
    ['not before it was made, after the clock was set back', '11:59:59.999', false],
    ['in the same millisecond', '12:00:00.000', true],
    ['until a second has passed', '12:00:00.999', true],
    ['not when a second has passed', '12:00:01.000', false],
    ['not later', '12:30:00.000', false],
  ])('serves an answer %s', (_, now, isServed) => {
    const cache = cacheOf(10_000);
    const answer = store(cache, '/a');
    clock.set(`2026-06-15T${now}Z`);
    expect(found(cache, '/a')).toBe(isServed ? answer : null);
  });

  it('does not extend the second by serving the answer', () => {
    const cache = cacheOf(10_000);
    store(cache, '/a');
    clock.set('2026-06-15T12:00:00.700Z');
    expect(found(cache, '/a')).not.toBeNull();
    clock.set('2026-06-15T12:00:01.100Z');
    expect(found(cache, '/a')).toBeNull();
  });

  it.each([8, undefined])(
    'serves no answer once other content is current (version %s, was 7), however little time has passed',
    (now) => {
      const cache = cacheOf(10_000);
      store(cache, '/a');
      version = now;
      expect(found(cache, '/a')).toBeNull();
    },
  );

  it('serves requests with a session cookie only answers that are for everybody', () => {
    const cache = cacheOf(10_000);
    store(cache, '/visitors');
    const everybodys = store(cache, '/everybody', true);
    hasCookie = true;
    expect([found(cache, '/visitors'), found(cache, '/everybody')]).toEqual([null, everybodys]);
  });

  describe('while the database is away', () => {
    let cache: AnswerCache;
    let answer: WrittenAnswer;

    beforeEach(() => {
      cache = cacheOf(10_000);
      answer = store(cache, '/a', true);
      version = undefined;
      lastKnownVersion = 7;
    });

    it('serves an answer that shows the last known content, only when asked for such answers', () => {
      expect([found(cache, '/a'), cache.findLastKnown(get('/a'))]).toEqual([null, answer]);
    });

    it('serves it for a second at most', () => {
      clock.set('2026-06-15T12:00:01.000Z');
      expect(cache.findLastKnown(get('/a'))).toBeNull();
    });

    it('serves no answer that shows other content', () => {
      lastKnownVersion = 8;
      expect(cache.findLastKnown(get('/a'))).toBeNull();
    });

    it('serves no request with a session cookie, even if the answer is for everybody', () => {
      hasCookie = true;
      expect(cache.findLastKnown(get('/a'))).toBeNull();
    });
  });

  it('evicts the answer that was used longest ago when its bytes are full', () => {
    const cache = cacheOf(4_000);
    store(cache, '/a');
    store(cache, '/b');
    expect(found(cache, '/a')).not.toBeNull();
    store(cache, '/c');
    expect(['/a', '/b', '/c'].map((url) => found(cache, url) !== null)).toEqual([true, false, true]);
  });

  it('drops answers that are too old to be served when another one is stored', () => {
    const cache = cacheOf(10_000);
    for (const url of ['/a', '/b', '/c']) store(cache, url);
    expect(cache.size).toBe(3);
    clock.set('2026-06-15T12:00:01.000Z');
    store(cache, '/d');
    expect(cache.size).toBe(1);
  });

  it('does not cache an answer that is larger than its memory', () => {
    const made = { answer: WrittenAnswer.success({ text: 'x'.repeat(9_000) }), fanclubId: 1, version: 7 };
    const stored = [9_000, 20_000].map((maxBytes) =>
      cacheOf(maxBytes).store(get('/a'), { of: 'visitors' }, { ...made, madeAt: clock.now() }),
    );
    expect(stored).toEqual([false, true]);
  });

  it('caches nothing with a size of 0', () => {
    const cache = cacheOf(0);
    expect(cache.isCacheable(get('/a'))).toBe(false);
    store(cache, '/a');
    expect(found(cache, '/a')).toBeNull();
  });
});
