import { countStatements } from '#libs/testing';
import type { Customer } from '#domains/accounts/customer.entity';
import { daysFrom } from '#samples';
import type { Answer, Api } from '../support/api';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const names = ({ body }: Answer): unknown[] =>
  (body.contests as unknown as Record<string, unknown>[]).map(({ name }) => name);

describe('GET /contests', () => {
  it('is empty without contests', async () => {
    const { code, body } = await t.api.get('/contests');
    expect([code, body]).toEqual([200, { status: 'ok', contests: [] }]);
  });

  it.each(EVERY_VIEWER)(
    'shows $name a contest field by field, in the order of contract 6.13',
    async (kind) => {
      const event = await t.given.event();
      const contest = await t.given.contest({
        event,
        name: 'Meet & Greet',
        minimumAge: 18,
        startsAt: new Date('2026-05-01T07:00:00Z'),
        endsAt: new Date('2026-07-01T07:00:00Z'),
        timeZone: 'America/Los_Angeles',
        details: '<p>Two tickets.</p>',
        rules: '<p>Be kind.</p>',
      });
      const api = await kind.client(t, await t.given.plan());

      const { text } = await api.get('/contests');

      // Compared as texts: the order of the fields is part of the contract.
      const expected = {
        status: 'ok',
        contests: [
          {
            id: contest.id,
            name: 'Meet & Greet',
            minimum_age: 18,
            status: 'running',
            starts_at: '2026-05-01 07:00:00 UTC',
            ends_at: '2026-07-01 07:00:00 UTC',
            timezone: { tz: 'America/Los_Angeles', long: 'Pacific Time (US & Canada)' },
            running: true,
            ended: false,
            entered: false,
            selected: false,
            forfeited: false,
            won: false,
            details: '<p>Two tickets.</p>',
            rules: '<p>Be kind.</p>',
            event: null,
          },
        ],
      };
      expect(text).toBe(JSON.stringify(expected));
    },
  );

  it('shows published contests of the key’s fan club only, by start and then by id', async () => {
    const startsAt = new Date('2026-06-01T00:00:00Z');
    await t.given.contest({ name: 'third', startsAt: new Date('2026-06-02T00:00:00Z') });
    await t.given.contest({ name: 'first', startsAt });
    await t.given.contest({ name: 'second', startsAt });
    await t.given.contest({ name: 'draft', published: false });
    const other = await t.given.fanclub({});
    await t.given.contest({ name: 'theirs', fanclubId: other.id });

    expect(names(await t.api.get('/contests'))).toEqual(['first', 'second', 'third']);
    expect(names(await t.api.get('/contests', { key: other.key }))).toEqual(['theirs']);
  });

  it.each([`starts_at = '-infinity'`, `ends_at = 'infinity'`, `time_zone = 'Mars/Olympus'`])(
    'omits a contest with %s, and shows the others',
    async (mistake) => {
      const { id } = await t.given.contest();
      await t.given.contest({ name: 'All is well' });
      await t.db.query(`UPDATE contests SET ${mistake} WHERE id = $1`, [id]);
      expect(names(await t.api.get('/contests'))).toEqual(['All is well']);
      expect((await t.api.get(`/contests/${id}`)).body.messages).toEqual(['No contest found']);
    },
  );

  it.each([
    ['2026-05-31T23:59:59.999Z', 'upcoming', false, false],
    ['2026-06-01T00:00:00Z', 'running', true, false],
    ['2026-06-30T00:00:00Z', 'running', true, false],
    ['2026-06-30T00:00:00.001Z', 'ended', false, true],
  ])('at %s a contest of June is %s', async (now, status, running, ended) => {
    const startsAt = new Date('2026-06-01T00:00:00Z');
    await t.given.contest({ startsAt, endsAt: new Date('2026-06-30T00:00:00Z') });
    t.clock.set(now);
    const { body } = await t.api.get('/contests');
    expect(body.contests[0]).toMatchObject({ status, running, ended });
  });

  describe('with entries of the customer', () => {
    let customer: Customer;
    let ada: Api;

    beforeEach(async () => {
      customer = await t.given.customer();
      const inContest = async (name: string, start: number, flags: object | null, event?: 'event') => {
        const contest = await t.given.contest({
          name,
          startsAt: daysFrom(t.clock.now(), start),
          ...(event && { event: await t.given.event() }),
        });
        if (flags) await t.given.entry({ customer, contest, ...flags });
      };
      await inContest('not entered', -5, null);
      await inContest('entered', -4, {}, 'event');
      await inContest('selected', -3, { selected: true });
      await inContest('won', -2, { selected: true, confirmed: true });
      await inContest('forfeited', -1, { selected: true, forfeited: true });
      // Another customer's entry must not show.
      const contest = await t.given.contest({
        name: 'entered by Bob',
        startsAt: daysFrom(t.clock.now(), -6),
      });
      await t.given.entry({ contest, selected: true, confirmed: true });
      ada = await loggedIn(t, customer);
    });

    it('shows the state of each entry', async () => {
      const { body } = await ada.get('/contests');
      const flags = (body.contests as unknown as Record<string, unknown>[]).map((contest) =>
        ['name', 'status', 'entered', 'selected', 'forfeited', 'won'].map((field) => contest[field]),
      );
      expect(flags).toEqual([
        ['entered by Bob', 'running', false, false, false, false],
        ['not entered', 'running', false, false, false, false],
        ['entered', 'entered', true, false, false, false],
        ['selected', 'entered', true, true, false, false],
        ['won', 'entered', true, true, false, true],
        ['forfeited', 'entered', true, true, true, false],
      ]);
    });

    it.each([
      ['entered', ['entered', 'selected', 'won', 'forfeited']],
      ['selected', ['selected', 'won', 'forfeited']],
      ['winners', ['won']],
      ['Forfeited', ['forfeited']],
    ])('lists with scope=%s only the customer’s own', async (scope, expected) => {
      expect(names(await ada.get('/contests', { query: { scope } }))).toEqual(expected);
      expect(names(await t.api.get('/contests', { query: { scope } }))).toEqual([]);
    });

    it('accepts limit together with scope', async () => {
      expect(names(await ada.get('/contests?scope=entered&limit=2'))).toEqual(['entered', 'selected']);
    });

    it.each(['limit=abc', 'limit=0', 'event_id=abc', 'scope=everything'])(
      'lists all with %s',
      async (query) => {
        expect(names(await ada.get(`/contests?${query}`))).toHaveLength(6);
      },
    );

    it('shows a contest as entered even after its end', async () => {
      t.clock.set('2026-06-28T00:00:00Z');
      const { body } = await (await loggedIn(t, customer)).get('/contests?scope=winners');
      expect(body.contests[0]).toMatchObject({ status: 'entered', running: false, ended: true, won: true });
    });
  });

  it('lists the contests of an event that is published in this fan club', async () => {
    const event = await t.given.event();
    const draft = await t.given.event({ published: false });
    await t.given.contest({ event, name: 'of the event' });
    await t.given.contest({ event: draft, name: 'of a draft' });
    await t.given.contest({ name: 'of none' });
    const other = await t.given.fanclub({});
    const theirs = await t.given.event({ fanclubId: other.id });
    await t.given.contest({ event: theirs });

    const of = async (event_id: number) => names(await t.api.get('/contests', { query: { event_id } }));
    expect(await of(event.id)).toEqual(['of the event']);
    expect([await of(draft.id), await of(theirs.id), await of(999_999)]).toEqual([[], [], []]);
  });

  it('lists at most 500 contests', async () => {
    const { id } = await t.given.fanclub();
    await t.db.query(
      `INSERT INTO contests (fanclub_id, name, starts_at, ends_at, time_zone)
       SELECT $1, 'Contest ' || n, now(), now(), 'UTC' FROM generate_series(1, 501) n`,
      [id],
    );
    expect(names(await t.api.get('/contests'))).toHaveLength(500);
    expect(names(await t.api.get('/contests?limit=100000'))).toHaveLength(500);
    expect(names(await t.api.get('/contests?limit=7'))).toHaveLength(7);
  });

  it('takes no statement for a visitor and one for a customer, with any number of contests and entries', async () => {
    const customer = await t.given.customer();
    const api = await loggedIn(t, customer);
    const count = async (client: Api) => {
      const counter = countStatements();
      await client.get('/contests');
      return counter.stop().length;
    };
    const add = async (many: number) => {
      for (let index = 0; index < many; index += 1) {
        const contest = await t.given.contest({
          event: await t.given.event(),
          plans: [await t.given.plan()],
        });
        await t.given.entry({ customer, contest });
      }
    };
    await add(1);
    expect([await count(t.api), await count(api)]).toEqual([0, 1]);
    await add(5);
    expect([await count(t.api), await count(api)]).toEqual([0, 1]);
  });
});

