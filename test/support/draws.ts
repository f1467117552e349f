import type { DrawFile } from '#libs/draw';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Contest } from '#domains/contests/contest.entity';
import { daysFrom } from '#samples';
import { mailsOf } from './mails-of';
import { Pages, type VisitedPage } from './pages';
import { runJob } from './run-job';
import { type StaffAnswer, staffOf } from './staff-client';
import type { TestApp } from './start-test-app';

export const staffPath = ({ fanclubId, id }: Contest, rest: string): string =>
  `/fanclubs/${fanclubId}/contests/${id}/${rest}`;
export const pagePath = ({ fanclubId, id }: Contest): string => `/fanclubs/${fanclubId}/contests/${id}/draw`;

/** Contests and their draws, on a server of a suite. */
export function drawsOf(t: TestApp) {
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

  const open = (contest: Contest): Promise<VisitedPage> => new Pages(t.origin).open(pagePath(contest));

  const fileOf = async (contest: Contest): Promise<DrawFile> =>
    (await (await fetch(`${t.origin}${pagePath(contest)}/file`)).json()) as DrawFile;

  /** The mails to winners, the oldest first. */
  const asked = async (): Promise<{ to: string; link: string }[]> =>
    (await mailsOf(t))
      .filter(({ kind }) => kind === 'contest_selected')
      .map(({ to, link }) => ({ to, link }));

  /** What the newest mail links to, in the browser of its reader. */
  const newest = async (): Promise<VisitedPage> => new Pages(t.origin).open((await asked()).at(-1)!.link);

  /** The states of the places by rank, with their causes. */
  const states = async (): Promise<string[]> =>
    (
      await t.db.query<{ state: string; cause: string | null }[]>(
        'SELECT state, cause FROM contest_winners ORDER BY contest_id, rank',
      )
    ).map(({ state, cause }) => [state, cause].filter(Boolean).join(' '));

  return { ended, drawn, open, fileOf, asked, newest, states };
}
