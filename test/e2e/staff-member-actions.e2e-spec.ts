import { randomUUID } from 'node:crypto';
import { daysFrom } from '#samples';
import { isoUtc } from '#libs/format';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { type StaffAnswer, type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

async function act(
  client: StaffClient,
  member: { id: number },
  action: string,
  body: object = {},
  key: string = randomUUID(),
): Promise<StaffAnswer> {
  const { id } = await t.given.tenant!;
  return client.post(`/fanclubs/${id}/members/${member.id}/${action}`, body, { 'idempotency-key': key });
}

/** A second later: no customer orders a plan twice at the same instant. */
const later = (): void => t.clock.set(new Date(t.clock.now().getTime() + 1000).toISOString());

const actions = async (): Promise<string[]> => {
  const rows = await t.db.query<{ action: string }[]>('SELECT action FROM staff_audits ORDER BY id');
  return rows.map(({ action }) => action);
};

describe('comp', () => {
  it('gives a membership with its parcel, which the member sees at once', async () => {
    const kim = await staffOf(t, 'manager');
    const member = await t.given.customer();
    const plan = await t.given.plan({ price: '50.00', duration: 12 });
    const pack = await t.given.package(plan);
    const { status, body } = await act(kim, member, 'comp', { plan_id: plan.id, reason: 'lost card' });
    expect([status, body, pack.planId]).toMatchObject([
      200,
      { plan_id: plan.id, start_date: '2026-06-15T12:00:00Z', end_date: '2027-06-15T12:00:00Z' },
      plan.id,
    ]);
    const api = await loggedIn(t, member);
    expect((await api.get('/subscriptions')).body).toMatchObject({ subscriptions: [{ status: 'active' }] });
    expect((await api.get('/orders')).body).toMatchObject({
      orders: [{ totals: { discount: '50.0', total: '0.0' }, shipments: [{ status: 'Backordered' }] }],
    });
    expect(await actions()).toEqual(['member.comped']);
  });

  it('replaces the present membership, or follows it', async () => {
    const kim = await staffOf(t);
    const [silver, gold] = [await t.given.plan(), await t.given.plan({ duration: 6 })];
    const { customerId: id } = await t.given.subscription({
      plan: silver,
      endDate: daysFrom(t.clock.now(), 10),
    });
    const gift = { plan_id: gold.id, reason: 'x' };
    const queued = await act(kim, { id }, 'comp', { ...gift, starts: 'queued' });
    expect(queued.body).toMatchObject({
      start_date: '2026-06-25T12:00:00Z',
      end_date: '2026-12-25T12:00:00Z',
    });
    const { customerId: other } = await t.given.subscription({ plan: silver });
    expect((await act(kim, { id: other }, 'comp', gift)).status).toBe(200);
    const rows = await t.db.query(
      'SELECT plan_id, cancelled FROM subscriptions WHERE customer_id = $1 ORDER BY id',
      [other],
    );
    expect(rows).toEqual([
      { plan_id: silver.id, cancelled: true },
      { plan_id: gold.id, cancelled: false },
    ]);
    expect((await act(kim, { id: other }, 'comp', gift)).status).toBe(422);
  });

  it('does not begin now if another membership would replace it before its end', async () => {
    const kim = await staffOf(t);
    const [gold, short, long] = [
      await t.given.plan(),
      await t.given.plan({ duration: 1 }),
      await t.given.plan({ duration: 12 }),
    ];
    const { customerId: id } = await t.given.subscription({
      plan: gold,
      endDate: daysFrom(t.clock.now(), 45),
    });
    const give = (plan: { id: number }, starts = 'now') =>
      act(kim, { id }, 'comp', { plan_id: plan.id, starts, reason: 'x' });
    expect((await give(gold, 'queued')).status).toBe(200);
    later();
    const refused = await give(long);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      expect.stringContaining('Another membership begins on 2026-07-30'),
    ]);
    expect((await give(short)).status).toBe(200);
  });

  it('of a plan that has a season and no months ends with the season, and is refused once that is over', async () => {
    const kim = await staffOf(t);
    const salesPeriod = await t.given.salesPeriod({ endsAt: new Date('2026-12-31T00:00:00Z') });
    const plan = await t.given.plan({ duration: null, salesPeriod });
    const gift = { plan_id: plan.id, reason: 'x' };
    const given = await act(kim, await t.given.customer(), 'comp', gift);
    expect(given).toMatchObject({ status: 200, body: { end_date: '2026-12-31T00:00:00Z' } });
    const { customerId: id } = await t.given.subscription({ endDate: daysFrom(t.clock.now(), 300) });
    const queued = await act(kim, { id }, 'comp', { ...gift, starts: 'queued' });
    t.clock.advance(200 * 86_400);
    const late = await act(await staffOf(t), await t.given.customer(), 'comp', gift);
    for (const { status, body } of [queued, late])
      expect([status, body.detail]).toEqual([422, 'The season of this plan is over by then.']);
  });

  it('is refused for blacklisted members, unknown plans and members of other fan clubs', async () => {
    const kim = await staffOf(t);
    const plan = await t.given.plan();
    const gift = { plan_id: plan.id, reason: 'x' };
    const other = await t.given.customer({ fanclubId: (await t.given.anotherFanclub()).id });
    expect((await act(kim, await t.given.customer({ blacklisted: true }), 'comp', gift)).status).toBe(422);
    expect((await act(kim, other, 'comp', gift)).status).toBe(404);
    const member = await t.given.customer();
    expect((await act(kim, member, 'comp', { ...gift, plan_id: 999_999 })).status).toBe(422);
    const faulty = await act(kim, member, 'comp', { plan_id: 'x', starts: 'later', more: 1 });
    expect(faulty.status).toBe(422);
    expect(await actions()).toEqual([]);
    expect(await t.db.query('SELECT id FROM orders')).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  it('carries an action out once, also if it is sent several times at once', async () => {
    const kim = await staffOf(t);
    const [member, plan, key] = [await t.given.customer(), await t.given.plan(), randomUUID()];
    const gift = { plan_id: plan.id, reason: 'x', starts: 'queued' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => act(kim, member, 'comp', gift, key)));
    const late = await act(kim, member, 'comp', gift, key.toUpperCase());
    for (const { status, body } of [...answers, late]) expect([status, body]).toEqual([200, answers[0].body]);
    expect(await t.db.query('SELECT count(*) FROM orders')).toEqual([{ count: 1 }]);
    expect(await actions()).toEqual(['member.comped']);
  });

  it('is required, belongs to one request and one person, and is kept for a day', async () => {
    const [kim, lee] = [await staffOf(t), await staffOf(t)];
    const [member, plan, key] = [await t.given.customer(), await t.given.plan(), randomUUID()];
    const gift = { plan_id: plan.id, reason: 'x', starts: 'queued' };
    const path = `/fanclubs/${member.fanclubId}/members/${member.id}/comp`;
    expect((await kim.post(path, gift)).status).toBe(400);
    expect((await act(kim, member, 'comp', gift, 'abc')).status).toBe(400);
    expect((await act(kim, member, 'comp', gift, key)).status).toBe(200);
    expect((await act(kim, member, 'comp', { ...gift, reason: 'y' }, key)).status).toBe(409);
    expect((await act(kim, member, 'cancel', { when: 'renewal', reason: 'y' }, key)).status).toBe(409);
    later();
    expect((await act(lee, member, 'comp', gift, key)).status).toBe(200);
    later();
    await t.db.query(`UPDATE staff_requests SET created_at = created_at - interval '25 hours'`);
    expect((await act(kim, member, 'comp', { ...gift, reason: 'y' }, key)).status).toBe(200);
  });

  it('of a refused request may be used again', async () => {
    const kim = await staffOf(t);
    const [member, key] = [await t.given.customer({ blacklisted: true }), randomUUID()];
    const gift = { plan_id: (await t.given.plan()).id, reason: 'x' };
    expect((await act(kim, member, 'comp', gift, key)).status).toBe(422);
    await t.db.query('UPDATE customers SET blacklisted = false');
    expect((await act(kim, member, 'comp', gift, key)).status).toBe(200);
  });
});

