import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { daysFrom } from '#samples';
import { ErasuresService } from '../../src/domains/privacy/erasures.service';
import { Sql } from '../../src/platform/database';
import { bodyOf, subscribable, WEBHOOKS, type WebhookType } from '../../src/platform/webhooks';
import { WebhookMessage } from '../../src/platform/webhooks/webhook.entity';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const sent = async () => {
  const messages = await t.db.getRepository(WebhookMessage).find({ order: { id: 'ASC' } });
  return messages.map((message) => bodyOf(message, true));
};
const typesSent = async () => (await sent()).map(({ type }) => type);

/** An endpoint for these types; all by default. */
const listen = (types: readonly string[] = subscribable()) =>
  t.given.webhookEndpoint({ types: [...types], personal: true });

const set = (table: string, id: number, changes: string) =>
  t.db.query(`UPDATE ${table} SET ${changes}, updated_at = '2026-06-15T12:00:00Z' WHERE id = $1`, [id]);

/** What causes each type, given an endpoint that asks for it alone. */
const CAUSES: Readonly<Record<WebhookType, () => Promise<unknown>>> = {
  'member.created': () => t.given.customer(),
  'member.confirmed': async () =>
    set('customers', (await t.given.customer({ confirmedAt: null })).id, 'confirmed_at = now()'),
  'member.updated': async () => set('customers', (await t.given.customer()).id, "first_name = 'Bo'"),
  'member.email_changed': async () =>
    set('customers', (await t.given.customer()).id, "email = 'bo@x.example'"),
  async 'member.merged'() {
    const owner = await staffOf(t);
    const [into, from] = [
      await t.given.customer({ firstName: 'Ada', lastName: 'B', birthdate: '1990-01-01' }),
      await t.given.customer({ firstName: 'Ada', lastName: 'B', birthdate: '1990-01-01' }),
    ];
    const path = `/fanclubs/${into.fanclubId}/members/${into.id}/merges/${from.id}`;
    expect((await owner.post(path, { reason: 'the same person, as they wrote' })).status).toBe(204);
  },
  async 'member.erased'() {
    const { id, fanclubId } = await t.given.customer();
    await t.app.get(Sql).transaction((tx) => t.app.get(ErasuresService).erase(tx, fanclubId, id, null));
  },
  'membership.began': () => t.given.subscription(),
  async 'membership.upgraded'() {
    const { id: replacesSubscriptionId, customerId } = await t.given.subscription();
    const order = await t.given.order({ kind: 'upgrade', replacesSubscriptionId, customerId } as never);
    await t.given.subscription({ orderId: order.id, startDate: t.clock.now() });
  },
  async 'membership.renewed'() {
    const order = await t.given.order({ kind: 'renewal' });
    await t.given.subscription({ orderId: order.id });
  },
  'membership.queued': () => t.given.queuedSubscription(),
  async 'membership.lapsed'() {
    await runJob(t, 'memberships.report_ends');
    const salesPeriod = await t.given.salesPeriod({ extendedUntil: daysFrom(t.clock.now(), 30) });
    await t.given.subscription({ salesPeriodId: salesPeriod.id, endDate: daysFrom(t.clock.now(), 1) });
    t.clock.advance(2 * 86_400);
    await runJob(t, 'memberships.report_ends');
  },
  async 'membership.ended'() {
    await runJob(t, 'memberships.report_ends');
    await t.given.subscription({ endDate: daysFrom(t.clock.now(), 1) });
    t.clock.advance(2 * 86_400);
    await runJob(t, 'memberships.report_ends');
  },
  'membership.cancelled': async () =>
    set('subscriptions', (await t.given.subscription()).id, 'cancelled = true, cancelled_at = now()'),
  'renewal.announced': async () =>
    set(
      'renewals',
      (await t.given.renewal({ state: 'planned' })).id,
      `state = 'announced', announced_at = announced_at + interval '1 second'`,
    ),
  'renewal.failed': async () => set('renewals', (await t.given.renewal()).id, 'tries = 1'),
  'renewal.action_needed': async () =>
    set('renewals', (await t.given.renewal()).id, `state = 'action_needed', reason = 'no_card'`),
  'renewal.stopped': async () =>
    set('renewals', (await t.given.renewal()).id, `state = 'stopped', reason = 'opted_out'`),
  'order.paid': async () =>
    set(
      'orders',
      (await t.given.order({ paidAt: null, checkoutReference: 'a', total: '5.00' })).id,
      'paid_at = now()',
    ),
  'order.refunded': async () => set('orders', (await t.given.order()).id, 'refunded_at = now()'),
  'order.disputed': async () => set('orders', (await t.given.order()).id, 'disputed_at = now()'),
  'shipment.shipped': async () =>
    set('shipments', (await t.given.shipment({ shipDate: null })).id, `ship_date = '2026-06-16'`),
  async 'code.assigned'() {
    const [code, customer] = [await t.given.presaleCode(), await t.given.customer()];
    await set(
      'presale_codes',
      code.id,
      `customer_id = ${customer.id}, assigned_at = now(), assigned_by = 'member'`,
    );
  },
  'contest.closed': async () =>
    set('contests', (await t.given.contest({ when: 'ended' })).id, 'entries_closed_at = now()'),
  async 'contest.drawn'() {
    const entry = await t.given.entry({
      contest: await t.given.contest({ when: 'ended', entriesClosedAt: t.clock.now() }),
    });
    const contest = { id: entry.contestId, fanclubId: entry.fanclubId } as never;
    const draw = await t.given.contestDraw({
      contest,
      entries: [entry.id],
      prizes: [{ name: 'x', winners: 1 }],
    });
    return drawAgain(draw.id);
  },
  'contest.winner_confirmed': async () =>
    set('contest_winners', (await t.given.contestWinner()).id, `state = 'confirmed', decided_at = now()`),
  'contact.created': () => t.given.contact(),
  'contact.confirmed': async () =>
    set('contacts', (await t.given.contact({ confirmedAt: null })).id, 'confirmed_at = now()'),
};

