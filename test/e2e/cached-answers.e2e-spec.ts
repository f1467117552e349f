import { EventsService } from '../../src/domains/events/events.service';
import { AnswerCache } from '../../src/platform/answers/answer-cache';
import { loggedIn } from '../support/logged-in';
import { FOREIGN, TRUSTED } from '../support/provenances';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

afterEach(() => jest.restoreAllMocks());

/** The handler's current answer, uncached because the URL is new. */
let asked = 0;
const uncached = async (path: string): Promise<string> =>
  (await t.api.get(path, { query: { unheard_of: (asked += 1) } })).text;

const cached = async (path: string): Promise<string> => {
  const store = jest.spyOn(AnswerCache.prototype, 'store');
  const { text } = await t.api.get(path);
  expect(store).not.toHaveBeenCalled();
  store.mockRestore();
  return text;
};

describe('the answer to a visitor without session', () => {
  it('is cached, byte for byte, on every route that is @CachedAnswer()', async () => {
    const plan = await t.given.plan({ name: 'Ö & <b>' });
    const event = await t.given.event({ title: 'Ütrecht' });
    await t.given.ticketLink({ event, exclusive: true, plans: [plan] });
    const contest = await t.given.contest({ event });
    const paths = [
      '/fanclub',
      '/plans',
      '/events',
      '/contests',
      `/events/${event.id}`,
      `/contests/${contest.id}`,
    ];
    for (const path of paths) {
      const first = await t.api.get(path);
      expect(first.body.status).toBe('ok');
      expect(await cached(path)).toBe(first.text);
      expect(await uncached(path)).toBe(first.text);
    }
  });

  it('is at most one second out of date, even if the clock moves backwards', async () => {
    const salesPeriod = await t.given.salesPeriod({
      startsAt: new Date('2026-06-20T00:00:00Z'),
      endsAt: new Date('2026-06-25T00:00:00Z'),
    });
    await t.given.plan({ salesPeriod });
    const event = await t.given.event({
      date: new Date('2026-06-21T19:00:00Z'),
      start: new Date('2026-06-21T19:00:00Z'),
    });
    const dated = { event, status: 'Show On Specific Dates Only' } as const;
    await t.given.ticketLink({ ...dated, publishStart: new Date('2026-06-16T08:00:00Z') });
    await t.given.ticketLink({ ...dated, publishEnd: new Date('2026-06-18T08:00:00Z') });
    await t.given.contest({
      startsAt: new Date('2026-06-17T00:00:00Z'),
      endsAt: new Date('2026-06-19T00:00:00Z'),
    });
    const paths = [
      '/plans',
      '/contests',
      '/events?scope=upcoming',
      '/events?scope=past',
      '/events?schedule=current',
    ];
    const changes = [
      '16T08',
      '17T00',
      '18T08',
      '19T00',
      '20T00',
      '22T00',
      '22T04',
      '22T05',
      '22T07',
      '25T00',
    ];
    const instants = changes.flatMap((change) => {
      const at = Date.parse(`2026-06-${change}:00:00Z`);
      return [-1, 0, 999, 1_000, 1_001, 1_800_000].map((offset) => at + offset);
    });
    const made: { at: number; path: string; text: string }[] = [];
    for (const now of [...instants, ...instants.toReversed()]) {
      t.clock.set(new Date(now));
      for (const path of paths) {
        const { text } = await t.api.get(path);
        made.push({ at: now, path, text: await uncached(path) });
        const ofTheLastSecond = made.filter(
          (one) => one.path === path && one.at <= now && one.at > now - 1_000,
        );
        expect(ofTheLastSecond.map((one) => one.text)).toContain(text);
      }
    }
    // Ten distinct answers show that time makes a difference.
    expect(new Set(made.map(({ text }) => text)).size).toBe(10);
  }, 120_000);

  it('never shows members’ content, even if a member asked first', async () => {
    const plan = await t.given.plan();
    const event = await t.given.event();
    await t.given.ticketLink({ event, exclusive: true, codes: ['CLUB-CODE'], plans: [plan] });
    const customer = await t.given.customer();
    await t.given.subscription({ customer, plan });
    const member = await loggedIn(t, customer);
    for (const path of ['/events', `/events/${event.id}`]) {
      for (const turn of [1, 2]) {
        expect([turn, (await t.api.get(path)).text]).toEqual([
          turn,
          expect.not.stringContaining('CLUB-CODE'),
        ]);
        expect([turn, (await member.get(path)).text]).toEqual([turn, expect.stringContaining('CLUB-CODE')]);
      }
      const other = `${path}?unheard_of=x`;
      expect((await member.get(other)).text).toContain('CLUB-CODE');
      expect((await t.api.get(other)).text).not.toContain('CLUB-CODE');
    }
  });

  it('is cached for a customer who returns within a second, and not for one who sends a single request', async () => {
    const member = await loggedIn(t, await t.given.customer());
    const asked = jest.spyOn(AnswerCache.prototype, 'store');
    const texts = [];
    const stored = [];
    for (let turn = 0; turn < 3; turn += 1) {
      texts.push((await member.get('/account')).text);
      stored.push(asked.mock.calls.length);
    }
    expect(stored).toEqual([0, 1, 1]);
    expect(new Set(texts).size).toBe(1);
  });

  it('is replaced by the customer’s answer when there is a session, except for the configuration, which ignores it', async () => {
    await t.given.plan();
    const api = await loggedIn(t, await t.given.customer());
    expect((await t.api.get('/plans')).body.plans).toHaveLength(1);
    expect((await api.get('/plans')).body.plans).toEqual([]);
    const { text } = await t.api.get('/fanclub');
    const find = jest.spyOn(AnswerCache.prototype, 'find');
    expect((await api.get('/fanclub')).text).toBe(text);
    expect(find).toHaveReturnedWith(
      expect.objectContaining({ answer: expect.objectContaining({ bytes: Buffer.from(text) }) }),
    );
  });

  it('is readable for trusted pages only, from the cache as well', async () => {
    await t.given.trustedDomain({ origin: TRUSTED });
    for (const origin of [TRUSTED, FOREIGN, TRUSTED, FOREIGN]) {
      const { code, headers } = await t.api.get('/fanclub', { headers: { origin } });
      expect([code, headers.get('access-control-allow-origin')]).toEqual([
        200,
        origin === TRUSTED ? TRUSTED : null,
      ]);
    }
  });

  it('has the headers of every answer, and its own request id', async () => {
    const [first, second] = [await t.api.get('/fanclub'), await t.api.get('/fanclub')];
    const comparable = ({ headers }: typeof first) =>
      [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
    expect(comparable(second)).toEqual(comparable(first));
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('is a script when JSONP asks for it', async () => {
    for (const path of ['/fanclub', '/fanclub.json']) {
      const plain = await t.api.get(path);
      expect((await t.api.jsonp(path)).body).toEqual(plain.body);
      expect((await t.api.get(path)).body).toEqual(plain.body);
    }
  });

  it('belongs to one fan club, and is not served under a revoked key', async () => {
    const first = await t.given.fanclub();
    const second = await t.given.fanclub({});
    for (const { key, name } of [first, second, first, second])
      expect((await t.api.get('/fanclub', { key })).body.fanclub.name).toBe(name);
    await t.db.query('UPDATE fanclub_keys SET revoked_at = now() WHERE key = $1', [first.key]);
    expect((await t.api.get('/fanclub', { key: first.key })).body.messages).toEqual([
      'Please use a valid API Key.',
    ]);
    expect((await t.api.get('/fanclub', { key: second.key })).body.status).toBe('ok');
  });

  it('is not cached when it is a failure', async () => {
    const { id } = await t.given.event({ published: false });
    const missing = await t.api.get(`/events/${id}`);
    expect(missing.body.status).toBe('error');
    await t.db.query('UPDATE events SET published = true WHERE id = $1', [id]);
    expect((await t.api.get(`/events/${id}`)).body.event.id).toBe(id);
  });

  it('changes immediately with published data, even while the clock stands still', async () => {
    const { id } = await t.given.event({ title: 'Before' });
    expect((await t.api.get(`/events/${id}`)).body.event.title).toBe('Before');
    await t.db.query(`UPDATE events SET title = 'After' WHERE id = $1`, [id]);
    expect((await t.api.get(`/events/${id}`)).body.event.title).toBe('After');
  });
});

describe('the answer to customers of the same standing', () => {
  it('is made once, with the own codes of each', async () => {
    const plan = await t.given.plan();
    const event = await t.given.event();
    const affiliate = await t.given.affiliate();
    await t.given.ticketLink({ event, exclusive: true, codes: ['CLUB'], plans: [plan], affiliate });
    const members = [await t.given.customer(), await t.given.customer(), await t.given.customer()];
    for (const customer of members) await t.given.subscription({ customer, plan });
    const [ada, bob, eve] = members;
    await t.given.affiliateCodes({ customer: ada, affiliate, codes: ['ADA-1', '"'] });
    await t.given.affiliateCodes({ customer: bob, affiliate, codes: ['BOB-1'] });
    const made = jest.spyOn(EventsService.prototype, 'list');
    const codes: unknown[] = [];
    for (const customer of members) {
      const { body } = await (await loggedIn(t, customer)).get('/events');
      codes.push(body.events[0].links[0].codes);
    }
    expect(codes).toEqual([['CLUB', 'ADA-1', '"'], ['CLUB', 'BOB-1'], ['CLUB']]);
    // Eve has no codes, so her answer has no place for them.
    expect(made).toHaveBeenCalledTimes(2);
    expect((await (await loggedIn(t, eve)).get('/plans')).text).toBe(
      (await (await loggedIn(t, bob)).get('/plans')).text,
    );
  });

  it('is no longer for a customer whose subscription has ended', async () => {
    const plan = await t.given.plan();
    await t.given.ticketLink({
      event: await t.given.event(),
      exclusive: true,
      codes: ['CLUB'],
      plans: [plan],
    });
    const [ada, bob] = [await t.given.customer(), await t.given.customer()];
    for (const customer of [ada, bob]) await t.given.subscription({ customer, plan });
    expect((await (await loggedIn(t, ada)).get('/events')).text).toContain('CLUB');
    await t.db.query(`UPDATE subscriptions SET end_date = '2026-06-15T11:59:59Z' WHERE customer_id = $1`, [
      bob.id,
    ]);
    expect((await (await loggedIn(t, bob)).get('/events')).text).not.toContain('CLUB');
    expect((await (await loggedIn(t, ada)).get('/events')).text).toContain('CLUB');
  });

  it('changes immediately with published data', async () => {
    const plan = await t.given.plan();
    const { id } = await t.given.event({ title: 'Before' });
    const customer = await t.given.customer();
    await t.given.subscription({ customer, plan });
    const member = await loggedIn(t, customer);
    expect((await member.get('/events')).text).toContain('Before');
    await t.db.query(`UPDATE events SET title = 'After' WHERE id = $1`, [id]);
    expect((await member.get('/events')).text).toContain('After');
  });
});
