import ICAL from 'ical.js';
import { countStatements, HttpClient } from '#libs/testing';
import type { Customer } from '#domains/accounts/customer.entity';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const addressOf = async (): Promise<string> => `/fanclubs/${(await t.given.fanclub()).id}/events.ics`;
const get = async (headers: Record<string, string> = {}, address?: string) =>
  new HttpClient(t.origin).get(address ?? (await addressOf()), { headers });

/** The feed as a calendar program reads it. */
async function read(): Promise<ICAL.Component> {
  return new ICAL.Component(ICAL.parse((await get()).text) as unknown[]);
}

const eventsOf = (calendar: ICAL.Component): ICAL.Component[] => calendar.getAllSubcomponents('vevent');
const value = (event: ICAL.Component, name: string): unknown => event.getFirstPropertyValue(name);
const textsOf = async (name: string): Promise<unknown[]> =>
  eventsOf(await read()).map((event) => value(event, name));

/** The start in UTC, computed with the zones that the feed defines. */
function startOf(calendar: ICAL.Component, event: ICAL.Component): string {
  const property = event.getFirstProperty('dtstart')!;
  const start = property.getFirstValue() as ICAL.Time;
  const zones = calendar.getAllSubcomponents('vtimezone');
  const definition = zones.find((zone) => value(zone, 'tzid') === property.getParameter('tzid'));
  if (definition) start.zone = new ICAL.Timezone(definition);
  return start.toJSDate().toISOString();
}

/** The cookie of a logged-in customer. */
const sessionOf = async (customer?: Customer): Promise<string> =>
  (await loggedIn(t, customer ?? (await t.given.customer()))).cookies;

/** An event that begins at an instant, without a door time. */
const eventAt = (at: string, overrides: Parameters<typeof t.given.event>[0] = {}) =>
  t.given.event({ date: new Date(at), start: new Date(at), doorsOpen: null, ...overrides });

