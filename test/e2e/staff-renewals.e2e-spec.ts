import { randomUUID } from 'node:crypto';
import type { Plan, SalesPeriod } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { RenewingMember } from '../support/payments/renewing-member';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { inLongForm, it } from '../suite/form';

// The clock is at noon UTC on June 15, 2026.
const t = testApp(withDemoBank);

let [former, present]: SalesPeriod[] = [];
let gold: Plan;

const inDays = (days: number): Date => daysFrom(t.clock.now(), days);
const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;
const key = () => ({ 'idempotency-key': randomUUID() });

beforeEach(async () => {
  await t.given.fanclub({ name: 'The Lanterns' });
  await openBank(t);
  const stays = { endsAt: inDays(-1), extendedUntil: inDays(100) };
  former = await t.given.salesPeriod({ startsAt: inDays(-400), ...stays });
  present = await t.given.salesPeriod({ startsAt: inDays(-1), endsAt: inDays(364) });
  gold = await t.given.plan({ name: 'Gold', price: '24.99', salesPeriod: present });
});

/** A member of the former season, whose membership ends in 35 days. */
async function memberOf(email: string): Promise<RenewingMember> {
  const customer = await t.given.customer({ email, firstName: 'Ada', autoRenewalEnabled: false });
  await t.given.subscription({
    ...{ customer, plan: gold, salesPeriodId: former.id },
    ...{ startDate: inDays(-330), endDate: inDays(35) },
  });
  return RenewingMember.of(t, customer);
}

/** A member whose renewal is announced. */
async function announced(email = 'ada@x.example', card: 'works' | 'poor' = 'works') {
  const member = await memberOf(email);
  await member.savesCard(card);
  await member.jobs();
  return { member, id: (await member.renewal()).id };
}

describe('the renewals of a fan club', () => {
  it('are listed by state, plan, member and day, and a file has the same rows without names', async () => {
    const { member, id } = await announced();
    await (await memberOf('bo@x.example')).jobs();
    const kim = await staffOf(t, 'support');
    const ids = async (query: string): Promise<unknown> => {
      const { status, body } = await kim.get(await path(`renewals?${query}`));
      return status === 200 ? (body as { data: { id: number }[] }).data.map((one) => one.id) : status;
    };
    const all = await kim.get(await path('renewals?sort=id'));
    const [first, second] = (all.body as { data: { id: number; automatic: boolean }[] }).data;
    expect(first).toEqual({
      id,
      member: {
        ...{ id: member.customer.id, email: 'ada@x.example', first_name: 'Ada' },
        ...{ last_name: member.customer.lastName, auto_renewal_enabled: true },
      },
      ...{ kind: 'season', state: 'announced', reason: null, automatic: true },
      ...{ plan: { id: gold.id, name: 'Gold' }, next_plan: { id: gold.id, name: 'Gold' } },
      ...{ amount: '24.99', currency: 'USD', day: '2026-06-29T12:00:00Z' },
    });
    // A renewal by hand: its day is the end of the membership with its extension.
    expect(second).toMatchObject({ automatic: false, amount: null, day: '2026-09-23T12:00:00Z' });
    const both = [id, second.id];
    expect(await ids('')).toEqual(both);
    expect(await ids('sort=-day')).toEqual([second.id, id]);
    expect(await ids('state=due&within=30')).toEqual([id]);
    expect(await ids('state=due&within=7')).toEqual([]);
    expect(await ids('state=announced&from=2026-06-29&to=2026-06-29')).toEqual([id]);
    expect(await ids('state=action_needed')).toEqual([]);
    expect(await ids(`plan_id=${gold.id}&member_id=${member.customer.id}`)).toEqual([id]);
    expect(await ids('q=ada@')).toEqual([id]);
    expect([await ids('state=overdue'), await ids('within=9999'), await ids('colour=red')]).toEqual([
      400, 400, 400,
    ]);
    const file = await kim.text(await path('renewals.csv?state=due&within=30'));
    const [headings, ...rows] = file.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(headings.split(',').slice(0, 4)).toEqual(['renewal_id', 'member_id', 'kind', 'state']);
    expect(rows).toEqual([
      `${id},${member.customer.id},season,announced,,true,Gold,Gold,24.99,USD,2026-06-29T12:00:00Z,2026-06-15T12:00:00Z,2026-06-29T12:00:00Z,0,`,
    ]);
    expect(file).not.toContain('ada@');
  });

  it('show their history, and viewers see neither name, card nor link', async () => {
    const { member, id } = await announced('ada@x.example', 'poor');
    await member.days(14);
    const sam = await staffOf(t, 'support');
    const { body } = await sam.get(await path(`renewals/${id}`));
    const [order] = await member.orders();
    expect(body).toMatchObject({
      ...{ state: 'waiting', tries: 1, controls: ['stop', 'charge', 'mail'], day: '2026-07-02T12:00:00Z' },
      card: { brand: 'visa', expires: expect.stringMatching(/^\d\d\/\d{4}$/) as string },
      payment_link: `${t.config.publicUrl}/fanclubs/${former.fanclubId}/orders/${order.id}`,
      orders: [{ id: order.id, plan_name: 'Gold', total: '24.99', state: 'open' }],
      payments: [{ order_id: order.id, state: 'failed', automatic: true, amount: '24.99' }],
    });
    const { changes, mails } = body as { changes: { to: string }[]; mails: { kind: string }[] };
    expect(changes.map(({ to }) => to)).toEqual(['announced', 'charging', 'waiting']);
    expect(mails.map(({ kind }) => kind)).toEqual(['renewal_announced', 'payment_failed']);
    const vera = await staffOf(t, 'viewer');
    const masked = await vera.get(await path(`renewals/${id}`));
    expect(masked.body).toMatchObject({ member: { email: 'a…@x….example', first_name: 'A.' } });
    expect(masked.body).toMatchObject({ card: null, payment_link: null });
    expect((await vera.post(await path(`renewals/${id}/stop`), { reason: 'x' })).status).toBe(403);
    expect((await (await staffOf(t, 'fulfilment')).get(await path('renewals'))).status).toBe(403);
    const foreign = await t.given.renewal({ subscription: await foreignSubscription() });
    expect((await sam.get(await path(`renewals/${foreign.id}`))).status).toBe(404);
  });
});

