import { daysFrom } from '#samples';
import { mailsOf } from '../support/mails-of';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { waitingParcel } from '../support/waiting-parcel';

// Simultaneous requests wait for each other, on a loaded machine for long.
const t = testApp({ DATABASE_LOCK_TIMEOUT_MS: '20000' });

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

const waiting = (lacks?: { address?: boolean; option?: boolean }) => waitingParcel(t, lacks);

describe('issues', () => {
  it('are asked for once a week, also by simultaneous requests', async () => {
    const lee = await staffOf(t, 'manager');
    const { customer } = await waiting({ address: false });
    await waiting({ option: false });
    const ask = async (issue: string): Promise<number> =>
      ((await lee.post(await path('issues/mails'), { issue })).body as { mails: number }).mails;
    const counts = async (): Promise<unknown> => (await lee.get(await path('issues'))).body;
    expect(await counts()).toEqual({
      address: { members: 1, can_be_asked: 1 },
      option: { members: 1, can_be_asked: 1 },
    });
    const mails = await Promise.all([1, 2, 3].map(() => ask('address')));
    expect(mails.sort()).toEqual([0, 0, 1]);
    expect(await counts()).toMatchObject({ address: { members: 1, can_be_asked: 0 } });
    expect(await ask('option')).toBe(1);
    expect(await mailsOf(t)).toMatchObject([
      { kind: 'parcel_needs_address', to: customer.email, link: expect.stringMatching(/^https:/) },
      { kind: 'parcel_needs_option' },
    ]);
    t.clock.set(daysFrom(t.clock.now(), 7).toISOString());
    await t.db.query(
      `UPDATE staff_sessions SET last_seen_at = '2026-06-22T12:00:00Z', expires_at = '2026-06-23Z'`,
    );
    expect(await ask('address')).toBe(1);
    expect((await lee.post(await path('issues/mails'), { issue: 'x' })).status).toBe(422);
  });

  it('of eight simultaneous requests one asks a member, the first time and again', async () => {
    const lee = await staffOf(t, 'manager');
    const url = await path('issues/mails');
    const ask = async (): Promise<unknown[]> => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => lee.post(url, { issue: 'address' })));
      return answers.map(({ status, body }) => [status, body.mails]).sort();
    };
    const none = Array.from({ length: 7 }, () => [200, 0]);
    for (let round = 0; round < 5; round += 1) {
      await waiting({ address: false });
      expect(await ask()).toEqual([...none, [200, 1]]);
    }
    await t.db.query(`UPDATE issue_mails SET sent_at = sent_at - interval '7 days'`);
    expect(await ask()).toEqual([...none, [200, 5]]);
  });

  it('count as askable only what a mail would ask for', async () => {
    const lee = await staffOf(t, 'manager');
    const { customer } = await waiting({ address: false });
    await t.db.query('UPDATE customers SET invalid_email = true WHERE id = $1', [customer.id]);
    await waiting();
    await lee.post(await path('parcels/batches'));
    await t.db.query('DELETE FROM item_selections');
    expect((await lee.get(await path('issues'))).body).toEqual({
      address: { members: 1, can_be_asked: 0 },
      option: { members: 1, can_be_asked: 0 },
    });
    for (const issue of ['address', 'option']) {
      expect((await lee.post(await path('issues/mails'), { issue })).body).toEqual({ mails: 0 });
    }
  });
});