describe('GET /contests/:id', () => {
  it('shows a contest field by field, in the order of contract 6.13, with its event', async () => {
    const event = await t.given.event({ title: 'Summer night' });
    const contest = await t.given.contest({
      event,
      name: 'Meet & Greet',
      startsAt: new Date('2026-05-01T07:00:00Z'),
      endsAt: new Date('2026-07-01T07:00:00Z'),
      timeZone: 'Europe/Paris',
      details: '<p>Two tickets.</p>',
      rules: '<p>Be kind.</p>',
    });
    const customer = await t.given.customer();
    await t.given.entry({ customer, contest, selected: true });
    const api = await loggedIn(t, customer);

    const { text } = await api.get(`/contests/${contest.id}`);

    const expected = {
      status: 'ok',
      contest: {
        id: contest.id,
        name: 'Meet & Greet',
        minimum_age: 0,
        status: 'entered',
        starts_at: '2026-05-01 07:00:00 UTC',
        ends_at: '2026-07-01 07:00:00 UTC',
        timezone: { tz: 'Europe/Paris', long: 'Paris' },
        running: true,
        ended: false,
        entered: true,
        selected: true,
        forfeited: false,
        won: false,
        available_to_customer: true,
        details: '<p>Two tickets.</p>',
        rules: '<p>Be kind.</p>',
        event: { id: event.id, title: 'Summer night' },
      },
    };
    expect(text).toBe(JSON.stringify(expected));
  });

  it('shows no event if there is none or it is not published', async () => {
    const alone = await t.given.contest();
    const ofDraft = await t.given.contest({ event: await t.given.event({ published: false }) });
    for (const { id } of [alone, ofDraft]) {
      expect((await t.api.get(`/contests/${id}`)).body.contest.event).toBeNull();
    }
  });

  it.each(EVERY_VIEWER)('shows $name whether it is available to them', async (kind) => {
    const plan = await t.given.plan();
    const forAll = await t.given.contest();
    const forPlan = await t.given.contest({ plans: [plan], when: 'ended' });
    const forOther = await t.given.contest({ plans: [await t.given.plan()] });
    const api = await kind.client(t, plan);

    const available = await Promise.all(
      [forAll, forPlan, forOther].map(
        async ({ id }) => (await api.get(`/contests/${id}`)).body.contest.available_to_customer,
      ),
    );
    expect(available).toEqual([kind.loggedIn, kind.subscribed, false]);
  });

  it('is available from the birthday on which the customer reaches the minimum age', async () => {
    await t.given.fanclub({ timeZone: 'UTC' });
    const contest = await t.given.contest({ minimumAge: 18 });
    const available = async (birthdate: string | null) => {
      const api = await loggedIn(t, await t.given.customer({ birthdate }));
      return (await api.get(`/contests/${contest.id}`)).body.contest.available_to_customer;
    };
    expect([await available('2008-06-15'), await available('2008-06-16'), await available(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('answers unpublished, foreign and impossible ids like unknown ones', async () => {
    const draft = await t.given.contest({ published: false });
    const other = await t.given.fanclub({});
    const foreign = await t.given.contest({ fanclubId: other.id });
    const customer = await t.given.customer();
    await t.given.entry({ customer, contest: draft });
    const api = await loggedIn(t, customer);
    const absent = await t.api.get('/contests/999999');

    expect(absent.code).toBe(200);
    expect(absent.text).toBe('{"status":"error","messages":["No contest found"]}');
    const ids = [draft.id, foreign.id, 0, -1, 'abc', '1e3', '1.5', '99999999999999999999', '%00'];
    for (const client of [t.api, api]) {
      for (const id of ids) expect((await client.get(`/contests/${id}`)).text).toBe(absent.text);
    }
    expect((await t.api.get(`/contests/${foreign.id}`, { key: other.key })).body.status).toBe('ok');
  });

  it.each(['%de0', '0x%d', '0%d', '+%d', '%20%d', '%d.0'])(
    'finds a contest only by the decimal digits of its id, not by %s',
    async (spelling) => {
      const { id } = await t.given.contest({ id: 7 });
      expect((await t.api.get(`/contests/${id}`)).body.status).toBe('ok');
      const { body } = await t.api.get(`/contests/${spelling.replace('%d', String(id))}`);
      expect(body.messages).toEqual(['No contest found']);
    },
  );

  it('takes no statement for a visitor and one for a customer', async () => {
    const contest = await t.given.contest();
    const api = await loggedIn(t, await t.given.customer());
    const counts: number[] = [];
    for (const client of [t.api, api]) {
      const counter = countStatements();
      await client.get(`/contests/${contest.id}`);
      counts.push(counter.stop().length);
    }
    expect(counts).toEqual([0, 1]);
  });
});