describe('extend and cancel', () => {
  it('move the end of a membership', async () => {
    const kim = await staffOf(t);
    const end = daysFrom(t.clock.now(), 10);
    const { customerId: id } = await t.given.subscription({ endDate: end });
    const longer = { end_date: '2026-08-01T00:00:00+02:00', reason: 'rain' };
    const { status, body } = await act(kim, { id }, 'extend', longer);
    expect([status, body]).toMatchObject([200, { end_date: '2026-07-31T22:00:00Z' }]);
    expect((await act(kim, { id }, 'extend', { ...longer, end_date: '2026-06-16T00:00:00Z' })).status).toBe(
      422,
    );
    expect((await act(kim, { id }, 'extend', { ...longer, end_date: '2026-08-01' })).status).toBe(422);
    const audits = await t.db.query('SELECT before, after FROM staff_audits');
    expect(audits).toMatchObject([
      {
        before: { end_date: '2026-06-25T12:00:00Z' },
        after: { end_date: '2026-07-31T22:00:00Z', reason: 'rain' },
      },
    ]);
    expect((await act(kim, await t.given.customer(), 'extend', longer)).status).toBe(422);
  });

  it('end all memberships at once, or only stop the renewal', async () => {
    const kim = await staffOf(t);
    const member = await t.given.customer({ autoRenewalEnabled: true });
    await t.given.subscription({ customer: member });
    expect((await act(kim, member, 'cancel', { when: 'renewal', reason: 'x' })).status).toBe(200);
    const api = await loggedIn(t, member);
    expect((await api.get('/account')).body).toMatchObject({
      customer: { auto_renewal_enabled: false, expired: false },
    });
    expect((await act(kim, member, 'cancel', { when: 'now', reason: 'x' })).status).toBe(200);
    expect((await api.get('/account')).body).toMatchObject({ customer: { expired: true } });
    expect((await act(kim, member, 'cancel', { when: 'now', reason: 'x' })).status).toBe(422);
  });

  it('leave a membership pending that is cancelled before its start, as the API shows it', async () => {
    const kim = await staffOf(t);
    const customer = await t.given.customer();
    await t.given.subscription({ customer, startDate: daysFrom(t.clock.now(), 10) });
    expect((await act(kim, customer, 'cancel', { when: 'now', reason: 'x' })).status).toBe(200);
    const page = `/fanclubs/${(await t.given.tenant!).id}/members/${customer.id}`;

    // Sessions do not last until the start.
    const shown = async () => [
      (await (await loggedIn(t, customer)).get('/subscriptions')).body.subscriptions,
      (await (await staffOf(t)).get(page)).body,
    ];

    expect(await shown()).toMatchObject([
      [{ status: 'pending' }],
      { state: 'none', subscriptions: [{ state: 'pending', cancelled: true }] },
    ]);
    t.clock.set(daysFrom(t.clock.now(), 10));
    expect(await shown()).toMatchObject([
      [{ status: 'expired' }],
      { state: 'none', subscriptions: [{ state: 'cancelled', cancelled: true }] },
    ]);
  });

  it('give at most one term if support does it', async () => {
    const sam = await staffOf(t, 'support');
    const [year, forever] = [await t.given.plan({ duration: 12 }), await t.given.plan({ duration: null })];
    const end = daysFrom(t.clock.now(), 10);
    const { customerId: id } = await t.given.subscription({ plan: year, endDate: end });
    const until = (end_date: string) => act(sam, { id }, 'extend', { end_date, reason: 'x' });
    expect((await until('2027-06-25T12:00:01Z')).status).toBe(403);
    expect((await until('2027-05-25T12:00:00Z')).status).toBe(200);
    // What is left of the term.
    expect((await until('2027-06-25T12:00:01Z')).status).toBe(403);
    expect((await until('2027-06-25T12:00:00Z')).status).toBe(200);
    const gift = { reason: 'x', starts: 'queued' };
    const give = async (member: { id: number }, plan_id: number, person = sam) =>
      (await act(person, member, 'comp', { ...gift, plan_id })).status;
    expect(await give({ id }, year.id)).toBe(403);
    const other = await t.given.customer();
    expect(await give(other, forever.id)).toBe(403);
    expect(await give(other, year.id)).toBe(200);
    expect(await give(other, year.id)).toBe(403);
    t.clock.advance(400 * 24 * 60 * 60);
    expect(await give(other, year.id, await staffOf(t, 'support'))).toBe(200);
  });

  it('give a plan of a season until its end, and no longer, if support does it', async () => {
    const sam = await staffOf(t, 'support');
    const endsAt = daysFrom(t.clock.now(), 100);
    const salesPeriod = await t.given.salesPeriod({ startsAt: daysFrom(t.clock.now(), -100), endsAt });
    const season = await t.given.plan({ duration: null, salesPeriod });
    const member = await t.given.customer();
    const give = () => act(sam, member, 'comp', { reason: 'x', starts: 'queued', plan_id: season.id });
    expect(await give()).toMatchObject({ status: 200, body: { end_date: isoUtc(endsAt) } });
    expect((await give()).status).toBe(403);
    const { customerId: id } = await t.given.subscription({ plan: season, endDate: daysFrom(endsAt, -10) });
    const extend = (to: Date) => act(sam, { id }, 'extend', { end_date: isoUtc(to), reason: 'x' });
    expect((await extend(daysFrom(endsAt, 1))).status).toBe(403);
    expect((await extend(endsAt)).status).toBe(200);
  });

  it('extend a term only if its plan has a term, if support does it', async () => {
    const plan = await t.given.plan({ duration: null });
    const { customerId: id } = await t.given.subscription({ plan, endDate: daysFrom(t.clock.now(), 10) });
    const longer = { end_date: '2026-08-01T00:00:00Z', reason: 'x' };
    expect((await act(await staffOf(t, 'support'), { id }, 'extend', longer)).status).toBe(403);
    expect((await act(await staffOf(t), { id }, 'extend', longer)).status).toBe(200);
  });

  it('extend to a time that everybody reads alike', async () => {
    const kim = await staffOf(t);
    const { customerId: id } = await t.given.subscription({ endDate: daysFrom(t.clock.now(), 10) });
    for (const end_date of ['2030-W05-1T00:00:00Z', '2030-100T10:00:00Z', '2030-01-01T10Z', '2030-01-01']) {
      const answer = await act(kim, { id }, 'extend', { end_date, reason: 'x' });
      expect([end_date, answer]).toMatchObject([
        end_date,
        { status: 422, body: { errors: [{ pointer: '#/end_date' }] } },
      ]);
    }
  });
});