const foreignSubscription = async () => {
  const { id: fanclubId } = await t.given.anotherFanclub();
  const customer = await t.given.customer({ fanclubId });
  return t.given.subscription({ customer, plan: await t.given.plan({ fanclubId }) });
};

describe('a renewal that staff stop', () => {
  it('is not charged until they resume it; the member learns so, and the record has the reasons', async () => {
    const { member, id } = await announced();
    const sam = await staffOf(t, 'support');
    const stopped = await sam.post(await path(`renewals/${id}/stop`), { reason: 'called us' });
    expect(stopped).toMatchObject({ status: 200, body: { id, state: 'stopped' } });
    expect((await sam.post(await path(`renewals/${id}/stop`), { reason: 'again' })).status).toBe(409);
    expect((await sam.post(await path(`renewals/${id}/resume`), {})).status).toBe(422);
    await member.days(1);
    expect(await member.renewal()).toMatchObject({ state: 'stopped', reason: 'staff' });
    expect(await member.mailKinds()).toEqual(['renewal_announced', 'auto_renewal_stopped']);
    expect((await member.mails())[1].renewal).toMatchObject({ reason: 'The fan club stopped it.' });
    // The member's own consent is untouched.
    expect(await member.renewsAutomatically()).toBe(true);
    const lee = await staffOf(t, 'support');
    const resumed = await lee.post(await path(`renewals/${id}/resume`), { reason: 'called again' });
    expect(resumed).toMatchObject({ status: 200, body: { state: 'announced' } });
    await member.days(13);
    expect(await member.taken()).toEqual([2499]);
    expect(await member.history()).toEqual(['announced', 'stopped', 'announced', 'charging', 'done']);
    const audits = await t.db.query(
      `SELECT action, customer_id AS member, after->>'reason' AS reason FROM staff_audits
       WHERE subject_type = 'renewal' AND subject_id = $1 ORDER BY id`,
      [id],
    );
    expect(audits).toEqual([
      { action: 'renewal.stopped', member: member.customer.id, reason: 'called us' },
      { action: 'renewal.resumed', member: member.customer.id, reason: 'called again' },
    ]);
    const page = await (await staffOf(t)).get(await path(`members/${member.customer.id}`));
    expect(JSON.stringify(page.body)).toContain('Renewal stopped: called us');
  });

  inLongForm(() => {
    it('gets a new notice if its day is over, and stays stopped if the member turned it off meanwhile', async () => {
      const { member, id } = await announced();
      const kim = await staffOf(t);
      await kim.post(await path(`renewals/${id}/stop`), { reason: 'holiday' });
      await member.days(20);
      expect(await member.taken()).toEqual([]);
      const late = await staffOf(t);
      await t.db.query('UPDATE customers SET auto_renewal_enabled = false');
      const refused = await late.post(await path(`renewals/${id}/resume`), { reason: 'go on' });
      expect(refused).toMatchObject({ status: 409 });
      expect((refused.body as { detail: string }).detail).toContain('Only the member can turn it on');
      await t.db.query('UPDATE customers SET auto_renewal_enabled = true');
      await late.post(await path(`renewals/${id}/resume`), { reason: 'go on' });
      expect(await member.renewal()).toMatchObject({ state: 'announced', chargeAt: inDays(14) });
    });
  });
});

