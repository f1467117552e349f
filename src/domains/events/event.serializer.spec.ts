import { eventOn, publishedLink } from './published-event.fixtures';
import { visitor } from '#platform/access/viewer.fixtures';
import { visibleEvent } from './event.rules';
import { eventJson, eventListShape } from './event.serializer';

const print = (event = eventOn()): unknown => JSON.parse(eventJson(visibleEvent(event, visitor())).text);

describe('an event', () => {
  it('has the fields of contract 6.14, in their order', () => {
    const link = publishedLink({
      status: 'Show On Specific Dates Only',
      codes: ['OPEN'],
      codeInstructions: '<p>Type it in.</p>',
      affiliateId: 3,
      publishStart: new Date('2026-03-01T17:00:00Z'),
      publishEnd: new Date('2026-07-01T17:00:00Z'),
    });
    const event = eventOn('2026-07-16T02:00:00Z', {
      id: 12,
      doorsOpen: new Date('2026-07-16T01:00:00Z'),
      tags: ['usa'],
      links: [link],
      contests: [{ id: 4, name: 'Meet & Greet' }],
    });

    expect(JSON.stringify(print(event), null, 1)).toBe(
      JSON.stringify(
        {
          id: 12,
          title: 'Summer night',
          date: '2026-07-15T19:00:00-0700',
          start: '2026-07-15T19:00:00-0700',
          doors_open: '2026-07-15T18:00:00-0700',
          description: '<p>Bring a lantern.</p>',
          tags: ['usa'],
          timezone: {
            tz: 'America/Los_Angeles',
            short: 'PDT',
            long: 'Pacific Time (US & Canada)',
            offset: '-07:00',
          },
          venue: {
            name: 'The Wharf',
            address: '1 Pier Road',
            city: 'Los Angeles',
            state: 'CA',
            postalcode: '90001',
            country: 'US',
            country_name: 'United States',
            lat: '34.0522',
            lon: '-118.2437',
          },
          links: [
            {
              name: 'Tickets',
              status: 'Show On Specific Dates Only',
              exclusive: false,
              url: 'https://tickets.example/1',
              host: 'tickets.example',
              codes: ['OPEN'],
              code_instructions: '<p>Type it in.</p>',
              affiliate_id: 3,
              publish_start: '2026-03-01T09:00:00-0800',
              publish_end: '2026-07-01T10:00:00-0700',
            },
          ],
          contests: [{ id: 4, name: 'Meet & Greet' }],
        },
        null,
        1,
      ),
    );
  });

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
    const listed = { events: [visibleEvent(event, visitor(), [asked])], currentPage: 2, totalPages: 3 };
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
    expect(eventJson(visibleEvent(event, visitor())).text).not.toContain('CLUB');
  });
});
