import { countStatements, HttpClient } from '#libs/testing';
import type { Answer, Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const titles = ({ body }: Answer): string[] => list(body.events).map(({ title }) => String(title));
const linkNames = ({ body }: Answer): string[] => list(body.event.links).map(({ name }) => String(name));
const list = (value: unknown): Record<string, unknown>[] => value as Record<string, unknown>[];

/** A customer with an active subscription, logged in. */
async function member(): Promise<Api> {
  const customer = await t.given.customer();
  await t.given.subscription({ customer });
  return loggedIn(t, customer);
}

describe('GET /events', () => {
  it('answers page 1 of 0 without events', async () => {
    const { code, body } = await t.api.get('/events');
    expect(code).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'events', 'pagination']);
    expect(body).toEqual({ status: 'ok', events: [], pagination: { current_page: 1, total_pages: 0 } });
  });

  it('shows an event field by field, in the order of contract 6.14', async () => {
    const start = new Date('2026-07-16T02:00:00Z');
    const event = await t.given.event({
      title: 'Summer night',
      date: start,
      start,
      doorsOpen: new Date('2026-07-16T01:00:00Z'),
      description: '<p>Bring a lantern.</p>',
      tags: ['usa', 'club'],
      timeZone: 'America/Los_Angeles',
      venueName: 'The Wharf',
      venueAddress: '1 Pier Road',
      venueCity: 'Los Angeles',
      venueState: 'CA',
      venuePostalcode: '90001',
      venueCountry: 'US',
      venueLat: '34.0522',
      venueLon: '-118.2437',
    });
    const affiliate = await t.given.affiliate();
    await t.given.ticketLink({
      event,
      affiliate,
      name: 'Public onsale',
      status: 'Show On Specific Dates Only',
      url: 'https://tickets.example/1?a=b',
      host: 'tickets.example',
      codes: ['OPEN', 'DOOR'],
      codeInstructions: '<p>Type it in.</p>',
      publishStart: new Date('2026-03-01T17:00:00Z'),
      publishEnd: new Date('2026-07-01T17:00:00Z'),
    });
    const contest = await t.given.contest({ event, name: 'Meet & Greet' });

    const { text } = await t.api.get('/events');

    // Compared as texts: the order of the fields is part of the contract.
    const expected = {
      status: 'ok',
      events: [
        {
          id: event.id,
          title: 'Summer night',
          date: '2026-07-15T19:00:00-0700',
          start: '2026-07-15T19:00:00-0700',
          doors_open: '2026-07-15T18:00:00-0700',
          description: '<p>Bring a lantern.</p>',
          tags: ['usa', 'club'],
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
              name: 'Public onsale',
              status: 'Show On Specific Dates Only',
              exclusive: false,
              url: 'https://tickets.example/1?a=b',
              host: 'tickets.example',
              codes: ['OPEN', 'DOOR'],
              code_instructions: '<p>Type it in.</p>',
              affiliate_id: affiliate.id,
              publish_start: '2026-03-01T09:00:00-0800',
              publish_end: '2026-07-01T10:00:00-0700',
            },
          ],
          contests: [{ id: contest.id, name: 'Meet & Greet' }],
        },
      ],
      pagination: { current_page: 1, total_pages: 1 },
    };
    expect(text).toBe(JSON.stringify(expected));
  });

  it('shows each time with the UTC offset of its own day, and the zone at the start', async () => {
    await t.given.event({
      title: 'Clocks go forward',
      date: new Date('2027-03-14T08:00:00Z'),
      start: new Date('2027-03-15T02:00:00Z'),
      doorsOpen: new Date('2027-03-14T09:59:00Z'),
    });

    const { body } = await t.api.get('/events');

    expect(body.events[0]).toMatchObject({
      date: '2027-03-14T00:00:00-0800',
      start: '2027-03-14T19:00:00-0700',
      doors_open: '2027-03-14T01:59:00-0800',
      timezone: { short: 'PDT', offset: '-07:00' },
    });
  });

  it.each([
    ['America/Sao_Paulo', '-03', 'Brasilia', '-03:00', '2026-07-15T17:00:00-0300'],
    ['Europe/Paris', 'CEST', 'Paris', '+02:00', '2026-07-15T22:00:00+0200'],
    ['Asia/Dubai', '+04', 'Gulf Standard Time', '+04:00', '2026-07-16T00:00:00+0400'],
  ])('shows the zone %s as %s', async (timeZone, short, long, offset, start) => {
    const at = new Date('2026-07-15T20:00:00Z');
    await t.given.event({ timeZone, start: at, date: at });
    const { body } = await t.api.get('/events');
    expect(body.events[0]).toMatchObject({ start, timezone: { tz: timeZone, short, long, offset } });
  });

  it('shows null for unknown facts of an event or a link', async () => {
    const event = await t.given.event({
      doorsOpen: null,
      venueAddress: null,
      venueCity: null,
      venueState: null,
      venuePostalcode: null,
      venueLat: null,
      venueLon: null,
    });
    await t.given.ticketLink({ event });

    const { body } = await t.api.get('/events');

    expect(body.events[0]).toMatchObject({
      doors_open: null,
      venue: { address: null, city: null, state: null, postalcode: null, lat: null, lon: null },
      links: [{ code_instructions: null, affiliate_id: null, publish_start: null, publish_end: null }],
      contests: [],
    });
  });

  it('shows only published events of the key’s fan club', async () => {
    const event = await t.given.event({ title: 'Ours' });
    await t.given.event({ title: 'Draft', published: false });
    await t.given.contest({ event, published: false });
    const other = await t.given.fanclub({});
    const theirs = await t.given.event({ title: 'Theirs', fanclubId: other.id });
    await t.given.ticketLink({ event: theirs });
    await t.given.contest({ event: theirs });

    const answer = await t.api.get('/events');
    expect(titles(answer)).toEqual(['Ours']);
    expect(answer.body.events[0]).toMatchObject({ links: [], contests: [] });
    expect(titles(await t.api.get('/events', { key: other.key }))).toEqual(['Theirs']);
  });

  describe('chooses events', () => {
    beforeEach(async () => {
      const at = (title: string, date: string, tags: string[], timeZone = 'America/Los_Angeles') =>
        t.given.event({ title, date: new Date(date), start: new Date(date), tags, timeZone });
      await at('tomorrow', '2026-06-17T02:00:00Z', ['Europe']);
      await at('yesterday', '2026-06-15T06:59:59Z', ['usa', 'club']);
      await at('today', '2026-06-15T07:00:00Z', ['usa']);
      await at('tomorrow in Kiritimati', '2026-06-15T10:30:00Z', ['club'], 'Pacific/Kiritimati');
    });

    const ALL = ['yesterday', 'today', 'tomorrow in Kiritimati', 'tomorrow'];

    it.each([
      ['all by date', {}, ALL],
      ['in descending order', { order: 'desc' }, ALL.toReversed()],
      ['from a local date on', { start_date: '2026-06-16' }, ['tomorrow in Kiritimati', 'tomorrow']],
      ['up to a local date', { end_date: '2026-06-14' }, ['yesterday']],
      ['of one day', { start_date: '2026-06-15', end_date: '2026-06-15' }, ['today']],
      ['upcoming ones, including today', { scope: 'upcoming' }, ALL.slice(1)],
      ['of the past', { scope: 'past' }, ['yesterday']],
      ['with any of the tags', { tags: 'club, Europe' }, ['yesterday', 'tomorrow in Kiritimati', 'tomorrow']],
      ['up to a limit', { limit: 2 }, ['yesterday', 'today']],
      ['of a page', { limit: 3, page: 2 }, ['tomorrow']],
      [
        'by all of these together',
        { scope: 'upcoming', tags: 'usa,club', order: 'DESC', limit: 1, page: 2 },
        ['today'],
      ],
      ['all if order is invalid', { order: 'sideways' }, ALL],
      ['all if scope is invalid', { scope: 'everything' }, ALL],
      ['all if a date is invalid', { start_date: '2026-02-30', end_date: '15/06/2026' }, ALL],
      ['all if limit is invalid', { limit: 'abc' }, ALL],
      ['the first page if page is invalid', { limit: 2, page: 0 }, ['yesterday', 'today']],
      ['all if tags are blank', { tags: ' , ' }, ALL],
    ])('%s', async (_, query, expected) => {
      expect(titles(await t.api.get('/events', { query: query }))).toEqual(expected);
    });

    it.each([
      ['2026-06-16T06:59:59.999Z', ['yesterday']],
      ['2026-06-16T07:00:00Z', ['yesterday', 'today']],
    ])('moves an event to the past when its day ends at the venue: at %s', async (now, past) => {
      t.clock.set(now);
      expect(titles(await t.api.get('/events?scope=past'))).toEqual(past);
    });

    it.each([1, 2, 3, 4])('shows every event exactly once in pages of %d', async (limit) => {
      const first = await t.api.get('/events', { query: { limit } });
      const pages = Number(first.body.pagination.total_pages);
      expect(pages).toBe(Math.ceil(4 / limit));
      const shown: string[] = [];
      for (let page = 1; page <= pages; page += 1) {
        const answer = await t.api.get('/events', { query: { limit, page } });
        expect(answer.body.pagination).toEqual({ current_page: page, total_pages: pages });
        shown.push(...titles(answer));
      }
      expect(shown).toEqual(ALL);
    });

    it('answers an empty page beyond the last', async () => {
      const { body } = await t.api.get('/events', { query: { limit: 4, page: 9 } });
      expect([body.events, body.pagination]).toEqual([[], { current_page: 9, total_pages: 1 }]);
    });

    it('answers page 1 of 0 when nothing matches, for any requested page', async () => {
      const { body } = await t.api.get('/events', { query: { tags: 'none', page: 9 } });
      expect([body.events, body.pagination]).toEqual([[], { current_page: 1, total_pages: 0 }]);
    });
  });

  it('puts 100 events on a page by default and at most 500', async () => {
    const { id } = await t.given.fanclub();
    await t.db.query(
      `INSERT INTO events (fanclub_id, title, date, start, time_zone, venue_name, venue_country)
       SELECT $1, 'Night ' || n, now(), now(), 'UTC', 'The Wharf', 'US' FROM generate_series(1, 501) n`,
      [id],
    );
    const counts = async (query: Record<string, number>) => {
      const { body } = await t.api.get('/events', { query });
      return [list(body.events).length, body.pagination.total_pages];
    };
    expect(await counts({})).toEqual([100, 6]);
    expect(await counts({ limit: 100_000 })).toEqual([500, 2]);
  });

  it.each([
    ['an unknown time zone', `time_zone = 'Mars/Olympus'`],
    ['an infinite date', `date = 'infinity'`],
    ['an infinite start', `start = 'infinity'`],
    ['an infinite past', `date = '-infinity', start = '-infinity'`],
    ['doors that never open', `doors_open = 'infinity'`],
    ['a start that no Date has', `start = '294000-01-01'`],
    ['an infinite time of its last change', `created_at = 'infinity', updated_at = 'infinity'`],
  ])(
    'omits an event with %s, and shows the others and everything else of the fan club',
    async (_, mistake) => {
      const broken = await t.given.event();
      const event = await t.given.event({ title: 'All is well' });
      await t.db.query(`UPDATE events SET ${mistake} WHERE id = $1`, [broken.id]);
      expect((await t.api.get('/events')).body.events).toMatchObject([{ id: event.id }]);
      const others = ['/fanclub', '/plans', '/contests', '/account', `/events/${event.id}`];
      for (const path of others) expect((await t.api.get(path)).body.status).toBe('ok');
      const { id } = await t.given.fanclub();
      const { text } = await new HttpClient(t.origin).get(`/fanclubs/${id}/events.ics`);
      expect(text.match(/^SUMMARY:.*$/gm)).toEqual(['SUMMARY:All is well']);
    },
  );

  it.each([`publish_start = '-infinity'`, `publish_end = 'infinity'`])(
    'shows an event without a ticket link that has %s, and its other links',
    async (mistake) => {
      const event = await t.given.event();
      await t.given.ticketLink({ event, name: 'Sound', position: 1 });
      const broken = await t.given.ticketLink({ event, name: 'Broken', position: 2 });
      await t.db.query(`UPDATE ticket_links SET ${mistake} WHERE id = $1`, [broken.id]);
      expect(linkNames(await t.api.get(`/events/${event.id}`))).toEqual(['Sound']);
    },
  );

  it('sends only the statement for the customer, with any number of events, links and contests', async () => {
    const plan = await t.given.plan();
    const api = await member();
    const count = async (client: Api) => {
      const counter = countStatements();
      await client.get('/events');
      return counter.stop().length;
    };
    const add = async (many: number) => {
      for (let index = 0; index < many; index += 1) {
        const event = await t.given.event();
        await t.given.ticketLink({ event, plans: [plan], exclusive: true });
        await t.given.ticketLink({ event });
        await t.given.contest({ event });
      }
    };
    await add(1);
    expect([await count(t.api), await count(api)]).toEqual([0, 1]);
    await add(5);
    expect([await count(t.api), await count(api)]).toEqual([0, 1]);
  });
});

