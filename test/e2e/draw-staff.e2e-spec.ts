import { type Contest } from '#domains/contests/contest.entity';
import { ContestDraw } from '#domains/contests/contest-draw.entity';
import type { Customer } from '#domains/accounts/customer.entity';
import { daysFrom } from '#samples';
import { drawsOf, pagePath, staffPath } from '../support/draws';
import { sessionCookie } from '../support/logged-in';
import { Pages } from '../support/pages';
import { runJob } from '../support/run-job';
import { type StaffAnswer, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
const { ended, drawn, open } = drawsOf(t);

const HOUR = 3_600;

it('leaves out the excluded, the blacklisted, and entries after the end, and says so to their people', async () => {
  const { contest, customers } = await ended(4);
  const kim = await staffOf(t, 'manager');
  const [first, second, third] = await t.db.query<{ id: number }[]>(
    'SELECT id FROM contest_entries ORDER BY id',
  );
  const exclusion = { entry_id: first.id, reason: 'Works for the venue' };
  await kim.post(staffPath(contest, 'exclusions'), exclusion);
  await t.db.query('UPDATE customers SET blacklisted = true WHERE id = $1', [customers[1].id]);
  await t.db.query('UPDATE contest_entries SET entered_at = $1 WHERE id = $2', [t.clock.now(), third.id]);
  const leftOut = (reason: string | null) => [
    { cause: 'staff', reason, count: 1 },
    { cause: 'blacklisted', reason: null, count: 1 },
    { cause: 'late', reason: null, count: 1 },
  ];
  const shown = { entries: 1, left_out: 3, left_out_by: leftOut('Works for the venue') };
  expect((await kim.get(staffPath(contest, 'draw'))).body).toMatchObject({
    step: 'entries',
    ended: true,
    ...shown,
  });
  expect((await kim.post(staffPath(contest, 'close'))).body).toMatchObject(shown);
  expect((await kim.post(staffPath(contest, 'close'))).status).toBe(409);
  // The causes are those of the closing, whatever changes afterwards. Who sees entries masked sees no reason.
  await t.db.query('UPDATE customers SET blacklisted = false');
  const viewer = await staffOf(t, 'viewer');
  expect((await viewer.get(staffPath(contest, 'draw'))).body.left_out_by).toEqual(leftOut(null));
  const csv = await kim.download(staffPath(contest, 'entries/export'));
  expect(csv.trim().split(/\r?\n/)).toEqual([
    'entry,in_list,cause,reason,excluded_by,excluded_at',
    expect.stringMatching(`^${first.id},no,staff,Works for the venue,[^,]+,2026-`),
    `${second.id},no,blacklisted,,,`,
    `${third.id},no,late,,,`,
    expect.stringMatching(/^\d+,yes,,,,$/),
  ]);
  expect(
    (await kim.post(staffPath(contest, 'exclusions'), { ...exclusion, entry_id: second.id })).status,
  ).toBe(409);
  expect((await kim.delete(staffPath(contest, `exclusions/${first.id}`))).status).toBe(409);
  const ownPage = async (customer: Customer): Promise<string> => {
    const pages = new Pages(t.origin);
    pages.http.cookies.set(...sessionCookie(t, contest.fanclubId, await t.given.session({ customer })));
    return (await pages.open(pagePath(contest))).text;
  };
  expect(await ownPage(customers[0])).toContain(
    `Your entry has the number ${first.id}. It is not in the list.`,
  );
  expect(await ownPage(customers[3])).toMatch(/Your entry has the number \d+\. /);
  expect(await ownPage(await t.given.customer())).toContain('You have no entry in this contest.');
  expect((await open(contest)).text).toContain('Log in to see the number of your entry here.');
});

it('exports the winners with the names and birthdates of their entries, with a recent proof', async () => {
  const { contest, kim } = await drawn(3);
  await t.db.query(
    `UPDATE contest_entries SET first_name = 'Ada', last_name = 'Byron', birthdate = '1990-12-10'`,
  );
  await t.db.query(`UPDATE customers SET first_name = 'Later', last_name = 'Changed'`);
  const csv = await kim.download(staffPath(contest, 'winners/export'));
  expect(csv).toContain('Ada,Byron,1990-12-10,Two tickets,selected');
  expect(csv).not.toContain('Later');
  t.clock.advance(HOUR / 2);
  for (const action of ['winners/export', 'entries/export', 'draw', 'winners/1/forfeit']) {
    expect((await kim.post(staffPath(contest, action), { prizes: [{ name: 'x', winners: 1 }] })).status).toBe(
      401,
    );
  }
  const actions = await t.db.query<{ action: string }[]>('SELECT action FROM staff_audits ORDER BY id');
  expect(actions.map(({ action }) => action)).toEqual([
    'contest.closed',
    'contest.drawn',
    'winners.exported',
  ]);
});

it('refuses to close what runs, was drawn elsewhere or has no commitment, and to draw what nobody entered', async () => {
  const kim = await staffOf(t, 'manager');
  const refusal = async (contest: Contest, action: string, body: object = {}): Promise<unknown> => {
    const { status, body: problem } = await kim.post(staffPath(contest, action), body);
    expect(status).toBe(409);
    return (problem as { detail: string }).detail;
  };
  const running = await t.given.contest();
  await runJob(t, 'contests.commit');
  expect(await refusal(running, 'close')).toContain('has not ended');
  const elsewhere = await t.given.contest({ when: 'ended' });
  await t.given.entry({ contest: elsewhere, selected: true });
  expect(await runJob(t, 'contests.commit')).toBe(0);
  expect((await open(elsewhere)).status).toBe(404);
  expect(await refusal(elsewhere, 'close')).toContain('drawn elsewhere');
  const uncommitted = await t.given.contest({ when: 'ended' });
  expect(await refusal(uncommitted, 'close')).toContain('no commitment');
  const hidden = await t.given.contest({ when: 'ended', published: false });
  await t.given.contestDraw({ contest: hidden });
  expect(await refusal(hidden, 'close')).toContain('not published');
  await t.db.query('DELETE FROM contest_draws WHERE contest_id = $1', [hidden.id]);
  const past = { when: 'ended', published: false, entriesClosedAt: t.clock.now() } as const;
  const withdrawn = await t.given.contest(past);
  await t.given.contestDraw({
    contest: withdrawn,
    entries: [(await t.given.entry({ contest: withdrawn })).id],
  });
  expect(await refusal(withdrawn, 'draw', { prizes: [{ name: 'x', winners: 1 }] })).toContain(
    'not published',
  );
  await t.db.query('UPDATE contests SET published = false WHERE id = $1', [uncommitted.id]);
  const { contest } = await ended(0);
  await kim.post(staffPath(contest, 'close'));
  expect(await refusal(contest, 'draw', { prizes: [{ name: 'x', winners: 1 }] })).toContain(
    'Nobody takes part',
  );
});

it('commits when staff publish a contest, and shows nothing of one that is withdrawn', async () => {
  const { id: fanclubId } = await t.given.fanclub();
  const kim = await staffOf(t, 'manager');
  const made = await kim.post(`/fanclubs/${fanclubId}/contests`, {
    name: 'Soundcheck',
    starts_at: '2026-06-20T00:00:00Z',
    ends_at: '2026-07-01T00:00:00Z',
    published: false,
  });
  const contest = { fanclubId, id: (made.body as { id: number }).id } as Contest;
  const to = `/fanclubs/${fanclubId}/contests/${contest.id}`;
  expect((await open(contest)).status).toBe(404);
  const published = await kim.patch(to, { published: true }, String(made.headers.etag));
  const { commitment } = await t.db.getRepository(ContestDraw).findOneByOrFail({ contestId: contest.id });
  expect((await open(contest)).text).toContain(commitment);
  const hidden = await kim.patch(to, { published: false }, String(published.headers.etag));
  expect((await open(contest)).status).toBe(404);
  await kim.patch(to, { published: true }, String(hidden.headers.etag));
  expect((await open(contest)).text).toContain(commitment);
});

it('keeps the end and the results of a closed contest, whatever staff or a file change', async () => {
  const { contest, kim } = await drawn(1);
  const to = `/fanclubs/${contest.fanclubId}/contests/${contest.id}`;
  const { headers } = await kim.get(to);
  expect(await kim.patch(to, { ends_at: '2026-12-01T00:00:00Z' }, String(headers.etag))).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/ends_at', detail: 'cannot change, because the contest is closed' }] },
  });
  expect((await kim.patch(to, { details: 'Bring your ticket.' }, String(headers.etag))).status).toBe(200);
});

it('refuses an earlier end that would drop entries of a committed contest, and takes one after them', async () => {
  const { contest } = await ended(1);
  const kim = await staffOf(t, 'manager');
  const to = `/fanclubs/${contest.fanclubId}/contests/${contest.id}`;
  const { headers } = await kim.get(to);
  const move = (days: number): Promise<StaffAnswer> =>
    kim.patch(to, { ends_at: daysFrom(t.clock.now(), days).toISOString() }, String(headers.etag));
  expect(await move(-16)).toMatchObject({
    status: 422,
    body: {
      errors: [{ pointer: '#/ends_at', detail: 'must not be before somebody has entered' }],
    },
  });
  expect((await move(-14)).status).toBe(200);
});
