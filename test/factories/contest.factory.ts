import type { Contest } from '../../src/domains/contests';
import type { Event } from '../../src/domains/events';
import { daysFrom, type New, type Seed } from './seed';

export interface ContestInput extends Partial<Contest> {
  fanclubId: number;
  /** Where the present is in the contest's time; it is running by default. */
  when?: 'upcoming' | 'running' | 'ended';
  event?: Event;
}

const DAYS = { upcoming: [10, 20], running: [-10, 10], ended: [-20, -10] } as const;

/** A published contest open to everybody. */
export function contestFactory(
  { n, now }: Seed,
  { when = 'running', event, ...overrides }: ContestInput,
): New<Contest> {
  const [start, end] = DAYS[when];
  return {
    eventId: event?.id ?? null,
    name: `Contest ${n}`,
    minimumAge: 0,
    startsAt: daysFrom(now, start),
    endsAt: daysFrom(now, end),
    timeZone: 'America/Los_Angeles',
    details: `<p>Details of contest ${n}</p>`,
    rules: `<p>Rules of contest ${n}</p>`,
    published: true,
    ...overrides,
  };
}