describe('a renewal whose card was refused for good', () => {
  it.each(['staff', 'member'] as const)(
    'is charged again with another card only, if %s stop it',
    async (who) => {
      const season = await t.given.plan({ name: 'Gold 2027', price: '24.99', salesPeriod: present });
      await t.db.query('UPDATE plans SET renews_into_plan_id = $1, sales_period_id = $2 WHERE id = $3', [
        ...[season.id, former.id, gold.id],
      ]);
      const { member, id } = await announced();
      await member.cardBecomes('declinedLater');
      await member.days(14);
      expect(await member.renewal()).toMatchObject({ state: 'action_needed', reason: 'declined', tries: 1 });
      const resume = async () =>
        (await staffOf(t)).post(await path(`renewals/${id}/resume`), { reason: 'they called' });
      if (who === 'staff')
        await (await staffOf(t)).post(await path(`renewals/${id}/stop`), { reason: 'why' });
      else {
        await t.db.query('UPDATE customers SET auto_renewal_enabled = false');
        await member.days(1);
        expect(await member.renewal()).toMatchObject({ state: 'stopped', reason: 'opted_out' });
        await t.db.query('UPDATE customers SET auto_renewal_enabled = true');
      }
      await member.days(1);
      if (who === 'staff') expect((await resume()).status).toBe(409);
      expect(await member.renewal()).toMatchObject({ state: 'stopped' });
      await member.savesCard();
      if (who === 'staff') expect((await resume()).status).toBe(200);
      expect(await member.renewal()).toMatchObject({ state: 'announced', chargeAt: inDays(14) });
      await member.days(14);
      expect(await member.taken()).toEqual([2499]);
    },
  );

  inLongForm(() => {
    it('keeps to four tries in all, also if staff stop and resume it', async () => {
      const { member, id } = await announced('ada@x.example', 'poor');
      await member.days(14);
      await (await staffOf(t)).post(await path(`renewals/${id}/stop`), { reason: 'why' });
      await t.db.query('UPDATE renewals SET tries = 4 WHERE id = $1', [id]);
      const resumed = await (await staffOf(t)).post(await path(`renewals/${id}/resume`), { reason: 'call' });
      expect(resumed).toMatchObject({ status: 409 });
      await member.days(15);
      expect(await member.renewal()).toMatchObject({ state: 'stopped', tries: 4 });
    });
  });
});

