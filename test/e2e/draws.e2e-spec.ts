import { type DrawFile, VERIFY_SCRIPT, verifyDraw } from '#libs/draw';
import { webcrypto } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { type Contest, ContestEntry } from '#domains/contests/contest.entity';
import { Sql } from '../../src/platform/database';
import { deleteEntriesOf } from '../../src/domains/contests';
import { ContestDraw } from '#domains/contests/contest-draw.entity';
import type { Customer } from '#domains/accounts/customer.entity';
import { daysFrom } from '#samples';
import { loggedIn, sessionCookie } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages, type VisitedPage } from '../support/pages';
import { runJob } from '../support/run-job';
import { type StaffAnswer, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const HOUR = 3_600;

/** A published contest that has ended, with entries of as many people. */
async function ended(people: number): Promise<{ contest: Contest; customers: Customer[] }> {
  const contest = await t.given.contest({ when: 'ended', name: 'Meet & Greet' });
  const customers: Customer[] = [];
  for (let n = 0; n < people; n += 1) {
    customers.push(await t.given.customer({ email: `fan${n}@x.example`, firstName: `Fan${n}` }));
    await t.given.entry({ contest, customer: customers[n], enteredAt: daysFrom(t.clock.now(), -15) });
  }
  expect(await runJob(t, 'contests.commit')).toBe(1);
  return { contest, customers };
}

const staffPath = ({ fanclubId, id }: Contest, rest: string): string =>
  `/fanclubs/${fanclubId}/contests/${id}/${rest}`;
const pagePath = ({ fanclubId, id }: Contest): string => `/fanclubs/${fanclubId}/contests/${id}/draw`;

async function open(contest: Contest): Promise<VisitedPage> {
  return new Pages(t.origin).open(pagePath(contest));
}

async function fileOf(contest: Contest): Promise<DrawFile> {
  return (await (await fetch(`${t.origin}${pagePath(contest)}/file`)).json()) as DrawFile;
}

/** A contest that was closed and drawn, by a manager. */
async function drawn(
  people: number,
  body: object = { prizes: [{ name: 'Two tickets', winners: 1 }] },
): Promise<{ contest: Contest; kim: Awaited<ReturnType<typeof staffOf>>; drawing: StaffAnswer }> {
  const { contest } = await ended(people);
  const kim = await staffOf(t, 'manager');
  expect((await kim.post(staffPath(contest, 'close'))).status).toBe(200);
  const drawing = await kim.post(staffPath(contest, 'draw'), body);
  expect(drawing.status).toBe(200);
  return { contest, kim, drawing };
}

const asked = async (): Promise<{ to: string; link: string }[]> =>
  (await mailsOf(t)).filter(({ kind }) => kind === 'contest_selected').map(({ to, link }) => ({ to, link }));

/** What the newest mail links to, in the browser of its reader. */
const newest = async (): Promise<VisitedPage> => new Pages(t.origin).open((await asked()).at(-1)!.link);

const states = async (): Promise<string[]> =>
  (
    await t.db.query<{ state: string; cause: string | null }[]>(
      'SELECT state, cause FROM contest_winners ORDER BY contest_id, rank',
    )
  ).map(({ state, cause }) => [state, cause].filter(Boolean).join(' '));

it('goes from the commitment to a file that anybody can verify', async () => {
  const { contest, customers } = await ended(4);
  const before = await open(contest);
  const { commitment, seedSealed } = await t.db.getRepository(ContestDraw).findOneByOrFail({});
  expect([before.status, before.heading]).toEqual([200, 'Draw: Meet & Greet']);
  expect(before.text).toContain(commitment);
  expect(before.text).toContain('The contest has ended.');
  expect((await fetch(`${t.origin}${pagePath(contest)}/file`)).status).toBe(404);

  const kim = await staffOf(t, 'manager');
  expect((await kim.post(staffPath(contest, 'draw'), { prizes: [{ name: 'x', winners: 1 }] })).status).toBe(
    409,
  );
  const closed = await kim.post(staffPath(contest, 'close'));
  expect(closed).toMatchObject({
    status: 200,
    body: { step: 'closed', entries: 4, left_out: 0, commitment },
  });
  expect((await open(contest)).text).toContain((closed.body as { list_hash: string }).list_hash);

  const many = [600, 401].map((winners) => ({ name: 'Poster', winners }));
  expect(await kim.post(staffPath(contest, 'draw'), { prizes: many })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/prizes', detail: 'must not have more than 1000 winners in all' }] },
  });
  const body = {
    prizes: [
      { name: 'Meet & Greet', winners: 1 },
      { name: 'Poster', winners: 2 },
    ],
    beacon: ' Lotto 22 Nov: 4 8 15 ',
  };
  const drawing = await kim.post(staffPath(contest, 'draw'), body);
  expect(drawing).toMatchObject({
    status: 200,
    body: { step: 'drawn', beacon: 'Lotto 22 Nov: 4 8 15', confirm_hours: 72, alternates: 1 },
  });
  expect((await kim.post(staffPath(contest, 'draw'), body)).status).toBe(409);

  const file = await fileOf(contest);
  expect(verifyDraw(file)).toEqual([]);
  expect(file).toMatchObject({ contest: contest.id, commitment, list_hash: closed.body.list_hash });
  const inConsole = runInNewContext(`${VERIFY_SCRIPT}; verifyDraw(JSON.parse(text))`, {
    ...{ crypto: webcrypto, TextEncoder, text: JSON.stringify(file) },
  }) as Promise<boolean>;
  expect(await inConsole).toBe(true);
  const page = await open(contest);
  expect(page.text).toContain('Lotto 22 Nov: 4 8 15');
  expect(page.text).toContain(`1 ${file.ranking[0]} was asked`);
  for (const { email, firstName } of customers) {
    expect(page.html).not.toContain(String(email));
    expect(page.html).not.toContain(String(firstName));
    expect(JSON.stringify(file)).not.toContain(String(firstName));
  }
  expect(await asked()).toHaveLength(3);
  expect(JSON.stringify(drawing.body)).not.toContain(file.seed);
  expect(seedSealed).not.toContain(file.seed);
});

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
  const shown = { entries: 1, left_out: 3 };
  expect((await kim.get(staffPath(contest, 'draw'))).body).toMatchObject({
    step: 'entries',
    ended: true,
    ...shown,
  });
  expect((await kim.post(staffPath(contest, 'close'))).body).toMatchObject(shown);
  expect((await kim.post(staffPath(contest, 'close'))).status).toBe(409);
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

