import type { FastifyRequest } from 'fastify';
import { FixedClock } from '#libs/clock';
import { WrittenAnswer } from '#libs/envelope';
import type { SessionCookies } from '#libs/session';
import type { Config } from '#platform/config';
import type { FanclubInfo, Published } from '#platform/published';
import { RememberedAnswers } from './remembered-answers';

const fanclub = { id: 1 } as FanclubInfo;
const get = (url: string) => ({ method: 'GET', url, raw: {} }) as FastifyRequest;

describe('RememberedAnswers', () => {
  let version: number | undefined;
  let hasCookie: boolean;
  let clock: FixedClock;

  beforeEach(() => {
    version = 7;
    hasCookie = false;
    clock = new FixedClock('2026-06-15T12:00:00Z');
  });

  function answers(maxBytes: number): RememberedAnswers {
    const published = {
      versionOf: () => version,
      currentVersion: () => version,
      steadyUntil: () => Date.parse('2026-06-15T13:00:00Z'),
    };
    const cookies = { hasCookie: () => hasCookie };
    return new RememberedAnswers(
      published as unknown as Published,
      cookies as unknown as SessionCookies,
      clock,
      { answers: { maxBytes } } as Config,
    );
  }

  const keep = (kept: RememberedAnswers, url: string, isForEverybody = false): WrittenAnswer => {
    const answer = WrittenAnswer.success({ text: 'x'.repeat(1_000) });
    kept.keep(get(url), answer, { fanclub, now: clock.now(), isForEverybody });
    return answer;
  };

  it('gives an answer again until the instant at which it may read differently, and not before it was made', () => {
    const kept = answers(10_000);
    const answer = keep(kept, '/a');
    for (const [now, found] of [
      ['11:59:59.999', null],
      ['12:00:00.000', answer],
      ['12:59:59.999', answer],
      ['13:00:00.000', null],
    ] as const) {
      clock.set(`2026-06-15T${now}Z`);
      expect(kept.find(get('/a'))).toBe(found);
    }
  });

  it.each([8, undefined])('gives none that was made of what is no longer in memory (%s)', (now) => {
    const kept = answers(10_000);
    keep(kept, '/a');
    version = now;
    expect(kept.find(get('/a'))).toBeNull();
  });

  it('gives whoever may have a session only what is for everybody', () => {
    const kept = answers(10_000);
    keep(kept, '/visitors');
    const everybodys = keep(kept, '/everybody', true);
    hasCookie = true;
    expect([kept.find(get('/visitors')), kept.find(get('/everybody'))]).toEqual([null, everybodys]);
  });

  it('keeps no more than its bytes, and of those what was asked for last', () => {
    const kept = answers(4_000);
    keep(kept, '/a');
    keep(kept, '/b');
    expect(kept.find(get('/a'))).not.toBeNull();
    keep(kept, '/c');
    expect(['/a', '/b', '/c'].map((url) => kept.find(get(url)) !== null)).toEqual([true, false, true]);
  });

  it('keeps nothing where nothing is to be kept', () => {
    const kept = answers(0);
    expect(kept.isPlain(get('/a'))).toBe(false);
    keep(kept, '/a');
    expect(kept.find(get('/a'))).toBeNull();
  });
});
