import { createHash } from 'node:crypto';
import type { RateLimit } from '../../src/platform/limits';
import type { New, Seed } from './seed';

export interface RateLimitInput extends Partial<RateLimit> {
  fanclubId: number;
}

/** One event, in a window of a minute that has just begun. */
export function rateLimitFactory({ n, now }: Seed, overrides: RateLimitInput): New<RateLimit> {
  return {
    what: 'search',
    digest: createHash('sha256').update(`limit ${n}`).digest(),
    count: 1,
    pending: 0,
    pendingUntil: null,
    endsAt: new Date(now.getTime() + 60_000),
    reportedFor: null,
    ...overrides,
  };
}
