import { countStatements } from '#libs/testing';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import type { Subscription } from '#domains/subscriptions/subscription.entity';
import { Visits } from '#platform/access';
import { daysFrom } from '#samples';
import type { Answer } from '../support/api';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const LOGGED_OUT = { status: 'error', messages: ['Please log in to access your online benefits.'] };
const NOT_FOUND = '{"status":"error","messages":["No subscription found"]}';

const printed = (plan: Plan) => ({
  id: plan.id,
  name: plan.name,
  class: plan.name.toLowerCase().replace(' ', '-'),
  description: plan.description,
  online_benefits: plan.onlineBenefits,
  annotations: plan.annotations,
  tags: plan.tags,
});

describe.each(['/subscriptions', '/subscriptions/1', '/subscriptions/queued'])('GET %s', (path) => {
  it.each(EVERY_VIEWER.filter((kind) => !kind.loggedIn))('asks $name to log in', async (kind) => {
    const api = await kind.client(t, await t.given.plan());
    const { code, body } = await api.get(path);
    expect([code, body]).toEqual([200, LOGGED_OUT]);
  });
});

describe('GET /subscriptions', () => {
  it('is empty for a customer without any', async () => {
    const api = await loggedIn(t, await t.given.customer());
    const { code, text } = await api.get('/subscriptions');
    expect([code, text]).toEqual([200, '{"status":"ok","subscriptions":[]}']);
  });

  it('shows the customer’s subscriptions by start, field by field', async () => {
    const now = t.clock.now();
    const customer = await t.given.customer();
    const gold = await t.given.plan({ name: 'Gold Plan', tags: ['gold'], annotations: '<p>New</p>' });
    const basic = await t.given.plan({ name: 'Basic Plan', description: null, onlineBenefits: null });
    const season = await t.given.salesPeriod({ extendedUntil: daysFrom(now, 1) });
    const of = (plan: Plan, start: number, end: number | null, more = {}) =>
      t.given.subscription({
        customer,
        plan,
        startDate: daysFrom(now, start),
        endDate: end === null ? null : daysFrom(now, end),
        ...more,
      });
    const pending = await of(gold, 10, 375);
    const trial = await of(basic, -5, 25, { trialMembership: true });
    const lapsed = await of(gold, -300, -1, { salesPeriodId: season.id });
    const expired = await of(gold, -600, -301);
    const cancelled = await of(basic, -20, null, { cancelled: true });
    const endless = await of(gold, -6, null);
    await t.given.subscription({ plan: gold });

    const { text } = await (await loggedIn(t, customer)).get('/subscriptions');

    const iso = (date: Date | null) => date && date.toISOString().replace('.000Z', 'Z');
    const shape = (
      subscription: Subscription,
      plan: Plan,
      status: string,
      { trial = false, lapsed = false } = {},
    ) => ({
      id: subscription.id,
      start_date: iso(subscription.startDate),
      end_date: iso(subscription.endDate),
      status,
      active: status === 'active',
      expired: status === 'expired',
      trial_membership: trial,
      lapsed,
      plan: printed(plan),
    });
    const expected = {
      status: 'ok',
      subscriptions: [
        shape(expired, gold, 'expired'),
        shape(lapsed, gold, 'active', { lapsed: true }),
        shape(cancelled, basic, 'expired'),
        shape(endless, gold, 'active'),
        shape(trial, basic, 'active', { trial: true }),
        shape(pending, gold, 'pending'),
      ],
    };
    expect(text).toBe(JSON.stringify(expected));
  });

  it('calls a subscription active exactly when GET /account shows it', async () => {
    const now = t.clock.now();
    const customer = await t.given.customer();
    const season = await t.given.salesPeriod({ extendedUntil: daysFrom(now, 3) });
    await t.given.subscription({
      customer,
      startDate: now,
      endDate: daysFrom(now, 2),
      salesPeriodId: season.id,
    });
    const api = await loggedIn(t, customer);
    for (const [at, active, lapsed] of [
      [daysFrom(now, -0.001), false, false],
      [now, true, false],
      [daysFrom(now, 2), true, true],
      [daysFrom(now, 3), false, false],
    ] as const) {
      t.clock.set(at);
      const { body } = await api.get('/subscriptions');
      expect(body.subscriptions).toMatchObject([{ active, lapsed }]);
      const account = (await api.get('/account')).body;
      expect([account.customer.expired, account.customer.subscription?.lapsed ?? false]).toEqual([
        !active,
        lapsed,
      ]);
    }
  });

  it('takes one statement for any number of subscriptions', async () => {
    const customer = await t.given.customer();
    for (let n = 0; n < 5; n += 1) await t.given.subscription({ customer });
    const api = await loggedIn(t, customer);
    const counter = countStatements();
    const { body } = await api.get('/subscriptions');
    expect(counter.stop()).toHaveLength(1);
    expect(body.subscriptions).toHaveLength(5);
  });
});