it('keeps the file as it was when people are erased and merged, and asks nobody who is gone', async () => {
  const { contest } = await drawn(4);
  const text = async (): Promise<string> => (await fetch(`${t.origin}${pagePath(contest)}/file`)).text();
  const before = await text();
  const { ranking } = JSON.parse(before) as DrawFile;
  const entries = t.db.getRepository(ContestEntry);
  const [first, second, third] = await Promise.all(
    ranking.slice(0, 3).map((id) => entries.findOneByOrFail({ id })),
  );
  // The winner and the next alternate are erased: one with the customer, one as an empty shell.
  await t.app.get(Sql).transaction((tx) => deleteEntriesOf(tx, contest.fanclubId, [first.customerId]));
  await t.db.query(
    'UPDATE customers SET email = NULL, first_name = NULL, registered = false, confirmed_at = NULL WHERE id = $1',
    [second.customerId],
  );
  // The third person is merged into another, who gets the entry.
  const other = await t.given.customer({ email: 'merged@x.example' });
  await entries.update(third.id, { customerId: other.id });
  expect(await runJob(t, 'contests.settle')).toBe(1);
  expect(await states()).toEqual(['forfeited ineligible', 'forfeited ineligible', 'selected']);
  expect((await asked()).at(-1)!.to).toBe('merged@x.example');
  expect(await text()).toBe(before);
  expect(verifyDraw(JSON.parse(before))).toEqual([]);
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
  for (const action of ['winners/export', 'draw', 'winners/1/forfeit']) {
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
      errors: [
        { pointer: '#/ends_at', detail: 'must not be before an entry, because the draw is committed' },
      ],
    },
  });
  expect((await move(-14)).status).toBe(200);
});

it('publishes a file that verifiers refuse if the database was altered', async () => {
  const { contest } = await drawn(3);
  await t.db.query(
    'UPDATE contest_draws SET entries = entries[2:], ranking = array_remove(ranking, entries[1])',
  );
  expect(verifyDraw(await fileOf(contest))).toContain('The entries are not those of the published hash.');
});