describe('a charge by staff', () => {
  it('is made between two tries, once per key, and needs a recent proof', async () => {
    const { member, id } = await announced('ada@x.example', 'poor');
    const early = await staffOf(t, 'support');
    const before = await early.post(await path(`renewals/${id}/charge`), {}, key());
    expect(before).toMatchObject({ status: 409, body: { type: '/staff/problems/conflict' } });
    await member.days(14);
    expect(await member.renewal()).toMatchObject({ state: 'waiting', tries: 1 });
    await member.cardBecomes('works');
    const sam = await staffOf(t, 'support');
    t.clock.advance(20 * 60);
    const to = await path(`renewals/${id}/charge`);
    const stale = await sam.post(to, {}, key());
    expect(stale).toMatchObject({ status: 401, body: { type: '/staff/problems/proof-required' } });
    const lee = await staffOf(t, 'support');
    expect((await lee.post(to)).status).toBe(400);
    const once = key();
    const answers = await Promise.all([lee.post(to, {}, once), lee.post(to, {}, once)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await lee.post(to, {}, once)).toMatchObject({ status: 200, body: { id, state: 'done' } });
    expect(await member.taken()).toEqual([2499]);
    expect((await lee.post(to, {}, key())).status).toBe(409);
    const [{ count }] = await t.db.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM staff_audits WHERE action = 'renewal.charged'`,
    );
    expect(count).toBe(1);
  });

  it('and the job never charge twice', async () => {
    const { member, id } = await announced('ada@x.example', 'poor');
    await member.days(14);
    await member.cardBecomes('works');
    t.clock.advance(3 * 86_400);
    const lee = await staffOf(t, 'support');
    const to = await path(`renewals/${id}/charge`);
    const [answer] = await Promise.all([lee.post(to, {}, key()), member.jobs()]);
    expect([200, 409]).toContain(answer.status);
    await member.days(1);
    expect(await member.taken()).toEqual([2499]);
    expect((await member.orders()).filter(({ total }) => total === '24.99')).toHaveLength(1);
  });
});

it('a mail is sent again with what was announced, and its sending is on record', async () => {
  const { member, id } = await announced();
  await t.db.query('UPDATE plans SET price = 99');
  const sam = await staffOf(t, 'support');
  expect((await sam.post(await path(`renewals/${id}/mail`))).status).toBe(200);
  const mails = await member.mails();
  expect(mails.map(({ kind }) => kind)).toEqual(['renewal_announced', 'renewal_announced']);
  expect(mails[1].renewal).toMatchObject({ amount: '$24.99', day: 'June 29, 2026' });
  const { body } = await sam.get(await path(`renewals/${id}`));
  expect((body as { mails: object[] }).mails).toHaveLength(2);
  expect(await t.db.query(`SELECT after FROM staff_audits WHERE action = 'renewal.mailed'`)).toEqual([
    { after: { kind: 'renewal_announced' } },
  ]);
});

inLongForm(() => {
  it('the payment link leads to the checkout of the plan once the order is closed', async () => {
    const { member, id } = await announced('ada@x.example', 'poor');
    await member.days(14);
    await t.db.query(`UPDATE orders SET closed_at = $1, closed_reason = 'cancelled' WHERE paid_at IS NULL`, [
      t.clock.now(),
    ]);
    const { body } = await (await staffOf(t, 'support')).get(await path(`renewals/${id}`));
    const checkout = `${t.config.publicUrl}/fanclubs/${former.fanclubId}/plans/${gold.id}/checkout`;
    expect(body).toMatchObject({ payment_link: checkout });
  });
});

inLongForm(() => {
  it('a mail is not sent again if it would offer what is not sold, for no amount', async () => {
    const bo = await memberOf('bo@x.example');
    await bo.jobs();
    const { id } = await bo.renewal();
    await t.db.query('UPDATE plans SET on_sale = false');
    const refused = await (await staffOf(t, 'support')).post(await path(`renewals/${id}/mail`));
    expect(refused).toMatchObject({ status: 409 });
    expect((refused.body as { detail: string }).detail).toContain('Nothing that follows can be bought');
    expect(await bo.mailKinds()).toEqual(['renewal_open']);
  });
});

it('the dashboard counts what the lists behind its tiles have', async () => {
  const { member } = await announced('ada@x.example', 'poor');
  await memberOf('bo@x.example').then((bo) => bo.jobs());
  const counts = async () => {
    const kim = await staffOf(t);
    const { body } = await kim.get(await path('dashboard'));
    const total = async (query: string) =>
      ((await kim.get(await path(`renewals?${query}`))).body as { total: number }).total;
    const { renewals } = body as { renewals: Record<string, number> };
    const lists = [
      await total('state=due&within=7'),
      await total('state=due&within=30'),
      await total('state=action_needed'),
    ];
    expect([renewals.in_7_days, renewals.in_30_days, renewals.action_needed]).toEqual(lists);
    return lists;
  };
  expect(await counts()).toEqual([0, 1, 0]);
  await member.days(10);
  expect(await counts()).toEqual([1, 1, 0]);
});

inLongForm(() => {
  it('the forecast of the next season is what the jobs then do', async () => {
    await t.db.query('UPDATE sales_periods SET starts_at = $1, ends_at = $2 WHERE id = $3', [
      ...[inDays(10), inDays(374), present.id],
    ]);
    const asked = async (starts: Date) => {
      const query = `period_id=${former.id}&starts_at=${starts.toISOString()}`;
      return (await (await staffOf(t)).get(await path(`renewals/forecast?${query}`))).body;
    };
    expect(await asked(inDays(10))).toEqual({
      ...{ announced_at: '2026-06-25T12:00:00Z', charged_from: null, plans: [] },
    });
    const member = await memberOf('ada@x.example');
    await member.savesCard();
    await memberOf('bo@x.example');
    const forecast = await asked(inDays(10));
    expect(forecast).toEqual({
      announced_at: '2026-06-25T12:00:00Z',
      charged_from: '2026-07-09T12:00:00Z',
      plans: [{ plan_id: gold.id, renewals: 1 }],
    });
    await member.days(10);
    await member.jobs();
    expect(await member.renewal()).toMatchObject({
      announcedAt: new Date('2026-06-25T12:00:00Z'),
      chargeAt: new Date('2026-07-09T12:00:00Z'),
    });
    // Nobody is left to be charged if the season opens when the extension is over.
    expect(await asked(inDays(88))).toMatchObject({ charged_from: null, plans: [] });
    const now = await staffOf(t);
    for (const query of [
      'period_id=x&starts_at=2027-01-01T00:00:00Z',
      `period_id=${former.id}&starts_at=soon`,
    ])
      expect((await now.get(await path(`renewals/forecast?${query}`))).status).toBe(400);
  });
});
