import { verifyDraw } from '#libs/draw';
import type { Customer } from '#domains/accounts/customer.entity';
import { FanclubKey } from '#platform/tenants/fanclub.entity';
import { daysFrom } from '#samples';
import { Sql } from '../../src/platform/database';
import { Mail } from '../../src/platform/mail';
import { releaseFanclub } from '../../src/platform/tenants';
import { drawsOf, staffPath } from '../support/draws';
import { loggedIn } from '../support/logged-in';
import { Pages } from '../support/pages';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
const { drawn, open, fileOf, asked, newest, states } = drawsOf(t);

const HOUR = 3_600;

it('shows who was drawn in the API, and lets them take the prize by the link of their mail, once', async () => {
  const { contest } = await drawn(2);
  const [{ to }] = await asked();
  const customer = await t.db.getRepository<Customer>('Customer').findOneByOrFail({ email: to });
  const api = await loggedIn(t, customer);
  const shown = async (): Promise<unknown> => (await api.get(`/contests/${contest.id}`)).body.contest;
  expect(await shown()).toMatchObject({ selected: true, won: false, forfeited: false, status: 'entered' });

  const page = await newest();
  expect([page.status, page.heading, page.buttons]).toEqual([
    200,
    'You were drawn',
    ['Take the prize', 'Decline it'],
  ]);
  expect(page.text).toContain('Your prize: Two tickets.');
  expect(await states()).toEqual(['selected']);
  const done = await (await page.press('Take the prize')).follow();
  expect([done.heading, done.buttons]).toEqual(['The prize is yours', []]);
  expect(await states()).toEqual(['confirmed']);
  expect(await shown()).toMatchObject({ selected: true, won: true, forfeited: false });
  // A form that was open in another window.
  expect((await (await page.press('Decline it')).follow()).heading).toBe('The prize is yours');
  expect(await asked()).toHaveLength(1);
});

it('walks through all alternates as winners decline, are late, lose the prize, or were erased', async () => {
  const { contest } = await drawn(5);
  const declined = await (await (await newest()).press('Decline it')).follow();
  expect(declined.text).toContain('You have declined this prize.');
  expect(await states()).toEqual(['forfeited declined', 'selected']);

  const late = await newest();
  t.clock.advance(72 * HOUR + 1);
  expect((await (await late.press('Take the prize')).follow()).text).toContain('The time to answer was over');
  expect(await runJob(t, 'contests.settle')).toBe(1);
  expect(await runJob(t, 'contests.settle')).toBe(0);
  expect(await states()).toEqual(['forfeited declined', 'forfeited late', 'selected']);

  // The next alternate is blacklisted, so the one after it is asked.
  const { ranking } = await fileOf(contest);
  await t.db.query(
    'UPDATE customers SET blacklisted = true WHERE id = (SELECT customer_id FROM contest_entries WHERE id = $1)',
    [ranking[3]],
  );
  await (await newest()).press('Take the prize');
  // Her former session is over.
  const kim = await staffOf(t, 'manager');
  const { data } = (await kim.get(staffPath(contest, 'winners?state=confirmed'))).body as {
    data: { id: number; rank: number }[];
  };
  expect(data).toMatchObject([{ rank: 3, state: 'confirmed' }]);
  const forfeit = staffPath(contest, `winners/${data[0].id}/forfeit`);
  expect((await kim.post(forfeit, { reason: ' ' })).status).toBe(422);
  expect((await kim.post(forfeit, { reason: 'Sold the tickets' })).status).toBe(204);
  expect((await kim.post(forfeit, { reason: 'Sold the tickets' })).status).toBe(409);
  expect((await open(contest)).text).toContain(`3 ${ranking[2]} taken away by the fan club`);
  const [audit] = await t.db.query<object[]>(
    `SELECT customer_id IS NOT NULL AS of_customer, before FROM staff_audits WHERE action = 'winner.forfeited'`,
  );
  expect(audit).toEqual({ of_customer: true, before: { state: 'confirmed' } });
  expect(await states()).toEqual([
    'forfeited declined',
    'forfeited late',
    'forfeited staff',
    'forfeited ineligible',
    'selected',
  ]);
  await (await newest()).press('Decline it');
  expect(await states()).toHaveLength(5);
  expect((await kim.get(staffPath(contest, 'draw'))).body).toMatchObject({
    alternates: 0,
    prizes: [{ winners: 1, selected: 0, confirmed: 0, free: 1 }],
  });
  const mailed = await asked();
  expect(new Set(mailed.map(({ to }) => to)).size).toBe(mailed.length);
  expect(mailed).toHaveLength(4);
});