/** Draws once more: the state before is stored without the checks, which allow no way back. */
async function drawAgain(id: number): Promise<void> {
  const columns = 'drawn_at, seed, beacon, prizes, ranking, confirm_hours, seed_sealed';
  const [row] = await t.db.query<Record<string, unknown>[]>(
    `SELECT ${columns} FROM contest_draws WHERE id = $1`,
    [id],
  );
  await t.db.query(
    `UPDATE contest_draws SET drawn_at = NULL, seed = NULL, beacon = NULL, prizes = NULL, ranking = NULL,
       confirm_hours = NULL, seed_sealed = 'sealed' WHERE id = $1`,
    [id],
  );
  await t.db.query(
    `UPDATE contest_draws SET drawn_at = $2, seed = $3, beacon = $4, prizes = $5, ranking = $6, confirm_hours = $7,
       seed_sealed = NULL WHERE id = $1`,
    [id, row.drawn_at, row.seed, row.beacon, JSON.stringify(row.prizes), row.ranking, row.confirm_hours],
  );
}

describe.each(subscribable())('%s', (type) => {
  it('is sent as documented', async () => {
    await listen([type]);
    await CAUSES[type]();
    const bodies = (await sent()).filter((one) => one.type === type);
    const { example, personal } = WEBHOOKS.get(type);
    const body = bodies.at(-1)!;
    const keys = ['fanclub_id', ...Object.keys(example), ...(personal ? ['personal'] : [])];
    expect(Object.keys(body.data)).toEqual(keys);
    if (personal)
      expect(Object.keys(body.data.personal as object).sort()).toEqual(Object.keys(personal).sort());
    if ('plan' in example)
      expect(body.data.plan).toEqual({
        id: expect.any(Number),
        class: expect.any(String),
        name: expect.any(String),
      });
    if ('state' in example && example.state !== 'waiting')
      expect(body.data.state).toBe(stateOf(type, example));
    // The makers of orders and members of other types make one more of these.
    expect(bodies.length).toBeGreaterThan(0);
  });
});

const stateOf = (type: string, example: object): unknown =>
  type === 'renewal.failed' ? 'announced' : (example as { state: unknown }).state;

