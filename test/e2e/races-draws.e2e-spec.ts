import { setTimeout as sleep } from 'node:timers/promises';
import { ContestDraw } from '#domains/contests/contest-draw.entity';
import { ContestEntry, Contest } from '#domains/contests/contest.entity';
import { daysFrom } from '#samples';
import type { Answer, Api } from '../support/api';
import { untilWaiting } from '../support/lock-waits';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { CROWD, expectOnly, race, twoServers } from '../support/races';
import { runJob } from '../support/run-job';
import { StaffClient, type StaffAnswer } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();
const { crowd, origin } = twoServers(t);

/** Milliseconds from the first entry to the end of the contest. */
const SPREAD = 500;

/** A manager at the second server. */
async function manager(): Promise<StaffClient> {
  const person = await t.given.staff();
  await t.given.staffRole({ staffId: person.id, role: 'manager' });
  return new StaffClient({ origin: origin(1), clock: t.clock, config: t.config }).logIn(person);
}

async function people(count: number): Promise<Api[]> {
  const all: Api[] = [];
  for (let n = 0; n < count; n += 1) all.push(await loggedIn(t, await t.given.customer()));
  return all;
}

const drawOf = ({ id }: Contest): Promise<ContestDraw> =>
  t.db.getRepository(ContestDraw).findOneByOrFail({ contestId: id });
const entriesOf = async ({ id }: Contest): Promise<number[]> =>
  (await t.db.getRepository(ContestEntry).findBy({ contestId: id })).map((entry) => Number(entry.id));
const pathOf = ({ fanclubId, id }: Contest, action: string): string =>
  `/fanclubs/${fanclubId}/contests/${id}/${action}`;

/** Closes as soon as the contest has ended. */
async function closed(staff: StaffClient, contest: Contest): Promise<StaffAnswer> {
  for (;;) {
    const answer = await staff.post(pathOf(contest, 'close'));
    if (answer.status !== 409) return answer;
    await sleep(1);
  }
}

describe(`${CROWD} entries while staff close the contest, over two servers`, () => {
  race('are in the frozen list if they were accepted, and refused otherwise', async () => {
    const entrants = await people(CROWD);
    const kim = await manager();
    const contest = await t.given.contest({ endsAt: new Date(Date.now() + SPREAD / 2) });
    await t.given.contestDraw({ contest });
    const closing = closed(kim, contest);
    const answers: Answer[] = await crowd(async (at, n) => {
      await sleep((SPREAD / CROWD) * n);
      return entrants[n].at(at).post(`/contests/${contest.id}/enter`);
    });
    expect((await closing).status).toBe(200);
    const accepted = answers.filter(({ body }) => body?.status === 'ok');
    expectOnly(
      answers.filter((answer) => !accepted.includes(answer)),
      'Contest has ended',
    );
    const { entries } = await drawOf(contest);
    expect(entries!.map(Number).sort()).toEqual((await entriesOf(contest)).sort());
    expect(entries).toHaveLength(accepted.length);
  });

  it('wait for the closing, and are then refused although they began before the end', async () => {
    const [ada] = await people(1);
    const contest = await t.given.contest({ endsAt: new Date(Date.now() + 60_000) });
    const closing = t.db.createQueryRunner();
    await closing.startTransaction();
    await closing.query('SELECT FROM contests WHERE id = $1 FOR UPDATE', [contest.id]);
    const entering = ada.at(origin(0)).post(`/contests/${contest.id}/enter`);
    await untilWaiting(t, 1);
    const end = new Date(Date.now() - 1_000);
    await closing.query(
      'UPDATE contests SET starts_at = $2, ends_at = $2, entries_closed_at = now() WHERE id = $1',
      [contest.id, end],
    );
    await closing.commitTransaction();
    await closing.release();
    expectOnly([await entering], 'Contest has ended');
    expect(await entriesOf(contest)).toEqual([]);
  });

  it('that are under way are waited for, and are in the list', async () => {
    const kim = await manager();
    const contest = await t.given.contest({ when: 'ended' });
    await t.given.contestDraw({ contest });
    const { id: customer } = await t.given.customer();
    const entering = t.db.createQueryRunner();
    await entering.startTransaction();
    await entering.query(
      'INSERT INTO contest_entries (fanclub_id, contest_id, customer_id, entered_at) VALUES ($1, $2, $3, $4)',
      [contest.fanclubId, contest.id, customer, daysFrom(new Date(), -15)],
    );
    const closing = kim.post(pathOf(contest, 'close'));
    await untilWaiting(t, 1);
    await entering.commitTransaction();
    await entering.release();
    expect(await closing).toMatchObject({ status: 200, body: { entries: 1 } });
    expect((await drawOf(contest)).entries!.map(Number)).toEqual(await entriesOf(contest));
  });
});

describe('winners, over two servers', () => {
  race('are drawn once, and written to once, if staff draw twice at a time', async () => {
    const kim = await manager();
    const contest = await t.given.contest({ when: 'ended', entriesClosedAt: new Date() });
    const entries: number[] = [];
    for (let n = 0; n < 4; n += 1) entries.push((await t.given.entry({ contest })).id);
    await t.given.contestDraw({ contest, entries });
    const before = (await mailsOf(t)).length;
    const body = { prizes: [{ name: 'Ticket', winners: 2 }] };
    const answers = await Promise.all([1, 2, 3].map(() => kim.post(pathOf(contest, 'draw'), body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await mailsOf(t)).toHaveLength(before + 2);
    // Jobs of several workers at a time forfeit each prize once.
    await t.db.query(
      `UPDATE contest_winners SET confirm_by = now() - interval '1 hour' WHERE contest_id = $1`,
      [contest.id],
    );
    const forfeited = await Promise.all([1, 2, 3].map(() => runJob(t, 'contests.settle')));
    expect(forfeited.reduce((sum, count) => sum + count)).toBe(2);
    expect(await mailsOf(t)).toHaveLength(before + 4);
  });
});
