import { setTimeout as sleep } from 'node:timers/promises';
import { IsNull } from 'typeorm';
import type { Customer } from '#domains/accounts/customer.entity';
import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import { Api, type Answer } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { CROWD, expectOnly, isOverload, notOverloaded, race, twoServers } from '../support/races';
import { testApp } from '../support/start-test-app';

const t = testApp();
const { crowd, origin } = twoServers(t);

const LOGGED_OUT = 'Please log in to access your online benefits.';
const WRONG_CREDENTIALS = 'Email and password combination is incorrect.';

const isOk = ({ body }: Answer): boolean => body?.status === 'ok';
const liveSessions = ({ id: customerId }: Customer): Promise<number> =>
  t.db.getRepository(Session).countBy({ customerId, revokedAt: IsNull() });

/** Whether the client is logged in. Retries an overloaded server. */
async function isLoggedIn(api: Api): Promise<boolean> {
  const answer = await notOverloaded(() => api.get('/account'));
  expect(answer.body.status).toBe('ok');
  return answer.body.customer !== null;
}

/** Sends simultaneous log-ins; returns the clients that succeeded, and the messages of the others. */
async function logInEverywhere(
  { email }: Customer,
  pause: number,
): Promise<{ clients: Api[]; refused: Answer[] }> {
  const clients: Api[] = [];
  const answers = await crowd(async (server, n) => {
    await sleep(n * pause);
    clients[n] = new Api(server, t.given);
    return clients[n].post('/login', { email, password: PASSWORD });
  });
  return {
    clients: clients.filter((_, n) => isOk(answers[n])),
    refused: answers.filter((answer) => !isOk(answer)),
  };
}

/** Changes the password. If later log-ins have ended the session, logs in again first: a customer has at most ten. */
async function changePassword(ada: Api, { email }: Customer, password: string): Promise<Answer> {
  const change = { current_password: PASSWORD, password, password_confirmation: password };
  for (;;) {
    const answer = await notOverloaded(() => ada.post('/account', change));
    if (answer.body.messages?.[0] !== LOGGED_OUT) return answer;
    await notOverloaded(() => ada.post('/login', { email, password: PASSWORD }));
  }
}

describe('over two servers', () => {
  race(
    'no request that begins after the answer to a log-out is logged in, unless by a kept visit',
    async () => {
      const ada = await loggedIn(t, await t.given.customer());
      const read = (n: number, mark: string[] = []): Promise<Answer> =>
        ada.at(origin(n), mark).get('/account');
      const before = Array.from({ length: CROWD }, async (_, n) => {
        await sleep(2 * n);
        return read(n);
      });
      await sleep(CROWD);
      const loggedOut = await notOverloaded(() => ada.at(origin(0)).get('/logout'));
      expect(loggedOut.body).toEqual({ status: 'ok' });

      // Without the mark, another server may answer from a visit that is up to a second old (decision 41).
      const mark = ['fanclub_fresh=1'];
      const after = await Promise.all(Array.from({ length: CROWD }, (_, n) => read(n, mark)));

      const told = after.filter((answer) => !isOverload(answer)).map(({ text }) => text);
      expect([...new Set(told)]).toEqual(['{"status":"ok","customer":null}']);
      for (const answer of await Promise.all(before)) expect(isOk(answer) || isOverload(answer)).toBe(true);
    },
  );

  race('no session of an old password survives its change', async (round) => {
    const customer = await t.given.customer();
    const ada = await loggedIn(t, customer);
    const password = `the password of round ${round}`;
    const [{ clients, refused }, changed] = await Promise.all([
      logInEverywhere(customer, 5),
      sleep(50).then(() => changePassword(ada, customer, password)),
    ]);

    expect(changed.body.status).toBe('ok');
    expectOnly(refused, WRONG_CREDENTIALS);
    expect(await Promise.all(clients.map(isLoggedIn))).toEqual(clients.map(() => false));
    expect([await isLoggedIn(ada), await liveSessions(customer)]).toEqual([true, 1]);
  });

  race(`${CROWD} simultaneous log-ins leave a customer ten sessions`, async () => {
    const customer = await t.given.customer();
    const { clients, refused } = await logInEverywhere(customer, 0);
    expectOnly(refused);
    expect(clients.length).toBeGreaterThan(0);
    const alive = await Promise.all(clients.map(isLoggedIn));
    expect(alive.filter(Boolean)).toHaveLength(Math.min(10, clients.length));
    expect(await liveSessions(customer)).toBe(Math.min(10, clients.length));
  });
});
