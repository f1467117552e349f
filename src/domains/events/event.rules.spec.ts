import fc from 'fast-check';
import { eventOn, publishedLink, presaleReader } from './published-event.fixtures';
import { visitor } from '#platform/access/viewer.fixtures';
import { type ListEventsQuery, MAX_PAGE_SIZE } from './dto/list-events.query';
import { eventPage, isPast, type VisibleEvent } from './event.rules';
import type { PublishedEvent } from './published-event';

const NOW = new Date('2026-06-15T12:00:00Z');
const idsOf = (events: readonly VisibleEvent[]): number[] => events.map(({ event }) => event.id);
const list = (events: readonly PublishedEvent[], query: ListEventsQuery = {}, now = NOW) =>
  idsOf(eventPage(events, query, visitor(), presaleReader(now)).events);

describe('isPast', () => {
  it.each([
    ['America/Los_Angeles', '2026-06-16T06:59:59.999Z', false],
    ['America/Los_Angeles', '2026-06-16T07:00:00Z', true],
    ['Pacific/Kiritimati', '2026-06-16T09:59:59.999Z', false],
    ['Pacific/Kiritimati', '2026-06-16T10:00:00Z', true],
    ['UTC', '2026-06-16T00:00:00Z', true],
  ])('an event of noon UTC on June 15 in %s at %s: %s', (timeZone, now, expected) => {
    // In Kiritimati, fourteen hours ahead, it is then June 16.
    expect(isPast(eventOn('2026-06-15T12:00:00Z', { timeZone }), new Date(now))).toBe(expected);
  });

  it('respects days of 25 hours', () => {
    const event = eventOn('2026-11-01T19:00:00Z');
    expect(isPast(event, new Date('2026-11-02T07:59:59.999Z'))).toBe(false);
    expect(isPast(event, new Date('2026-11-02T08:00:00Z'))).toBe(true);
  });
});

