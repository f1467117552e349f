import type { FastifyRequest } from 'fastify';
import { FixedClock } from '#libs/clock';
import { WrittenAnswer } from '#libs/envelope';
import type { SessionCookies } from '#libs/session';
import type { Config } from '#platform/config';
import { Metrics } from '#platform/metrics';
import type { FanclubInfo, LastKnown, Published } from '#platform/published';
import { AnswerCache } from './answer-cache';

const fanclub = { id: 1 } as FanclubInfo;
const get = (url: string) => ({ method: 'GET', url, raw: {} }) as FastifyRequest;

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
    const published = { versionOf: () => version, currentVersion: () => version };
    const lastKnown = { version: () => lastKnownVersion };
    const cookies = { hasCookie: () => hasCookie, wasSent: () => hasCookie };
    const config = { answers: { maxBytes } } as Config;
    return new AnswerCache(
      published as unknown as Published,
      lastKnown as unknown as LastKnown,
      cookies as unknown as SessionCookies,
      clock,
      config,
      new Metrics(false),
    );
  }

  const store = (cache: AnswerCache, url: string, isForEverybody = false): WrittenAnswer => {
    const answer = WrittenAnswer.success({ text: 'x'.repeat(1_000) });
    cache.store(get(url), answer, { fanclub, madeAt: clock.now(), isForEverybody });
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
    expect(cache.find(get('/a'))).toBe(isServed ? answer : null);
  });

  it('does not extend the second by serving the answer', () => {
    const cache = cacheOf(10_000);
    store(cache, '/a');
    clock.set('2026-06-15T12:00:00.700Z');
    expect(cache.find(get('/a'))).not.toBeNull();
    clock.set('2026-06-15T12:00:01.100Z');
    expect(cache.find(get('/a'))).toBeNull();
  });

  it.each([8, undefined])(
    'serves no answer once other content is current (version %s, was 7), however little time has passed',
    (now) => {
      const cache = cacheOf(10_000);
      store(cache, '/a');
      version = now;
      expect(cache.find(get('/a'))).toBeNull();
    },
  );

  it('serves requests with a session cookie only answers that are for everybody', () => {
    const cache = cacheOf(10_000);
    store(cache, '/visitors');
    const everybodys = store(cache, '/everybody', true);
    hasCookie = true;
    expect([cache.find(get('/visitors')), cache.find(get('/everybody'))]).toEqual([null, everybodys]);
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
      expect([cache.find(get('/a')), cache.findLastKnown(get('/a'))]).toEqual([null, answer]);
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
    expect(cache.find(get('/a'))).not.toBeNull();
    store(cache, '/c');
    expect(['/a', '/b', '/c'].map((url) => cache.find(get(url)) !== null)).toEqual([true, false, true]);
  });

  it('caches nothing with a size of 0', () => {
    const cache = cacheOf(0);
    expect(cache.isCacheable(get('/a'))).toBe(false);
    store(cache, '/a');
    expect(cache.find(get('/a'))).toBeNull();
  });
});