describe('GET /subscriptions/{id}', () => {
  it('shows what the list shows', async () => {
    const customer = await t.given.customer();
    const { id } = await t.given.subscription({ customer });
    await t.given.subscription({ customer });
    const api = await loggedIn(t, customer);
    const { subscriptions } = (await api.get('/subscriptions')).body;
    t.app.get(Visits).dropAll();
    const counter = countStatements();
    const { code, text } = await api.get(`/subscriptions/${id}`);
    expect(counter.stop()).toHaveLength(2);
    const subscription = subscriptions.find((listed: { id: number }) => listed.id === id);
    expect([code, text]).toEqual([200, JSON.stringify({ status: 'ok', subscription })]);
  });

  it("answers another customer's or fan club's subscription and an impossible id with the same 404", async () => {
    const customer = await t.given.customer();
    const api = await loggedIn(t, customer);
    const other = await t.given.fanclub({});
    const strangers = await t.given.customer({ fanclubId: other.id });
    const ids = [
      (await t.given.subscription()).id,
      (await t.given.subscription({ customer: strangers })).id,
      999_999,
      0,
      -1,
      '1e3',
      '01',
      'abc',
      '9223372036854775808',
      '9'.repeat(30),
    ];
    for (const id of ids) {
      const { code, text } = await api.get(`/subscriptions/${id}`);
      expect([id, code, text]).toEqual([id, 200, NOT_FOUND]);
    }
  });
});

describe('GET /subscriptions/queued', () => {
  const ids = ({ body }: Answer): unknown[] => (body as unknown as { id: number }[]).map(({ id }) => id);

  async function queued(customer: Customer) {
    const now = t.clock.now();
    const subscription = await t.given.subscription({ customer });
    const later = await t.given.queuedSubscription({ customer, endDate: daysFrom(now, 500) });
    const past = await t.given.queuedSubscription({ customer, subscription, endDate: daysFrom(now, 400) });
    const sooner = await t.given.queuedSubscription({ customer, endDate: daysFrom(now, 300) });
    await t.given.queuedSubscription();
    return { subscription, later, past, sooner };
  }

  it('is a bare empty array for a customer without any', async () => {
    const api = await loggedIn(t, await t.given.customer());
    const { code, text } = await api.get('/subscriptions/queued');
    expect([code, text]).toEqual([200, '[]']);
  });

  it('is a bare array, field by field', async () => {
    const customer = await t.given.customer();
    const plan = await t.given.plan({ name: 'Gold Plan' });
    const subscription = await t.given.subscription({ customer, plan });
    const row = await t.given.queuedSubscription({
      customer,
      plan,
      subscription,
      createdAt: new Date('2026-01-01T08:00:00Z'),
      updatedAt: new Date('2026-01-02T08:00:00Z'),
      processedAt: new Date('2026-01-03T08:00:00.999Z'),
      endDate: new Date('2027-01-03T08:00:00Z'),
    });
    const { text } = await (await loggedIn(t, customer)).get('/subscriptions/queued');
    expect(text).toBe(
      JSON.stringify([
        {
          id: row.id,
          customer_id: customer.id,
          plan: printed(plan),
          created_at: '2026-01-01T08:00:00Z',
          updated_at: '2026-01-02T08:00:00Z',
          processed_at: '2026-01-03T08:00:00Z',
          end_date: '2027-01-03T08:00:00Z',
          subscription_id: subscription.id,
        },
      ]),
    );
  });

  it.each([
    [{}, ['sooner', 'past', 'later']],
    [{ scope: 'upcoming' }, ['sooner', 'later']],
    [{ scope: 'past' }, ['past']],
    [{ scope: 'sideways' }, ['sooner', 'past', 'later']],
    [{ scope: '' }, ['sooner', 'past', 'later']],
  ] as const)('with %j lists %j, by end', async (query, expected) => {
    const customer = await t.given.customer();
    const rows = await queued(customer);
    const answer = await (await loggedIn(t, customer)).get('/subscriptions/queued', { query });
    expect(ids(answer)).toEqual(expected.map((name) => rows[name].id));
  });

  it('takes two statements', async () => {
    const customer = await t.given.customer();
    await queued(customer);
    const api = await loggedIn(t, customer);
    const counter = countStatements();
    await api.get('/subscriptions/queued');
    expect(counter.stop()).toHaveLength(2);
  });
});
