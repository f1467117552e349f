import fc from 'fast-check';
import { countStatements } from '#libs/testing';
import type { Contest } from '#domains/contests/contest.entity';
import { daysFrom } from '#samples';
import { ErasuresService } from '../../src/domains/privacy/erasures.service';
import { ManagerStatements } from '../../src/platform/database';
import { examples, it, itInBoth } from '../suite/form';
import type { Answer, Api } from '../support/api';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn, withSession } from '../support/logged-in';
import { untilWaiting } from '../support/lock-waits';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const enter = (api: Api, { id }: Pick<Contest, 'id'>, key?: string): Promise<Answer> =>
  api.post(`/contests/${id}/enter`, undefined, { key });
const refusal = (...messages: string[]): string => JSON.stringify({ status: 'error', messages });
const entries = () =>
  t.db.query<Record<string, unknown>[]>(
    `SELECT fanclub_id, contest_id, customer_id, entered_at, selected, confirmed, forfeited, first_name, last_name,
            birthdate::text FROM contest_entries ORDER BY id`,
  );

describe('POST /contests/:id/enter', () => {
  it('enters nobody whose erasure it waited for', async () => {
    const contest = await t.given.contest();
    const customer = await t.given.customer();
    const api = await loggedIn(t, customer);
    const erasing = t.db.createQueryRunner();
    try {
      await erasing.startTransaction();
      await erasing.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [customer.id]);
      const entering = enter(api, contest);
      await untilWaiting(t, 1);
      await t.app
        .get(ErasuresService)
        .erase(new ManagerStatements(erasing.manager), customer.fanclubId, customer.id, null);
      await erasing.commitTransaction();
      expect((await entering).body.status).toBe('error');
    } finally {
      await erasing.release();
    }
    expect(await entries()).toEqual([]);
  });

  it('enters the customer with the current name and birthdate, and reports success', async () => {
    const contest = await t.given.contest({ name: 'Meet & "Greet"' });
    const customer = await t.given.customer({
      firstName: 'Ada',
      lastName: 'Byron',
      birthdate: '1990-12-10',
    });

    const { code, text } = await enter(await loggedIn(t, customer), contest);

    const messages = [
      'You have been entered into the Meet & "Greet" contest',
      'If you are chosen as a winner you will be contacted via email for confirmation and further details',
    ];
    expect([code, text]).toEqual([200, JSON.stringify({ status: 'ok', messages })]);
    expect(await entries()).toEqual([
      {
        fanclub_id: contest.fanclubId,
        contest_id: contest.id,
        customer_id: customer.id,
        entered_at: t.clock.now(),
        selected: false,
        confirmed: false,
        forfeited: false,
        first_name: 'Ada',
        last_name: 'Byron',
        birthdate: '1990-12-10',
      },
    ]);
  });

  it('is shown in the contest afterwards', async () => {
    const contest = await t.given.contest();
    const api = await loggedIn(t, await t.given.customer());
    await enter(api, contest);
    const { body } = await api.get(`/contests/${contest.id}`);
    expect(body.contest).toMatchObject({ status: 'entered', entered: true, selected: false });
  });

  it.each(EVERY_VIEWER)('lets $name enter contests open to them, or asks for a log-in', async (kind) => {
    const plan = await t.given.plan();
    const [forAll, forPlan] = [await t.given.contest(), await t.given.contest({ plans: [plan] })];
    const forOther = await t.given.contest({ plans: [await t.given.plan()] });
    const api = await kind.client(t, plan);

    const answers = [await enter(api, forAll), await enter(api, forPlan), await enter(api, forOther)];

    const login = 'Please log in to access your online benefits.';
    const notEligible = 'You are not eligible to enter this contest';
    const results = answers.map(({ body }) => (body.status === 'ok' ? 'ok' : body.messages));
    if (!kind.loggedIn) expect(results).toEqual([[login], [login], [login]]);
    else expect(results).toEqual(['ok', kind.subscribed ? 'ok' : [notEligible], [notEligible]]);
    expect(await entries()).toHaveLength(results.filter((one) => one === 'ok').length);
  });

  it('refuses a second entry, even after the end and for a customer who is now too young', async () => {
    const contest = await t.given.contest();
    const api = await loggedIn(t, await t.given.customer({ birthdate: null }));
    await enter(api, contest);
    const again = refusal('You have already entered this contest');
    expect((await enter(api, contest)).text).toBe(again);
    await t.db.query('UPDATE contests SET starts_at = $1, ends_at = $1, minimum_age = 18', [
      daysFrom(t.clock.now(), -1),
    ]);
    expect((await enter(api, contest)).text).toBe(again);
    expect(await entries()).toHaveLength(1);
  });

  it.each([
    ['2026-05-31T23:59:59.999Z', ["Contest hasn't started yet"]],
    ['2026-06-01T00:00:00Z', null],
    ['2026-06-30T00:00:00Z', null],
    ['2026-06-30T00:00:00.001Z', ['Contest has ended']],
  ])('at %s answers the entry in a contest of June with %j', async (now, messages) => {
    const contest = await t.given.contest({
      startsAt: new Date('2026-06-01T00:00:00Z'),
      endsAt: new Date('2026-06-30T00:00:00Z'),
    });
    const customer = await t.given.customer();
    t.clock.set(now);
    const { body } = await enter(await loggedIn(t, customer), contest);
    expect(body.status).toBe(messages ? 'error' : 'ok');
    if (messages) expect(body.messages).toEqual(messages);
    expect(await entries()).toHaveLength(messages ? 0 : 1);
  });

  it.each([
    ['on the 18th birthday', '2008-06-15', true],
    ['on the day before', '2008-06-16', false],
    ['long after', '1950-01-01', true],
    ['not yet born', '2030-01-01', false],
    ['without birthdate', null, false],
  ])('asks for the minimum age: %s', async (_, birthdate, allowed) => {
    await t.given.fanclub({ timeZone: 'UTC' });
    const contest = await t.given.contest({ minimumAge: 18 });
    const { text, body } = await enter(await loggedIn(t, await t.given.customer({ birthdate })), contest);
    if (allowed) expect(body.status).toBe('ok');
    else expect(text).toBe(refusal('You must be 18 or older to enter this contest'));
  });

  it.each([
    ['2026-02-28T12:00:00Z', false],
    ['2026-03-01T12:00:00Z', true],
    ['2028-02-28T12:00:00Z', true],
  ])('at %s accepts a customer born on February 29, 2008 as 18: %s', async (now, allowed) => {
    t.clock.set(now);
    await t.given.fanclub({ timeZone: 'UTC' });
    const contest = await t.given.contest({ minimumAge: 18 });
    const api = await loggedIn(t, await t.given.customer({ birthdate: '2008-02-29' }));
    expect((await enter(api, contest)).body.status).toBe(allowed ? 'ok' : 'error');
  });

  it.each([
    ['Pacific/Kiritimati', 'ok'],
    ['America/Los_Angeles', 'error'],
  ])('counts birthdays by the calendar of the fan club, in %s', async (timeZone, status) => {
    await t.given.fanclub({ timeZone });
    const contest = await t.given.contest({ minimumAge: 18 });
    const api = await loggedIn(t, await t.given.customer({ birthdate: '2008-06-16' }));
    expect((await enter(api, contest)).body.status).toBe(status);
  });

  itInBoth('agrees with the availability that GET shows, for every visitor', async () => {
    await t.given.fanclub({ timeZone: 'UTC' });
    const date = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2026-06-30'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
    const nearby = fc.integer({ min: -3, max: 3 });
    const [plan, other] = [await t.given.plan(), await t.given.plan()];
    await fc.assert(
      fc.asyncProperty(
        date,
        fc.integer({ min: 0, max: 130 }),
        nearby,
        fc.boolean(),
        fc.constantFrom([], [plan], [other], [plan, other]),
        async (birthdate, minimumAge, days, isSubscribed, plans) => {
          const birthday = new Date(`${2026 - minimumAge}${birthdate.slice(4)}T12:00:00Z`);
          t.clock.set(daysFrom(new Date(`2026${birthdate.slice(4)}T12:00:00Z`), days));
          const contest = await t.given.contest({
            minimumAge,
            plans,
            startsAt: daysFrom(t.clock.now(), -1),
            endsAt: daysFrom(t.clock.now(), 1),
          });
          const customer = await t.given.customer({ birthdate: birthday.toISOString().slice(0, 10) });
          const startDate = daysFrom(t.clock.now(), -1);
          if (isSubscribed) await t.given.subscription({ customer, plan, startDate });
          const api = await loggedIn(t, customer);
          const { body } = await api.get(`/contests/${contest.id}`);
          const available = (body.contest as { available_to_customer: boolean }).available_to_customer;
          expect((await enter(api, contest)).body.status).toBe(available ? 'ok' : 'error');
        },
      ),
      { numRuns: examples(40) },
    );
  });

  it('reports only the first error, in the order of contract 6.8', async () => {
    const plan = await t.given.plan();
    const contest = await t.given.contest({
      when: 'upcoming',
      minimumAge: 18,
      plans: [plan],
      published: false,
    });
    const customer = await t.given.customer({ age: 17 });
    const api = await loggedIn(t, customer);
    const change = (sets: string) => t.db.query(`UPDATE contests SET ${sets}`);
    const message = async () => (await enter(api, contest)).body.messages?.[0] as string;

    const reasons = [await message()];
    await change('published = true');
    await t.given.entry({ contest, customer });
    reasons.push(await message());
    await t.db.query('DELETE FROM contest_entries');
    reasons.push(await message());
    await change(`starts_at = '2026-01-01', ends_at = '2026-02-01'`);
    reasons.push(await message());
    await change(`ends_at = '2027-01-01'`);
    reasons.push(await message());
    await t.db.query(`UPDATE customers SET birthdate = '1990-01-01'`);
    reasons.push(await message());

    expect(reasons).toEqual([
      'No contest found',
      'You have already entered this contest',
      "Contest hasn't started yet",
      'Contest has ended',
      'You must be 18 or older to enter this contest',
      'You are not eligible to enter this contest',
    ]);
    await t.given.subscription({ customer, plan });
    expect((await enter(api, contest)).body.status).toBe('ok');
  });

  it('answers unpublished, foreign and impossible ids like unknown ones, entered or not', async () => {
    const draft = await t.given.contest({ published: false });
    const other = await t.given.fanclub({});
    const foreign = await t.given.contest({ fanclubId: other.id });
    const customer = await t.given.customer();
    await t.given.entry({ customer, contest: draft });
    const api = await loggedIn(t, customer);
    for (const id of [999_999, draft.id, foreign.id, 0, -1, 'abc', '1e3', '9007199254740993', '%00']) {
      expect((await api.post(`/contests/${id}/enter`)).text).toBe(refusal('No contest found'));
    }
    expect(await entries()).toHaveLength(1);
  });

  it('ignores a session of another fan club', async () => {
    const contest = await t.given.contest();
    const other = await t.given.fanclub({});
    const theirs = await t.given.contest({ fanclubId: other.id });
    const api = await loggedIn(t, await t.given.customer());
    const login = refusal('Please log in to access your online benefits.');
    expect((await enter(api, theirs, other.key)).text).toBe(login);
    expect((await enter(api, contest)).body.status).toBe('ok');
    expect(await entries()).toHaveLength(1);
  });

  it('accepts one of 50 simultaneous entries of a customer', async () => {
    const contest = await t.given.contest();
    const api = await loggedIn(t, await t.given.customer());
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter(api, contest)));
    const again = refusal('You have already entered this contest');
    expect(answers.filter(({ body }) => body.status === 'ok')).toHaveLength(1);
    expect(answers.filter(({ text }) => text === again)).toHaveLength(49);
    expect(await entries()).toHaveLength(1);
  });

  it('accepts simultaneous entries of different customers', async () => {
    const contest = await t.given.contest();
    const customers = await Promise.all(Array.from({ length: 20 }, () => t.given.customer()));
    const apis = await Promise.all(customers.map((customer) => loggedIn(t, customer)));
    const answers = await Promise.all(apis.map((api) => enter(api, contest)));
    expect(answers.map(({ body }) => body.status)).toEqual(customers.map(() => 'ok'));
    expect(await entries()).toHaveLength(20);
  });

  itInBoth('ignores any body', async () => {
    const contest = await t.given.contest({ when: 'ended' });
    const api = await loggedIn(t, await t.given.customer());
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (body) => {
        const { text } = await api.post(`/contests/${contest.id}/enter`, body);
        expect(text).toBe(refusal('Contest has ended'));
      }),
      { numRuns: examples(30) },
    );
  });

  it('checks the log-in before the id', async () => {
    const unregistered = await t.given.unregisteredCustomer();
    const api = withSession(t, unregistered.fanclubId, await t.given.session({ customer: unregistered }));
    const login = refusal('Please log in to access your online benefits.');
    expect((await api.post('/contests/abc/enter')).text).toBe(login);
    expect((await t.api.post('/contests/abc/enter')).text).toBe(login);
  });

  it('takes one statement, whether it is refused or not, and another one every five minutes', async () => {
    const contest = await t.given.contest();
    const api = await loggedIn(t, await t.given.customer());
    const counter = countStatements();
    const counts: number[] = [];
    for (const seconds of [0, 299, 1, 299]) {
      t.clock.advance(seconds);
      counter.reset();
      await enter(api, contest);
      counts.push(counter.count);
    }
    counter.stop();
    expect(counts).toEqual([1, 1, 2, 1]);
  });

  it('identifies the visitor of a refused request, too', async () => {
    const { id } = await t.given.contest();
    const api = await loggedIn(t, await t.given.customer());
    await t.db.query('UPDATE sessions SET revoked_at = now()');
    const { headers, body } = await api.post(`/contests/${id}/enter?${'a&'.repeat(60)}`);
    expect(body.messages).toEqual(['Request has too many parameters.']);
    expect(headers.getSetCookie().join()).toContain('Max-Age=0');
  });
});
