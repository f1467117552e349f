import { Pages } from '../support/pages';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({ DATABASE_LOCK_TIMEOUT_MS: '300' });

describe('a page whose rows somebody holds for too long', () => {
  it('asks to try again, with status 503, and changes nothing', async () => {
    const { fanclubId } = await t.given.customer({ email: 'ada@x.example' });
    const form = await new Pages(t.origin).open(`/fanclubs/${fanclubId}/password-reset`);
    const holder = t.db.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
      const page = await form.submit({ email: 'ada@x.example' });
      expect([page.status, page.heading]).toEqual([503, 'Please try again']);
      expect(page.text).toContain('Very many people are here right now.');
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    const [{ count }] = await t.db.query<{ count: number }[]>('SELECT count(*) FROM one_time_tokens');
    expect(count).toBe(0);
  });
});

it('staff are asked to try again if somebody else holds a plan for too long, and nothing changes', async () => {
  const kim = await staffOf(t);
  const { id, fanclubId } = await t.given.plan();
  const at = `/fanclubs/${fanclubId}/plans/${id}`;
  const { headers, body } = await kim.get(at);
  await t.db.transaction(async (tx) => {
    await tx.query('SELECT FROM plans WHERE id = $1 FOR UPDATE', [id]);
    const refused = await kim.patch(at, { name: 'Platinum' }, String(headers.etag));
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { detail: 'Somebody else is changing the same. Nothing was changed. Please try again.' },
    });
  });
  expect((await kim.get(at)).body).toEqual(body);
  expect((await kim.patch(at, { name: 'Platinum' }, String(headers.etag))).status).toBe(200);
});