describe('the page of types', () => {
  const page = readFileSync(join(__dirname, '../../docs/reference/webhooks.md'), 'utf8');

  it.each(subscribable())('has %s with its example', (type) => {
    const { description, example } = WEBHOOKS.get(type);
    const start = page.indexOf(`### \`${type}\``);
    const part = page.slice(start, page.indexOf('\n### ', start + 1) + 1 || undefined);
    expect(part).toContain(description);
    const block = /```json\n([\s\S]*?)```/.exec(part)![1];
    const body = { type, timestamp: '2026-06-15T12:00:00.000Z', data: { fanclub_id: 1, ...example } };
    expect(JSON.parse(block)).toEqual(body);
  });
});

describe('what time alone ends', () => {
  it('is reported once, also after an outage and when the end moves; nothing from before the endpoint', async () => {
    const now = t.clock.now();
    await t.given.subscription({ endDate: daysFrom(now, -1) });
    await listen(['membership.lapsed', 'membership.ended']);
    await runJob(t, 'memberships.report_ends');
    const period = await t.given.salesPeriod({ extendedUntil: daysFrom(now, 20) });
    const lapsing = await t.given.subscription({ salesPeriodId: period.id, endDate: daysFrom(now, 2) });
    const ending = await t.given.subscription({ endDate: daysFrom(now, 3) });
    await t.given.subscription({ endDate: daysFrom(now, 3), cancelled: true, cancelledAt: now });
    t.clock.advance(10 * 86_400);
    expect([await runJob(t, 'memberships.report_ends'), await runJob(t, 'memberships.report_ends')]).toEqual([
      2, 0,
    ]);
    expect((await sent()).map(({ type, data, timestamp }) => [type, data.id, timestamp])).toEqual([
      ['membership.lapsed', lapsing.id, daysFrom(now, 2).toISOString()],
      ['membership.ended', ending.id, daysFrom(now, 3).toISOString()],
    ]);
    // The extension is taken back, so the lapsed one ended in the past.
    await set('sales_periods', period.id, `extended_until = '${daysFrom(now, 8).toISOString()}'`);
    expect(await runJob(t, 'memberships.report_ends')).toBe(1);
    expect(await runJob(t, 'memberships.report_ends')).toBe(0);
    expect((await typesSent()).at(-1)).toBe('membership.ended');
  });
});

describe('an upgrade and an erasure', () => {
  it('write no second message: the replaced membership is not reported as cancelled, nor a merged member as erased', async () => {
    await listen(subscribable().filter((type) => type !== 'member.created'));
    await CAUSES['member.merged']();
    expect(await typesSent()).toEqual(['member.merged']);
  });

  it('deletes what was written about the person, and reports the erasure alone', async () => {
    await listen();
    const { id, fanclubId } = await t.given.customer();
    await set('customers', id, "first_name = 'Bo'");
    expect(await typesSent()).toEqual(['member.created', 'member.updated']);
    await t.app.get(Sql).transaction((tx) => t.app.get(ErasuresService).erase(tx, fanclubId, id, null));
    expect(await sent()).toMatchObject([{ type: 'member.erased', data: { id } }]);
  });
});

it('reports the erasure of a buyer who never registered alone', async () => {
  await listen(subscribable().filter((type) => type !== 'member.created'));
  const { id, fanclubId } = await t.given.customer({ registered: false, passwordDigest: null } as never);
  await t.app.get(Sql).transaction((tx) => t.app.get(ErasuresService).erase(tx, fanclubId, id, null));
  expect(await typesSent()).toEqual(['member.erased']);
});

it('reports no end from before a membership was imported', async () => {
  const now = t.clock.now();
  await listen(['membership.ended']);
  await runJob(t, 'memberships.report_ends');
  t.clock.advance(3 * 86_400);
  await t.given.subscription({ startDate: daysFrom(now, -9), endDate: daysFrom(now, 2) });
  expect(await runJob(t, 'memberships.report_ends')).toBe(0);
});

it('is written by no import', async () => {
  await listen();
  const owner = await staffOf(t);
  const { id } = await t.given.fanclub();
  const answer = await owner.send(
    'POST',
    `/fanclubs/${id}/members/import`,
    'email,first_name\nnew@x.example,Ada\n',
    { 'content-type': 'text/csv' },
  );
  expect([answer.status, answer.body.new]).toEqual([200, 1]);
  expect(await sent()).toEqual([]);
});