it('gives a free prize to the next alternate, and stops at the end that staff have set', async () => {
  const { contest } = await drawn(6, {
    prizes: [
      { name: 'Meet & Greet', winners: 1 },
      { name: 'Poster', winners: 2 },
    ],
    confirm_hours: 24,
    alternates_until: daysFrom(t.clock.now(), 2).toISOString(),
  });
  t.clock.advance(24 * HOUR + 1);
  expect(await runJob(t, 'contests.settle')).toBe(3);
  const prizes = await t.db.query<{ prize: number }[]>('SELECT prize FROM contest_winners ORDER BY rank');
  expect(prizes.map(({ prize }) => prize)).toEqual([0, 1, 1, 0, 1, 1]);
  t.clock.advance(25 * HOUR);
  expect(await runJob(t, 'contests.settle')).toBe(3);
  expect(await asked()).toHaveLength(6);
  expect(verifyDraw(await fileOf(contest))).toEqual([]);
});

it('shows what became of the mail of a winner, and sends it again to the present address with a link that works', async () => {
  const { contest, kim } = await drawn(1);
  const mail = async (): Promise<unknown> =>
    ((await kim.get(staffPath(contest, 'winners'))).body as { data: { mail: object }[] }).data[0].mail;
  const changed = async (sql: string): Promise<unknown> => {
    await t.db.query(sql);
    return mail();
  };
  expect(await mail()).toMatchObject({ queued_at: '2026-06-15T12:00:00Z', state: 'waiting' });
  expect(
    await changed(`UPDATE mails SET given_up_at = '2026-06-16T08:00:00Z', last_error = '550'`),
  ).toMatchObject({ state: 'given_up', at: '2026-06-16T08:00:00Z' });

  const lost = await asked();
  await t.db.query(`UPDATE customers SET email = 'new@x.example'`);
  expect((await newest()).heading).toBe('This link no longer works');
  const { data } = (await kim.get(staffPath(contest, 'winners'))).body as { data: { id: number }[] };
  const again = staffPath(contest, `winners/${data[0].id}/mail`);
  t.clock.advance(HOUR / 12);
  expect((await kim.post(again)).status).toBe(204);
  expect(await mail()).toMatchObject({ queued_at: '2026-06-15T12:05:00Z', state: 'waiting' });
  expect((await asked()).map(({ to }) => to)).toEqual([lost[0].to, 'new@x.example']);
  // The mail to the former address is not sent any more.
  await t.db.query('UPDATE mails SET given_up_at = NULL');
  const mails = await t.db.getRepository(Mail).find({ order: { id: 'ASC' } });
  await runJob(t, 'send_mail', undefined, { fanclubId: contest.fanclubId, mailId: mails[0].id });
  expect((await asked()).map(({ to }) => to)).toEqual(['new@x.example']);
  expect(await (await (await newest()).press('Take the prize')).follow()).toMatchObject({
    heading: 'The prize is yours',
  });

  expect(await kim.post(again)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('can still answer') },
  });
  expect((await kim.post(staffPath(contest, 'winners/999/mail'))).status).toBe(404);
  const audits = await t.db.query<object[]>(
    `SELECT after, customer_id IS NOT NULL AS of_customer FROM staff_audits WHERE action = 'winner.mailed'`,
  );
  expect(audits).toEqual([{ after: { contest: contest.id, rank: 1 }, of_customer: true }]);
  const sent = `UPDATE mails SET sent_at = '2026-06-17T08:00:00Z', content_sealed = NULL, given_up_at = NULL`;
  expect(await changed(sent)).toMatchObject({ state: 'sent', at: '2026-06-17T08:00:00Z' });
  expect(await changed('DELETE FROM mails')).toEqual({
    ...{ queued_at: '2026-06-15T12:05:00Z', state: null, at: null },
  });
});

it('gives winners the time back that a hold of the fan club has taken', async () => {
  const { contest } = await drawn(2, { prizes: [{ name: 'Poster', winners: 2 }] });
  const { key } = await t.db.getRepository(FanclubKey).findOneByOrFail({ fanclubId: contest.fanclubId });
  const [first] = await asked();
  // The database counts the hold by its own clock: it began four days ago.
  await t.db.query(`UPDATE fanclubs SET held_at = clock_timestamp() - interval '96 hours' WHERE id = $1`, [
    contest.fanclubId,
  ]);
  t.clock.advance(96 * HOUR);
  expect(await runJob(t, 'contests.settle')).toBe(0);
  const during = await new Pages(t.origin).open(first.link);
  expect(during.text).toContain('Please answer by June 22, 2026');
  expect(await releaseFanclub(t.app.get(Sql), key)).toMatchObject({ wasHeld: true });
  expect(await runJob(t, 'contests.settle')).toBe(0);
  t.clock.advance(71 * HOUR);
  const page = await new Pages(t.origin).open(first.link);
  expect(page.text).toContain('Please answer by June 22, 2026');
  expect((await (await page.press('Take the prize')).follow()).heading).toBe('The prize is yours');
  t.clock.advance(2 * HOUR);
  expect(await runJob(t, 'contests.settle')).toBe(1);
  expect((await states()).sort()).toEqual(['confirmed', 'forfeited late']);
});