describe('other actions', () => {
  it('blacklist a member, who is logged out, and lift it', async () => {
    const sam = await staffOf(t, 'support');
    const member = await t.given.customer();
    const api = await loggedIn(t, member);
    expect((await act(sam, member, 'blacklist', { reason: 'threats' })).status).toBe(204);
    expect((await api.get('/orders')).body).toMatchObject({ status: 'error' });
    expect((await act(sam, member, 'unblacklist', { reason: 'sorry' })).status).toBe(204);
    expect(await t.db.query('SELECT blacklisted FROM customers')).toEqual([{ blacklisted: false }]);
    expect((await api.get('/orders')).body).toMatchObject({ status: 'error' });
    expect(await actions()).toEqual(['member.blacklisted', 'member.unblacklisted']);
  });

  it('end all sessions', async () => {
    const sam = await staffOf(t, 'support');
    const member = await t.given.customer();
    const api = await loggedIn(t, member);
    expect((await act(sam, member, 'end_sessions')).status).toBe(204);
    expect((await api.get('/orders')).body).toMatchObject({ status: 'error' });
  });

  it('mail the confirmation again, unless there is nothing to confirm', async () => {
    const sam = await staffOf(t, 'support');
    const member = await t.given.customer({ confirmedAt: null });
    expect((await act(sam, member, 'resend_confirmation')).status).toBe(204);
    expect(await mailsOf(t)).toMatchObject([{ kind: 'confirm_address', to: member.email }]);
    expect((await act(sam, await t.given.customer(), 'resend_confirmation')).status).toBe(422);
  });

  it('mail a link to choose a new password, unless the member is blacklisted', async () => {
    const sam = await staffOf(t, 'support');
    const member = await t.given.customer();
    expect((await act(sam, member, 'password_mail')).status).toBe(204);
    const [mail] = await mailsOf(t);
    expect(mail).toMatchObject({ kind: 'reset_password', to: member.email });
    const own = { password: 'another long password', password_confirmation: 'another long password' };
    expect((await (await new Pages(t.origin).open(mail.link)).submit(own)).status).toBe(303);
    const banned = await t.given.customer({ blacklisted: true });
    expect((await act(sam, banned, 'password_mail')).status).toBe(422);
    expect(await actions()).toEqual(['member.password_mailed']);
  });

  it('lock a member to a plan of the fan club', async () => {
    const sam = await staffOf(t, 'support');
    const [member, plan] = [await t.given.customer(), await t.given.plan()];
    const foreign = await t.given.plan({ fanclubId: (await t.given.anotherFanclub()).id });
    expect((await act(sam, member, 'lock', { plan_id: foreign.id })).status).toBe(422);
    expect((await act(sam, member, 'lock', { plan_id: plan.id })).status).toBe(204);
    expect(await t.db.query('SELECT locked_plan_id FROM customers')).toEqual([{ locked_plan_id: plan.id }]);
    expect((await act(sam, member, 'unlock')).status).toBe(204);
    expect(await t.db.query('SELECT locked_plan_id FROM customers')).toEqual([{ locked_plan_id: null }]);
  });

  it('correct a member for one of two editors', async () => {
    const sam = await staffOf(t, 'support');
    const member = await t.given.customer({ firstName: 'Ad' });
    await t.given.customer({ username: 'countess' });
    const path = `/fanclubs/${member.fanclubId}/members/${member.id}`;
    const etag = String((await sam.get(path)).headers.etag);
    const changed = await sam.patch(path, { first_name: 'Ada', invalid_email: true }, etag);
    expect(changed).toMatchObject({ status: 200, body: { first_name: 'Ada', invalid_email: true } });
    expect((await sam.patch(path, { first_name: 'Eve' }, etag)).status).toBe(412);
    const now = String(changed.headers.etag);
    expect((await sam.patch(path, { username: 'Countess' }, now)).status).toBe(422);
    const wrong = { username: '\u0430dmin', birthdate: '2999-01-01' };
    expect(await sam.patch(path, wrong, now)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/username' }, { pointer: '#/birthdate' }] },
    });
    const { body } = await sam.patch(path, { birthdate: 'soon', email: 'x@y.example' }, now);
    const pointers = (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
    expect([...new Set(pointers)].sort()).toEqual(['#/birthdate', '#/email']);
    expect(await actions()).toEqual(['member.seen', 'member.changed']);
  });
});