describe('the calendar of a fan club', () => {
  it('shows an event line by line', async () => {
    const { id: club } = await t.given.fanclub({ name: 'Tin, Comets', siteUrl: 'https://comets.example' });
    const event = await eventAt('2026-07-16T02:00:00Z', {
      title: 'Summer night',
      doorsOpen: new Date('2026-07-16T01:00:00Z'),
      description: '<p>Bring a <b>lantern</b>.</p><ul><li>Blankets</li><li>Tea &amp; cake</li></ul>',
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
    await t.given.ticketLink({ event, url: 'https://tickets.example/1?a=b,c;d' });
    const { text } = await get();
    expect(text.replaceAll('\r\n ', '').split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Fan club membership service//Events//EN',
      'NAME:Tin\\, Comets',
      'X-WR-CALNAME:Tin\\, Comets',
      'URL:https://comets.example/',
      `SOURCE;VALUE=URI:https://api.example.test/fanclubs/${club}/events.ics`,
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VTIMEZONE',
      'TZID:America/Los_Angeles',
      'BEGIN:DAYLIGHT',
      'DTSTART:20260308T020000',
      'TZOFFSETFROM:-0800',
      'TZOFFSETTO:-0700',
      'TZNAME:PDT',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      `UID:event-${event.id}.fanclub-${club}@api.example.test`,
      'DTSTAMP:20260615T120000Z',
      'CREATED:20260615T120000Z',
      'LAST-MODIFIED:20260615T120000Z',
      'SEQUENCE:0',
      'DTSTART;TZID=America/Los_Angeles:20260715T190000',
      'SUMMARY:Summer night',
      'LOCATION:The Wharf\\, 1 Pier Road\\, Los Angeles\\, CA 90001\\, United States',
      'GEO:34.0522;-118.2437',
      'DESCRIPTION:Doors open at 18:00.\\n\\nBring a lantern.\\n\\n- Blankets\\n- Tea & cake',
      'URL:https://tickets.example/1?a=b,c;d',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('is a valid empty calendar without events', async () => {
    const calendar = await read();
    expect([calendar.name, eventsOf(calendar), value(calendar, 'version')]).toEqual(['vcalendar', [], '2.0']);
  });

  it('has the right instants on both sides of a change of the clocks, in every zone', async () => {
    const instants = [
      ['2026-10-24T18:00:00.000Z', 'Europe/Oslo'],
      ['2026-10-25T19:00:00.000Z', 'Europe/Oslo'],
      ['2026-10-25T19:30:00.000Z', 'Asia/Kathmandu'],
      ['2026-11-01T03:00:00.000Z', 'America/Los_Angeles'],
      ['2026-11-02T04:00:00.000Z', 'America/Los_Angeles'],
      ['2027-03-29T18:00:00.000Z', 'Europe/Oslo'],
    ];
    for (const [at, timeZone] of instants) await eventAt(at, { timeZone });
    const calendar = await read();
    const found = eventsOf(calendar).map((event) => [
      startOf(calendar, event),
      event.getFirstProperty('dtstart')!.getParameter('tzid'),
    ]);
    expect(found).toEqual(instants);
    const local = eventsOf(calendar).map((event) => String(value(event, 'dtstart')));
    expect(local.slice(0, 2)).toEqual(['2026-10-24T20:00:00', '2026-10-25T20:00:00']);
    expect(calendar.getAllSubcomponents('vtimezone')).toHaveLength(3);
  });

  it('shows an event at midnight without a door time as a day, as its time is not known', async () => {
    const start = '2026-08-01T22:00:00Z';
    await eventAt(start, { timeZone: 'Europe/Oslo', title: 'Day' });
    await eventAt(start, { timeZone: 'Europe/Oslo', title: 'Night', doorsOpen: new Date(start) });
    const { text } = await get();
    expect(text).toMatch(/DTSTART;VALUE=DATE:20260802\r\nSUMMARY:Day\r\n/);
    expect(text).toMatch(/DTSTART;TZID=Europe\/Oslo:20260802T000000\r\nSUMMARY:Night\r\n/);
  });

  it('needs no zone for days and for UTC', async () => {
    await eventAt('2026-08-01T22:00:00Z', { timeZone: 'Europe/Oslo' });
    await eventAt('2026-08-01T20:00:00Z', { timeZone: 'UTC' });
    const { text } = await get();
    expect(text).not.toContain('VTIMEZONE');
    expect(text).toContain('DTSTART:20260801T200000Z');
  });

  it('keeps commas, semicolons, backslashes, line breaks and long lines', async () => {
    const title = `Wörk; play, \\rest\\ 🎸 ${'long '.repeat(40)}end`;
    await t.given.event({
      title,
      venueName: 'Hall, "A"; back\\slash',
      description: 'One<br>two\r\n<p>BEGIN:VEVENT</p>',
    });
    const [event, ...others] = eventsOf(await read());
    expect(others).toEqual([]);
    expect(value(event, 'summary')).toBe(title);
    expect(value(event, 'location')).toMatch(/^Hall, "A"; back\\slash, /);
    expect(value(event, 'description')).toMatch(/One\n\ntwo\n\nBEGIN:VEVENT$/);
    const { text } = await get();
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it.each([
    [null, null],
    ['abc', '12'],
    ['91', '12'],
    ['1;ATTACH:x', '12'],
  ])('has no position for the coordinates %j and %j', async (venueLat, venueLon) => {
    await t.given.event({ venueLat, venueLon });
    expect(await textsOf('geo')).toEqual([null]);
  });

  it('has no unpublished events, and none of other fan clubs', async () => {
    const other = await t.given.anotherFanclub();
    await t.given.event({ title: 'Ours' });
    await t.given.event({ title: 'Draft', published: false });
    await t.given.event({ title: 'Theirs', fanclubId: other.id });
    expect(await textsOf('summary')).toEqual(['Ours']);
    const { text } = await get({}, `/fanclubs/${other.id}/events.ics`);
    expect(text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Theirs']);
  });

  it('has upcoming events and those of the past 365 days', async () => {
    await eventAt('2025-06-14T23:00:00Z', { title: 'gone', timeZone: 'UTC' });
    await eventAt('2025-06-15T01:00:00Z', { title: 'a year ago', timeZone: 'UTC' });
    await eventAt('2026-06-14T20:00:00Z', { title: 'yesterday', timeZone: 'UTC' });
    await eventAt('2031-06-14T20:00:00Z', { title: 'in five years', timeZone: 'UTC' });
    expect(await textsOf('summary')).toEqual(['a year ago', 'yesterday', 'in five years']);
  });

  it('keeps the UID of an edited event, and counts up its revision', async () => {
    const event = await t.given.event();
    const identity = async () => [await textsOf('uid'), await textsOf('sequence'), await textsOf('summary')];
    const [[uid]] = await identity();
    await t.db.query(
      `UPDATE events SET title = 'New', updated_at = created_at + interval '90 s' WHERE id = $1`,
      [event.id],
    );
    expect(await identity()).toEqual([[uid], [90], ['New']]);
    expect(String((await textsOf('last-modified'))[0])).toBe('2026-06-15T12:01:30Z');
  });
});

describe('the URL of an event in the calendar', () => {
  const EXCLUSIVE = {
    exclusive: true,
    url: 'https://secret.example/x',
    host: 'secret.example',
    codes: ['SECRETCODE'],
    codeInstructions: '<p>SECRETHINT</p>',
  };

  it.each([
    ['a ticket link for everybody', {}, 'https://tickets.example/2'],
    ['no members’ link', EXCLUSIVE, null],
    ['no hidden link', { status: 'Hide' as const }, null],
    ['no link that is sold out', { status: 'Sold Out' as const }, null],
    [
      'no link before its time',
      { status: 'Show On Specific Dates Only' as const, publishStart: new Date('2026-06-16') },
      null,
    ],
    ['no link after its time', { publishEnd: new Date('2026-06-14') }, null],
  ])('is %s', async (_, link, url) => {
    const event = await eventAt('2026-07-16T02:00:00Z');
    await t.given.ticketLink({ event, url: 'https://tickets.example/2', host: 'tickets.example', ...link });
    expect(await textsOf('url')).toEqual([url]);
  });

  it('appears when the link begins, a minute later at most', async () => {
    const event = await eventAt('2026-07-16T02:00:00Z');
    const status = 'Show On Specific Dates Only';
    await t.given.ticketLink({ event, status, publishStart: new Date('2026-06-15T12:00:30Z') });
    expect(await textsOf('url')).toEqual([null]);
    t.clock.set('2026-06-15T12:01:00Z');
    expect(await textsOf('url')).toEqual([expect.stringMatching(/^https:/)]);
  });

  it('never shows codes or what is for members, even to an entitled member', async () => {
    const event = await eventAt('2026-07-16T02:00:00Z');
    const plan = await t.given.plan();
    await t.given.ticketLink({ event, ...EXCLUSIVE, name: 'Presale', plans: [plan] });
    await t.given.ticketLink({
      event,
      name: 'Onsale',
      codes: ['OPENCODE'],
      url: 'https://tickets.example/2',
    });
    const customer = await t.given.customer();
    await t.given.subscription({ customer, plan });
    const cookie = await sessionOf(customer);
    const { plansUrl } = await t.given.fanclub();
    for (const { text } of [await get(), await get({ cookie })]) {
      const whole = text.replaceAll('\r\n ', '');
      expect(whole).toContain('URL:https://tickets.example/2');
      for (const hidden of ['SECRET', 'secret.example', 'OPENCODE', 'Presale', plansUrl]) {
        expect(whole).not.toContain(hidden);
      }
    }
  });
});

describe('GET /fanclubs/:id/events.ics', () => {
  it('may be cached by everybody for five minutes, and sets no cookie', async () => {
    const cookie = await sessionOf();
    for (const sent of ['', cookie, cookie.replace(/=.*/, '=broken')]) {
      const { status, headers } = await get({ cookie: sent });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers.vary).toBeUndefined();
    }
  });

  it('answers 304 without a body until something changes', async () => {
    const event = await t.given.event();
    const { headers, text } = await get();
    const tag = headers.etag!;
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    t.clock.advance(3600);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await get({ 'if-none-match': known });
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', tag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).text).toBe(text);
    await t.db.query(`UPDATE events SET title = 'New' WHERE id = $1`, [event.id]);
    const changed = await get({ 'if-none-match': tag });
    expect([changed.status, changed.headers.etag === tag]).toEqual([200, false]);
    expect(changed.text).toContain('SUMMARY:New');
  });

  it('answers HEAD with the same headers', async () => {
    await t.given.event();
    const { headers } = await get();
    const head = await new HttpClient(t.origin).request('HEAD', await addressOf());
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect(head.headers[name]).toBe(headers[name]);
    }
  });

  it('sends no statement, with or without a session', async () => {
    const event = await t.given.event();
    await t.given.ticketLink({ event });
    const [cookie, address] = [await sessionOf(), await addressOf()];
    await get();
    for (const sent of ['', cookie]) {
      const counter = countStatements();
      expect((await get({ cookie: sent }, address)).status).toBe(200);
      expect(counter.stop()).toEqual([]);
    }
  });

  it('is no part of the JSON API: neither a callback nor a method changes the answer', async () => {
    const address = await addressOf();
    const { text } = await get({}, `${address}?callback=show&_method=POST&key=x`);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
    const { status } = await new HttpClient(t.origin).post(address, {});
    expect(status).toBe(404);
  });

  it.each(['999', '0', 'x', '1e3', '01', '9223372036854775808', '%00', '-1'])(
    'answers a small page with 404 for the unknown fan club %s',
    async (id) => {
      await t.given.fanclub({ id: 1, name: 'The Lanterns' });
      const { status, text, headers } = await get({}, `/fanclubs/${id}/events.ics`);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers['cache-control']).toBe('no-store');
      expect(text).toContain('<title>Page not found</title>');
      expect(text).not.toContain('Lanterns');
    },
  );
});
