import { eventOn, publishedLink, presaleReader } from './published-event.fixtures';
import { visitor } from '#platform/access/viewer.fixtures';
import { visibleEvent } from './event.rules';
import { eventJson, eventListShape } from './event.serializer';

const print = (event = eventOn()): unknown =>
  JSON.parse(eventJson(visibleEvent(event, visitor(), presaleReader())).text);

describe('an event', () => {
  it('has null for unknown values', () => {
    const { venue } = eventOn().facts;
    const event = eventOn(undefined, {
      venue: { ...venue, address: null, city: null, state: null, postalcode: null, lat: null, lon: null },
      links: [publishedLink()],
    });

    expect(print(event)).toMatchObject({
      doors_open: null,
      venue: { address: null, city: null, state: null, postalcode: null, lat: null, lon: null },
      links: [{ code_instructions: null, affiliate_id: null, publish_start: null, publish_end: null }],
    });
  });

  it('shows the zone as of its start, and each time with the offset at that time', () => {
    const event = eventOn('2026-03-08T05:00:00Z', {
      start: new Date('2026-03-08T20:00:00Z'),
      doorsOpen: new Date('2026-03-08T09:59:59Z'),
    });

    expect(print(event)).toMatchObject({
      date: '2026-03-07T21:00:00-0800',
      start: '2026-03-08T13:00:00-0700',
      doors_open: '2026-03-08T01:59:59-0800',
      timezone: { short: 'PDT', offset: '-07:00' },
    });
  });

  it.each([
    ['America/Sao_Paulo', '-03', 'Brasilia', '-03:00', '2026-01-15T17:00:00-0300'],
    ['Asia/Kathmandu', '+0545', 'Kathmandu', '+05:45', '2026-01-16T01:45:00+0545'],
    ['Europe/Paris', 'CET', 'Paris', '+01:00', '2026-01-15T21:00:00+0100'],
    ['UTC', 'UTC', 'UTC', '+00:00', '2026-01-15T20:00:00+0000'],
  ])('%s is shown as %s', (timeZone, short, long, offset, start) => {
    expect(print(eventOn('2026-01-15T20:00:00Z', { timeZone }))).toMatchObject({
      start,
      timezone: { tz: timeZone, short, long, offset },
    });
  });
});

describe('a list of events', () => {
  it('has a pagination', () => {
    const event = eventOn(undefined, { links: [publishedLink(), publishedLink()] });
    const [asked] = event.links;
    const listed = {
      events: [visibleEvent(event, visitor(), presaleReader(), [asked])],
      currentPage: 2,
      totalPages: 3,
    };
    const printed = eventListShape(listed);
    expect(JSON.parse(JSON.stringify(printed))).toEqual({
      events: [print({ ...event, links: [asked] })],
      pagination: { current_page: 2, total_pages: 3 },
    });
  });
});

describe('a published link', () => {
  it('does not compile as a visible link', () => {
    const event = eventOn(undefined, { links: [publishedLink({ exclusive: true, codes: ['CLUB'] })] });
    // @ts-expect-error: the links of a published event are not visible links.
    const print = () => eventJson({ event, links: event.links });
    // @ts-expect-error: a visible event is not a published event.
    const printWhole = () => eventJson(event);
    expect([print, printWhole]).toHaveLength(2);
    expect(eventJson(visibleEvent(event, visitor(), presaleReader())).text).not.toContain('CLUB');
  });
});
