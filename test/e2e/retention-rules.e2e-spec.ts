import fc from 'fast-check';
import { DatabaseError } from 'pg';
import { daysFrom } from '#samples';
import { hashToken } from '#libs/token';
import { ManagerStatements, Sql } from '../../src/platform/database';
import { verifyAudits } from '../../src/platform/staff';
import { Contact } from '#domains/contacts/contact.entity';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import { COUNT_DUE } from '../../src/domains/retention/retention.queries';
import { RetentionRule } from '#domains/retention/retention-rule.entity';
import type { RetentionOfKind } from '../../src/domains/retention/staff/dto/retention.answers';
import type { Fanclub } from '#platform/tenants/fanclub.entity';
import { examples, it, itInBoth } from '../suite/form';
import { untilWaiting } from '../support/lock-waits';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

let club: Fanclub;
let other: Fanclub;
let owner: Awaited<ReturnType<typeof staffOf>>;
const path = (): string => `/fanclubs/${club.id}/retention`;

beforeEach(async () => {
  club = await t.given.fanclub({ name: 'The Lanterns' });
  other = await t.given.fanclub({ name: 'Tin Comets' });
  owner = await staffOf(t);
});

const ago = (days: number): Date => daysFrom(t.clock.now(), -days);
const since = (days: number) => ({ createdAt: ago(days), updatedAt: ago(days) });

/** A member who did nothing for 400 days. */
const idle = (overrides: Partial<Customer> = {}): Promise<Customer> =>
  t.given.customer({ ...since(400), confirmedAt: ago(400), lastLoginAt: ago(400), ...overrides });

const closed = (customer: Customer, days: number): Promise<Order> =>
  t.given.order({
    customer,
    ...{ createdAt: ago(days + 1), checkoutReference: `closed ${customer.id}`, total: '5.00' },
    ...{ paidAt: null, closedAt: ago(days), closedReason: 'expired' },
  });

async function set(days: Partial<Record<RetentionOfKind['kind'], number | null>>): Promise<void> {
  expect(await owner.patch(path(), days)).toMatchObject({ status: 200 });
}

const numbers = async (of: 'due' | 'removed'): Promise<Record<string, number>> => {
  const { kinds } = (await owner.get(path())).body as { kinds: RetentionOfKind[] };
  return Object.fromEntries(kinds.map((one) => [one.kind, one[of]!]));
};

/** As if the runs were those of yesterday. */
const untilNextNight = () => t.db.query(`UPDATE retention_rules SET ran_at = ran_at - interval '1 day'`);

/** The members who are not erased. */
const membersLeft = async (): Promise<number[]> =>
  (await t.db.getRepository(Customer).find({ order: { id: 'ASC' } }))
    .filter(({ erasedAt }) => erasedAt === null)
    .map(({ id }) => id);

describe('the rules of a fan club', () => {
  it('keep everything until an owner sets days, and show what a run would remove', async () => {
    await idle();
    await t.given.contact(since(100));
    const { status, body } = await owner.get(path());
    expect(status).toBe(200);
    expect(body.kinds[2]).toEqual({
      ...{ kind: 'contacts', days: null, least_days: 90, due: 0, ran_at: null, removed: 0, complete: true },
    });
    expect(await runJob(t, 'retention.run')).toBe(0);
    const tried = await owner.post(`${path()}/preview`, { contacts: 90, expired_members: 365 });
    expect(tried.body.kinds.map(({ due }: RetentionOfKind) => due)).toEqual([0, 1, 1, 0, 0]);
    expect((await owner.get(path())).body).toEqual(body);
  });

  it('name each wrong field, and take no less than the operator requires', async () => {
    const wrong = {
      unconfirmed_accounts: 30,
      contacts: 'soon',
      closed_orders: 90.5,
      billing_addresses: 3650,
      logs: 1,
    };
    const { status, body } = await owner.patch(path(), wrong);
    expect(status).toBe(422);
    expect([...new Set(body.errors.map(({ pointer }: { pointer: string }) => pointer))].sort()).toEqual([
      '#/closed_orders',
      '#/contacts',
      '#/logs',
      '#/unconfirmed_accounts',
    ]);
    expect((await owner.patch(path(), { billing_addresses: 3650 })).body.errors).toEqual([
      {
        pointer: '#/billing_addresses',
        detail: 'must be 3660 days or more, as the operator of the service requires',
      },
    ]);
    await set({ billing_addresses: 3660 });
  });

  it('are shown to viewers, and changed by owners alone', async () => {
    const [viewer, manager] = [await staffOf(t, 'viewer'), await staffOf(t, 'manager')];
    expect((await viewer.get(path())).status).toBe(200);
    expect((await manager.patch(path(), { contacts: 400 })).status).toBe(403);
    expect((await viewer.post(`${path()}/preview`, { contacts: 400 })).status).toBe(403);
  });

  it('limit how often a person may count what other days would remove', async () => {
    for (let left = t.config.staff.limits.preview.count; left > 0; left -= 1)
      expect((await owner.post(`${path()}/preview`, {})).status).toBe(200);
    expect((await owner.post(`${path()}/preview`, {})).status).toBe(429);
  });

  it('are changed and shown also if it takes too long to count, and only changes are on record', async () => {
    await set({ contacts: 90 });
    const slow = Object.assign(new DatabaseError('', 0, 'error'), { code: '57014' });
    const { first } = ManagerStatements.prototype;
    const counting = jest.spyOn(ManagerStatements.prototype, 'first').mockImplementation(function (
      this: ManagerStatements,
      ...[statement, values]: Parameters<typeof first>
    ) {
      return statement === COUNT_DUE ? Promise.reject(slow) : first.call(this, statement, values);
    });
    const shown = (await owner.get(path())).body.kinds[2];
    const changed = await owner.patch(path(), { contacts: null, closed_orders: null });
    counting.mockRestore();
    expect([shown.days, shown.due, changed.status]).toEqual([90, null, 200]);
    await set({ contacts: null });
    const { data } = (await owner.get(`/fanclubs/${club.id}/audits?sort=id`)).body;
    const changes = data.filter(({ action }: { action: string }) => action === 'retention.changed');
    expect(changes.map(({ after }: { after: object }) => after)).toEqual([
      { contacts: 90 },
      { contacts: null },
    ]);
  });
});

