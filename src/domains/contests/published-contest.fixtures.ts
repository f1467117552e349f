import { nullsOf } from '#platform/database/row.fixtures';
import { type Entry, PUBLISHED_CONTESTS, type PublishedContest } from './contests.queries';

/** A contest of June 2026 that is open to all customers, for tests of pure code. */
export function publishedContest(overrides: Partial<PublishedContest> = {}): PublishedContest {
  return {
    ...nullsOf(PUBLISHED_CONTESTS),
    id: 1,
    name: 'Meet & Greet',
    minimumAge: 0,
    startsAt: new Date('2026-06-01T07:00:00Z'),
    endsAt: new Date('2026-06-30T07:00:00Z'),
    timeZone: 'America/Los_Angeles',
    details: '<p>Two tickets.</p>',
    rules: '<p>Be kind.</p>',
    planIds: [],
    ...overrides,
  };
}

/** An entry before the draw. */
export function entry(overrides: Partial<Entry> = {}): Entry {
  return { contestId: 1, selected: false, confirmed: false, forfeited: false, ...overrides };
}