describe('GET /events/:id', () => {
  it('shows one event as the list does', async () => {
    const event = await t.given.event({ title: 'Summer night' });
    await t.given.event();
    await t.given.ticketLink({ event, name: 'Second', position: 2 });
    await t.given.ticketLink({ event, name: 'First', position: 1 });
    await t.given.ticketLink({ event, name: 'Hidden', position: 3, status: 'Hide' });

    const single = await t.api.get(`/events/${event.id}`);
    const listed = await t.api.get('/events?limit=1');

    expect(Object.keys(single.body)).toEqual(['status', 'event']);
    expect(linkNames(single)).toEqual(['First', 'Second']);
    expect(JSON.stringify(single.body.event)).toBe(JSON.stringify(listed.body.events[0]));
  });

  it('answers unpublished, foreign and impossible ids like unknown ones', async () => {
    const draft = await t.given.event({ published: false });
    const other = await t.given.fanclub({});
    const foreign = await t.given.event({ fanclubId: other.id });
    const api = await member();
    const absent = await t.api.get('/events/999999');

    expect(absent.code).toBe(200);
    expect(absent.text).toBe('{"status":"error","messages":["No event found"]}');
    const ids = [
      draft.id,
      foreign.id,
      0,
      -1,
      'abc',
      '1e3',
      '1.5',
      '99999999999999999999',
      '%00',
      '%F0%9F%8E%B8',
    ];
    for (const client of [t.api, api]) {
      for (const id of ids) expect((await client.get(`/events/${id}`)).text).toBe(absent.text);
    }
    expect((await t.api.get(`/events/${foreign.id}`, { key: other.key })).body.status).toBe('ok');
  });

  it.each(['%de0', '0x%d', '0%d', '+%d', '%20%d', '%d.0'])(
    'finds an event only by the decimal digits of its id, not by %s',
    async (spelling) => {
      const { id } = await t.given.event({ id: 7 });
      expect((await t.api.get(`/events/${id}`)).body.status).toBe('ok');
      const { body } = await t.api.get(`/events/${spelling.replace('%d', String(id))}`);
      expect(body.messages).toEqual(['No event found']);
    },
  );

  it('sends only the statement for the customer', async () => {
    const event = await t.given.event();
    const api = await member();
    const counts: number[] = [];
    for (const client of [t.api, api]) {
      const counter = countStatements();
      await client.get(`/events/${event.id}`);
      counts.push(counter.stop().length);
    }
    expect(counts).toEqual([0, 1]);
  });
});