describe('a run', () => {
  it('erases idle accounts as an erasure does, deletes contacts and closed orders, and is on record', async () => {
    const unconfirmed = await idle({ confirmedAt: null });
    const member = await idle();
    const contact = await t.given.contact(since(100));
    const kept = await t.given.contact(since(80));
    const buyer = await t.given.customer();
    await closed(buyer, 100);
    const paid = await t.given.order({
      customer: buyer,
      createdAt: ago(4000),
      billingAddress: { city: 'Oslo' } as never,
    });
    await set({
      ...{ unconfirmed_accounts: 31, expired_members: 365, contacts: 90, closed_orders: 90 },
      billing_addresses: 3660,
    });
    const due = await numbers('due');
    expect(Object.values(due)).toEqual([1, 1, 1, 1, 1]);
    expect(await runJob(t, 'retention.run')).toBe(5);
    expect(await numbers('removed')).toEqual(due);
    expect(await membersLeft()).toEqual([buyer.id]);
    expect((await t.db.getRepository(Contact).find()).map(({ id }) => id)).toEqual([kept.id]);
    expect(await t.db.getRepository(Order).find()).toMatchObject([{ id: paid.id, billingAddress: null }]);
    const { data } = (await owner.get(`/fanclubs/${club.id}/audits?sort=id`)).body;
    const removed = data.filter(({ action }: { action: string }) => action === 'retention.removed');
    expect(
      removed.map(({ staff_id, after }: { staff_id: unknown; after: object }) => ({ staff_id, ...after })),
    ).toEqual(expect.arrayContaining([{ staff_id: null, kind: 'contacts', days: 90, removed: 1 }]));
    expect(removed).toHaveLength(3);
    const erased = data.filter(({ action }: { action: string }) => action === 'member.erased');
    expect(new Set(erased.map(({ customer_id }: { customer_id: number }) => customer_id))).toEqual(
      new Set([unconfirmed.id, member.id]),
    );
    expect(JSON.stringify(data)).not.toContain(contact.email);
    expect(await verifyAudits(t.app.get(Sql), null)).toMatchObject([{ fault: null }]);

    await untilNextNight();
    expect(await runJob(t, 'retention.run')).toBe(0);
    expect(Object.values(await numbers('removed'))).toEqual([0, 0, 0, 0, 0]);
  });

  it('removes nobody who has an order or a membership, is blacklisted, or was here since', async () => {
    const kept = await Promise.all([
      idle({ blacklisted: true }),
      idle({ updatedAt: ago(364) }),
      idle({ registered: false }),
    ]);
    const add = async (work: (customer: Customer) => Promise<unknown>, overrides: Partial<Customer> = {}) => {
      const customer = await idle(overrides);
      await work(customer);
      kept.push(customer);
    };
    await add((customer) => t.given.order({ customer }));
    await add((customer) => t.given.subscription({ customer, startDate: ago(500), endDate: ago(364) }));
    await add((customer) => t.given.subscription({ customer, startDate: ago(500), endDate: null }));
    await add((customer) => t.given.queuedSubscription({ customer }));
    await add((customer) => t.given.session({ customer, lastSeenAt: ago(300), createdAt: ago(300) }));
    await add(() => Promise.resolve(), { lastLoginAt: ago(364) });
    await add((customer) =>
      t.given.queuedSubscription({ customer, processedAt: ago(9), cancelledAt: ago(9) }),
    );
    await add((customer) => t.given.oneTimeToken({ customer }), { confirmedAt: null });
    const gone = await idle();
    await t.given.subscription({ customer: gone, startDate: ago(800), endDate: ago(366) });
    await set({ expired_members: 365, unconfirmed_accounts: 365 });
    expect(await runJob(t, 'retention.run')).toBe(1);
    expect(await membersLeft()).toEqual(kept.map(({ id }) => id).sort((one, next) => one - next));
  });

  it('keeps contacts of members, and closed orders for which money came', async () => {
    const member = await t.given.customer();
    await t.given.contact({ ...since(500), email: member.email!.toUpperCase() });
    await t.given.emailAlias({ customer: member, email: 'former@x.example' });
    await t.given.contact({ ...since(500), email: 'Former@x.example' });
    const order = await closed(member, 500);
    const payment = await t.given.payment({ order, state: 'succeeded', settledAt: ago(499), surplus: true });
    await t.given.refund({ payment, state: 'succeeded' });
    await set({ contacts: 90, closed_orders: 90 });
    expect(await runJob(t, 'retention.run')).toBe(0);
    await t.db.query('DELETE FROM refunds');
    await t.db.query(`UPDATE payments SET state = 'expired', surplus = false`);
    await untilNextNight();
    expect(await runJob(t, 'retention.run')).toBe(1);
  });

  it.each([
    ['logs in', (customer: Customer) => ['sessions', customer] as const],
    ['buys something', (customer: Customer) => ['orders', customer] as const],
  ])('does not remove a member who %s at the same time', async (_, come) => {
    const customer = await idle();
    const plan = await t.given.plan({ price: '0' });
    await set({ expired_members: 365 });
    let running: Promise<number> | undefined;
    await t.db.transaction(async (tx) => {
      const [table] = come(customer);
      if (table === 'sessions')
        await tx.query(
          `INSERT INTO sessions (fanclub_id, customer_id, token_hash, last_seen_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
          [club.id, customer.id, hashToken('a token'), t.clock.now(), daysFrom(t.clock.now(), 30)],
        );
      else
        await tx.query('INSERT INTO orders (fanclub_id, customer_id, plan_id) VALUES ($1, $2, $3)', [
          ...[club.id, customer.id, plan.id],
        ]);
      running = runJob(t, 'retention.run');
      await untilWaiting(t, 1);
    });
    expect(await running).toBe(0);
    expect(await membersLeft()).toEqual([customer.id]);
  });

  it('stops when the rule is withdrawn, and continues after an interruption', async () => {
    await t.given.contact(since(500));
    await set({ contacts: 90 });
    const aborted = new AbortController();
    aborted.abort();
    await expect(runJob(t, 'retention.run', aborted.signal)).rejects.toThrow('aborted');
    await set({ contacts: null });
    expect(await runJob(t, 'retention.run')).toBe(0);
    await set({ contacts: 90 });
    expect(await runJob(t, 'retention.run')).toBe(1);
  });

  it('keeps a closed order for which money comes at the same time', async () => {
    const member = await t.given.customer();
    const order = await closed(member, 500);
    const payment = await t.given.payment({ order, state: 'expired', settledAt: null });
    await set({ closed_orders: 90 });
    let running: Promise<number> | undefined;
    await t.db.transaction(async (tx) => {
      await tx.query('SELECT FROM customers WHERE id = $1 FOR NO KEY UPDATE', [member.id]);
      await tx.query('SELECT FROM payments WHERE id = $1 FOR NO KEY UPDATE', [payment.id]);
      running = runJob(t, 'retention.run');
      await untilWaiting(t, 1);
      await tx.query(`UPDATE payments SET failure = 'amount_mismatch' WHERE id = $1`, [payment.id]);
    });
    expect(await running).toBe(0);
    expect(await t.db.getRepository(Order).countBy({ id: order.id })).toBe(1);
  });

  it('removes a number of rows at most, and the rest in the next night', async () => {
    await t.db.query(
      `INSERT INTO contacts (fanclub_id, email, created_at, updated_at)
       SELECT $1, n || '@x.example', $2, $2 FROM generate_series(1, 501) n`,
      [club.id, ago(500)],
    );
    await set({ contacts: 90 });
    expect(await runJob(t, 'retention.run')).toBe(500);
    expect((await owner.get(path())).body.kinds[2]).toMatchObject({ removed: 500, complete: false, due: 1 });
    await untilNextNight();
    expect(await runJob(t, 'retention.run')).toBe(1);
  });

  it('goes on after a row that cannot be removed, and tries that again, with one count for the night', async () => {
    const bad = await t.given.contact(since(500));
    await t.given.contact(since(500));
    await t.db.query('CREATE TABLE obstacles (contact_id bigint REFERENCES contacts (id))');
    await t.db.query('INSERT INTO obstacles VALUES ($1)', [bad.id]);
    await set({ contacts: 90 });
    await expect(runJob(t, 'retention.run')).rejects.toThrow('some rules failed');
    expect(await t.db.getRepository(Contact).find()).toMatchObject([{ id: bad.id }]);
    await t.db.query('DROP TABLE obstacles');
    expect(await runJob(t, 'retention.run')).toBe(1);
    expect(await runJob(t, 'retention.run')).toBe(0);
    expect((await owner.get(path())).body.kinds[2]).toMatchObject({ removed: 2, complete: true });
  });

  it('is not made for a fan club that is held', async () => {
    await t.given.contact(since(500));
    await set({ contacts: 90 });
    await t.db.query('UPDATE fanclubs SET held_at = now() WHERE id = $1', [club.id]);
    expect(await runJob(t, 'retention.run')).toBe(0);
    await t.db.query('UPDATE fanclubs SET held_at = NULL');
    expect(await runJob(t, 'retention.run')).toBe(1);
  });
});

describe('any world', () => {
  const age = fc.integer({ min: 0, max: 900 });
  const maybe = fc.option(age, { nil: null });
  const person = fc.record({
    age,
    changed: age,
    confirmed: fc.boolean(),
    order: fc.option(fc.constantFrom('closed', 'paid'), { nil: null }),
    ended: maybe,
    seen: maybe,
  });
  const rule = (least: number) =>
    fc.option(fc.integer({ min: least, max: least + 600 }), { nil: null, freq: 4 });
  const world = fc.record({
    people: fc.array(person, { maxLength: 4 }),
    contacts: fc.array(age, { maxLength: 4 }),
    days: fc.record({
      ...{
        unconfirmed_accounts: rule(31),
        expired_members: rule(365),
        contacts: rule(90),
        closed_orders: rule(90),
      },
      billing_addresses: rule(3660),
    }),
  });

  async function build(
    fanclubId: number,
    { people, contacts }: typeof world extends fc.Arbitrary<infer W> ? W : never,
  ) {
    const plan = await t.given.plan({ fanclubId });
    for (const { age, changed, confirmed, order, ended, seen } of people) {
      const customer = await idle({
        fanclubId,
        createdAt: ago(age),
        updatedAt: ago(Math.min(age, changed)),
        confirmedAt: confirmed ? ago(age) : null,
        lastLoginAt: ago(seen ?? age),
      });
      if (order === 'closed') await closed(customer, age);
      if (order === 'paid') await t.given.order({ customer, plan, createdAt: ago(age * 5) });
      if (ended !== null)
        await t.given.subscription({ customer, plan, startDate: ago(1000), endDate: ago(ended) });
    }
    for (const one of contacts) await t.given.contact({ fanclubId, ...since(one) });
  }

  /** All rows that a run could change, of the fan club without rules. */
  const rowsOfOther = () =>
    t.db.query(
      `SELECT (SELECT jsonb_agg(c ORDER BY c.id) FROM customers c WHERE c.fanclub_id = $1) AS customers,
              (SELECT jsonb_agg(k ORDER BY k.id) FROM contacts k WHERE k.fanclub_id = $1) AS contacts,
              (SELECT jsonb_agg(o ORDER BY o.id) FROM orders o WHERE o.fanclub_id = $1) AS orders`,
      [other.id],
    );

  itInBoth(
    'loses exactly what was shown before, and nothing of another fan club',
    async () => {
      await fc.assert(
        fc.asyncProperty(world, async (made) => {
          await untilNextNight();
          await build(club.id, made);
          await build(other.id, made);
          await set(made.days);
          const [due, untouched] = [await numbers('due'), await rowsOfOther()];
          const total = Object.values(due).reduce((sum, count) => sum + count, 0);
          expect(await runJob(t, 'retention.run')).toBe(total);
          const removed = await numbers('removed');
          for (const [kind, days] of Object.entries(made.days))
            if (days !== null) expect(removed[kind]).toBe(due[kind]);
          expect(await rowsOfOther()).toEqual(untouched);
          // Members whose closed order was removed may be due now; nobody else is.
          const { expired_members: freed, unconfirmed_accounts: freedToo, ...rest } = await numbers('due');
          expect(freed + freedToo).toBeLessThanOrEqual(due.closed_orders);
          expect(Object.values(rest)).toEqual([0, 0, 0]);
        }),
        { numRuns: examples(60) },
      );
      expect(await t.db.getRepository(RetentionRule).countBy({ fanclubId: other.id })).toBe(0);
    },
    120_000,
  );
});