describe('eventPage', () => {
  const yesterday = eventOn('2026-06-14T20:00:00Z', { id: 1, tags: ['usa', 'club'] });
  const today = eventOn('2026-06-15T18:00:00Z', { id: 2, tags: ['usa'] });
  const tomorrow = eventOn('2026-06-16T20:00:00Z', { id: 3, tags: ['Europe'] });
  const all = [yesterday, today, tomorrow];

  it.each<[string, ListEventsQuery, number[]]>([
    ['all events by date', {}, [1, 2, 3]],
    ['the reverse', { order: 'DESC' }, [3, 2, 1]],
    ['today and later as upcoming', { scope: 'upcoming' }, [2, 3]],
    ['earlier days as past', { scope: 'past' }, [1]],
    ['from the start date on', { start_date: '2026-06-15' }, [2, 3]],
    ['up to the end date', { end_date: '2026-06-15' }, [1, 2]],
    ['one day', { start_date: '2026-06-15', end_date: '2026-06-15' }, [2]],
    ['none when the dates exclude each other', { start_date: '2026-06-16', end_date: '2026-06-14' }, []],
    ['events with any of the tags', { tags: ['club', 'Europe'] }, [1, 3]],
    ['none for a part of a tag', { tags: ['us'] }, []],
    ['the first few', { limit: 2 }, [1, 2]],
    ['the next few', { limit: 2, page: 2 }, [3]],
    ['nothing beyond the last page', { limit: 2, page: 3 }, []],
    [
      'the events that match all parameters',
      { scope: 'upcoming', tags: ['usa'], order: 'DESC', limit: 5 },
      [2],
    ],
  ])('lists %s', (_, query, expected) => {
    expect(list(all, query)).toEqual(expected);
  });

  it('compares dates in the time zone of the venue', () => {
    const tokyo = eventOn('2026-06-15T20:00:00Z', { id: 9, timeZone: 'Asia/Tokyo' });
    expect(list([tokyo], { start_date: '2026-06-16', end_date: '2026-06-16' })).toEqual([9]);
    expect(list([tokyo], { end_date: '2026-06-15' })).toEqual([]);
  });

  it('lists 100 events by default', () => {
    const many = Array.from({ length: 101 }, (_, id) => eventOn(undefined, { id }));
    const page = eventPage(many, {}, visitor(), presaleReader(NOW));
    expect([page.events.length, page.currentPage, page.totalPages]).toEqual([100, 1, 2]);
  });

  it('returns the requested page number, also beyond the last page', () => {
    expect(eventPage(all, { limit: 2, page: 7 }, visitor(), presaleReader(NOW))).toEqual({
      events: [],
      currentPage: 7,
      totalPages: 2,
    });
  });

  it('is page 1 of 0 without events, for any requested page', () => {
    const none = { events: [], currentPage: 1, totalPages: 0 };
    expect(eventPage([], {}, visitor(), presaleReader(NOW))).toEqual(none);
    expect(eventPage(all, { tags: ['none'], page: 3 }, visitor(), presaleReader(NOW))).toEqual(none);
  });

  it('shows every event exactly once, in the same order, for any page size', () => {
    const someEvents = fc.array(fc.record({ past: fc.boolean(), tagged: fc.boolean() }), { maxLength: 60 });
    const someQuery = fc.record({
      order: fc.constantFrom('ASC', 'DESC', undefined),
      scope: fc.constantFrom('upcoming', 'past', undefined),
      tags: fc.option(fc.constant<string[]>(['x']), { nil: undefined }),
      limit: fc.integer({ min: 1, max: MAX_PAGE_SIZE }),
    });
    fc.assert(
      fc.property(someEvents, someQuery, (kinds, query) => {
        const events = kinds.map(({ past, tagged }, index) => {
          const kind = past ? yesterday : tomorrow;
          const facts = { ...kind.facts, id: index + 1, tags: tagged ? ['x', 'y'] : ['y'] };
          return { ...kind, facts };
        });
        const first = eventPage(events, query, visitor(), presaleReader(NOW));
        const pages = Array.from({ length: first.totalPages }, (_, index) =>
          eventPage(events, { ...query, page: index + 1 }, visitor(), presaleReader(NOW)),
        );
        const shown = pages.flatMap((page) => idsOf(page.events));

        const wanted = kinds.flatMap(({ past, tagged }, index) => {
          const inScope = query.scope === undefined || (query.scope === 'past') === past;
          return inScope && (query.tags === undefined || tagged) ? [index + 1] : [];
        });
        expect(shown).toEqual(query.order === 'DESC' ? wanted.reverse() : wanted);
        expect(pages.every((page) => page.events.length > 0 && page.totalPages === first.totalPages)).toBe(
          true,
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the links inside a listed event', () => {
  const from = (name: string, publishStart: string | null, publishEnd: string | null) =>
    publishedLink({
      name,
      status: 'Show On Specific Dates Only',
      publishStart: publishStart === null ? null : new Date(publishStart),
      publishEnd: publishEnd === null ? null : new Date(publishEnd),
    });
  const links = [
    from('Fan Club Presale', null, '2026-06-01T00:00:00Z'),
    from('VIP Presale', '2026-06-10T00:00:00Z', null),
    from('Public onsale', '2026-06-20T00:00:00Z', null),
  ];
  const event = eventOn('2026-07-16T02:00:00Z', { links });
  const namesOf = (query: ListEventsQuery, of = event): string[] => {
    const { events } = eventPage([of], query, visitor(), presaleReader(NOW));
    expect(events).toHaveLength(1);
    return events[0].links.map(({ name }) => name);
  };

  it.each<[string, ListEventsQuery, string[]]>([
    ['all', {}, ['Fan Club Presale', 'VIP Presale', 'Public onsale']],
    [
      'those whose name contains a part, in any letter case',
      { links: ['PRESALE'] },
      ['Fan Club Presale', 'VIP Presale'],
    ],
    ['those that contain any of the parts', { links: ['vip', 'public'] }, ['VIP Presale', 'Public onsale']],
    ['none if no name matches, and the event stays', { links: ['lottery'] }, []],
    ['current ones', { schedule: 'current' }, ['VIP Presale']],
    ['upcoming ones', { schedule: 'upcoming' }, ['Public onsale']],
    ['past ones', { schedule: 'past' }, ['Fan Club Presale']],
    ['current and upcoming ones as active', { schedule: 'active' }, ['VIP Presale', 'Public onsale']],
    ['those that match both name and schedule', { schedule: 'active', links: ['presale'] }, ['VIP Presale']],
  ])('are %s', (_, query, expected) => {
    expect(namesOf(query)).toEqual(expected);
  });

  it('are omitted from past events only if scope is past', () => {
    const past = eventOn('2026-05-01T02:00:00Z', { links });
    expect(namesOf({ scope: 'past' }, past)).toEqual([]);
    expect(namesOf({}, past)).toHaveLength(3);
  });

  it('end with the day of the event if they have no end', () => {
    const today = eventOn('2026-06-15T18:00:00Z', { links: [from('Door', null, null)] });
    const at = (now: string) =>
      eventPage([today], { schedule: 'current' }, visitor(), presaleReader(new Date(now))).events[0].links
        .length;
    expect([at('2026-06-16T06:59:59.999Z'), at('2026-06-16T07:00:00Z')]).toEqual([1, 0]);
  });
});
