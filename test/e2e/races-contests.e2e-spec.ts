import { setTimeout as sleep } from 'node:timers/promises';
import type { Customer } from '#domains/accounts/customer.entity';
import { ContestEntry } from '#domains/contests/contest.entity';
import type { Answer, Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { CROWD, expectOneWinner, expectOnly, race, twoServers } from '../support/races';
import { testApp } from '../support/start-test-app';

const t = testApp();
const { crowd } = twoServers(t);

/** The entries arrive over this many milliseconds, the first before the contest ends and the last after it. */
const SPREAD = 600;

const entriesIn = (contestId: number): Promise<ContestEntry[]> =>
  t.db.getRepository(ContestEntry).findBy({ contestId });

describe(`${CROWD} simultaneous entries, over two servers`, () => {
  race('enter a customer into a contest once', async () => {
    const contest = await t.given.contest({ when: 'running' });
    const ada = await loggedIn(t, await t.given.customer());
    const answers = await crowd((origin) => ada.at(origin).post(`/contests/${contest.id}/enter`));
    expectOneWinner(answers, 'You have already entered this contest');
    expect(await entriesIn(contest.id)).toHaveLength(1);
  });

  race('enter no customer after the end of a contest that ends meanwhile', async () => {
    const people: { customer: Customer; api: Api }[] = [];
    for (let n = 0; n < CROWD; n += 1) {
      const customer = await t.given.customer();
      people.push({ customer, api: await loggedIn(t, customer) });
    }
    const endsAt = new Date(Date.now() + SPREAD / 2);
    const contest = await t.given.contest({ endsAt });
    const sentAt: number[] = [];

    const answers: Answer[] = await crowd(async (origin, n) => {
      await sleep((SPREAD / CROWD) * n);
      sentAt[n] = Date.now();
      return people[n].api.at(origin).post(`/contests/${contest.id}/enter`);
    });

    const entered = answers.map(({ body }) => body?.status === 'ok');
    expectOnly(
      answers.filter((_, n) => !entered[n]),
      'Contest has ended',
    );
    // Both ends belong to the contest, so the last instant does too (contract 6.8).
    const late = sentAt.map((instant) => instant > endsAt.getTime());
    expect(entered.filter((isIn, n) => isIn && late[n])).toEqual([]);
    expect(late).toContain(true);
    const entries = await entriesIn(contest.id);
    expect(entries.map(({ customerId }) => customerId).sort()).toEqual(
      people.flatMap(({ customer }, n) => (entered[n] ? [customer.id] : [])).sort(),
    );
    for (const { enteredAt } of entries) expect(enteredAt.getTime()).toBeLessThanOrEqual(endsAt.getTime());
  });
});
