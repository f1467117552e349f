import { randomUUID } from 'node:crypto';
import type { Customer } from '#domains/accounts/customer.entity';
import { PresaleCode, type PresalePool } from '#domains/presale-codes/presale-pool.entity';
import { daysFrom } from '#samples';
import { Mail } from '../../src/platform/mail';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { PresaleWorld } from '../support/presale-world';
import { queueMails } from '../support/queue-mail';
import { runJob } from '../support/run-job';
import { type StaffAnswer, type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
const world = new PresaleWorld(t);

let kim: StaffClient;
let base: string;

beforeEach(async () => {
  await world.begin();
  kim = await staffOf(t, 'manager');
  base = `/fanclubs/${world.plan.fanclubId}`;
});

const once = () => ({ 'idempotency-key': randomUUID() });
const act = (code: PresaleCode, action: 'resend' | 'replace' | 'void', key = once()): Promise<StaffAnswer> =>
  kim.post(
    `${base}/presale_codes/${code.id}/${action}`,
    action === 'resend' ? {} : { reason: 'Did not work' },
    key,
  );

/** A pool in which a member has a code and others are free. */
async function given(
  free: readonly string[] = ['SPARE'],
  overrides: Partial<PresalePool> = {},
): Promise<{ pool: PresalePool; customer: Customer; code: PresaleCode }> {
  const { pool } = await world.presale(overrides);
  const { customer } = await world.member();
  const code = await t.given.presaleCode({ pool, customer, code: 'SECRET-1' });
  for (const text of free) await t.given.presaleCode({ pool, code: text });
  return { pool, customer, code };
}

describe('the code of a member', () => {
  it('is mailed again, once per key', async () => {
    const sam = await staffOf(t, 'support');
    const { code, customer } = await given();
    const key = once();
    const resend = () => sam.post(`${base}/presale_codes/${code.id}/resend`, {}, key);
    expect([(await resend()).status, (await resend()).status]).toEqual([200, 200]);
    expect(await mailsOf(t)).toMatchObject([
      { kind: 'presale_code', to: customer.email, presale: { rows: [{ value: 'SECRET-1' }] } },
    ]);
  });

  it('is not mailed to a member who is no longer entitled', async () => {
    const { code, customer } = await given();
    await t.db.getRepository('subscriptions').update({ customerId: customer.id }, { cancelled: true });
    expect((await kim.post(`${base}/presale_codes/${code.id}/resend`, {}, once())).status).toBe(409);
    expect(await mailsOf(t)).toEqual([]);
  });

  it('is voided, which frees the member for another one', async () => {
    const { pool, code, customer } = await given();
    expect((await kim.post(`${base}/presale_codes/${code.id}/void`, { reason: 'Leaked' })).status).toBe(204);
    expect((await kim.post(`${base}/presale_codes/${code.id}/void`, { reason: 'Leaked' })).status).toBe(409);
    await t.db.getRepository('presale_pools').update(pool.id, { mode: 'everyone' });
    expect(await runJob(t, 'presale_codes.give')).toBe(1);
    expect(await world.stored(pool)).toMatchObject([
      { code: 'SECRET-1', voidReason: 'Leaked' },
      { code: 'SPARE', customerId: customer.id },
    ]);
  });

  it('is replaced, also after the pool has closed, and the new one is mailed', async () => {
    const { pool, code, customer } = await given();
    await t.db.getRepository('presale_pools').update(pool.id, { closesAt: daysFrom(t.clock.now(), -0.5) });
    const key = once();
    const replaced = await kim.post(
      `${base}/presale_codes/${code.id}/replace`,
      { reason: 'Did not work' },
      key,
    );
    expect(replaced.status).toBe(200);
    expect(
      (await kim.post(`${base}/presale_codes/${code.id}/replace`, { reason: 'Did not work' }, key)).body,
    ).toEqual(replaced.body);
    expect(await world.stored(pool)).toMatchObject([
      { code: 'SECRET-1', voidReason: 'Did not work' },
      { code: 'SPARE', customerId: customer.id, assignedBy: 'staff' },
    ]);
    expect(await mailsOf(t)).toMatchObject([{ presale: { rows: [{ value: 'SPARE' }] } }]);
  });

  it('stays if there is no other one', async () => {
    const { pool, code } = await given([]);
    const refused = await kim.post(
      `${base}/presale_codes/${code.id}/replace`,
      { reason: 'Did not work' },
      once(),
    );
    expect(refused).toMatchObject({ status: 409, body: { detail: /no free code left/ } });
    expect(await world.stored(pool)).toMatchObject([{ voidedAt: null }]);
  });

  it('is replaced before the presale opens, and mailed only then', async () => {
    const opensAt = daysFrom(t.clock.now(), 1);
    const { pool, code, customer } = await given(['SPARE'], { opensAt });
    expect((await act(code, 'replace')).status).toBe(200);
    const [, spare] = await world.stored(pool);
    expect(spare).toMatchObject({ code: 'SPARE', customerId: customer.id, mailedAt: null });
    expect((await act(spare, 'resend')).status).toBe(409);
    expect((await world.shown(await loggedIn(t, customer))).codes).toEqual(['CLUB']);
    expect(await mailsOf(t)).toEqual([]);

    t.clock.set(opensAt);
    kim = await staffOf(t, 'manager');
    expect((await world.shown(await loggedIn(t, customer))).codes).toEqual(['CLUB', 'SPARE']);
    expect((await act(spare, 'resend')).status).toBe(200);
    expect(await mailsOf(t)).toMatchObject([{ presale: { rows: [{ value: 'SPARE' }] } }]);
  });

  it('is not mailed any more if it is voided while its mail waits', async () => {
    const { pool, code } = await given();
    await act(code, 'resend');
    await act(code, 'replace');
    const [voided, spare] = await world.stored(pool);
    expect([voided.code, voided.voidedAt === null, spare.code]).toEqual(['SECRET-1', false, 'SPARE']);
    const mails = await t.db.getRepository(Mail).find({ order: { id: 'ASC' } });
    const sent: number[] = [];
    for (const { id: mailId, fanclubId } of mails)
      sent.push(await runJob(t, 'send_mail', undefined, { fanclubId, mailId }));
    expect(sent).toEqual([0, 1]);
    // The first one is gone, the second one was sent.
    expect(await t.db.getRepository(Mail).find()).toMatchObject([{ id: mails[1].id, contentSealed: null }]);
  });

  it('is mailed as a former version queued it, without saying which code it is', async () => {
    const presale = { pool: 'Spring tour', rows: [{ label: 'Code', value: 'SECRET-1' }] };
    await queueMails(t, [{ kind: 'presale_code', presale }]);
    const [{ id: mailId, fanclubId }] = await t.db.getRepository(Mail).find();
    expect(await runJob(t, 'send_mail', undefined, { fanclubId, mailId })).toBe(1);
  });
});

it('voids the codes that nobody has', async () => {
  const { pool } = await given(['A', 'B']);
  expect((await kim.post(`${base}/pools/${pool.id}/void_unassigned`, { reason: 'Cancelled' })).body).toEqual({
    voided: 2,
  });
  expect((await world.stored(pool)).map(({ voidReason }) => voidReason)).toEqual([
    null,
    'Cancelled',
    'Cancelled',
  ]);
});
