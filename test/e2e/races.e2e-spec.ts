import { signRequest } from '#libs/signed-request';
import { Authentication } from '../../src/social';
import { Contact } from '../../src/contacts';
import { ContestEntry } from '../../src/contests';
import { Customer } from '../../src/accounts';
import { Mail } from '../../src/mail';
import { ShippingAddress } from '../../src/shipping';
import { Api, type Answer } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { testApp } from '../support/start-test-app';

/** How many ask for the same thing at once. */
const CROWD = 50;

const t = testApp();

let servers: readonly ServerProcess[];

beforeAll(async () => {
  const { url } = t.config.database;
  servers = await Promise.all([startServerProcess(url), startServerProcess(url)]);
});
beforeEach(() => t.clock.set(new Date())); // The processes live in the present.
afterAll(() => Promise.all((servers ?? []).map((server) => server.kill())));

/** Sends them all at once, in turn to one server and the other. */
function crowd(send: (origin: string, n: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: CROWD }, (_, n) => send(servers[n % 2].origin, n)));
}

/** One answer is ok, all others say exactly this. Returns the place of the winner. */
function expectOneWinner(answers: Answer[], refusal: string): number {
  const bodies = answers.map(({ body }) => body);
  expect(bodies.filter(({ status }) => status === 'ok')).toHaveLength(1);
  expect(bodies.filter(({ status }) => status !== 'ok')).toEqual(
    Array.from({ length: CROWD - 1 }, () => ({ status: 'error', messages: [refusal] })),
  );
  return bodies.findIndex(({ status }) => status === 'ok');
}

const mixedCase = (text: string, n: number): string =>
  [...text].map((letter, at) => ((n >> (at % 6)) & 1 ? letter.toUpperCase() : letter)).join('');

const stranger = (origin: string): Api => new Api(origin, t.given);

describe(`${CROWD} requests at once, over two server processes`, () => {
  it('make one account of an e-mail address, whatever its letter case, and queue one mail', async () => {
    await t.given.fanclub();
    const answers = await crowd((origin, n) =>
      stranger(origin).post('/accounts', {
        customer: { email: mixedCase('ada@engine.example', n), birthdate: '1990-12-10' },
      }),
    );
    expectOneWinner(answers, 'Email has already been taken');
    expect(await t.db.getRepository(Customer).count()).toBe(1);
    expect(await t.db.getRepository(Mail).count()).toBe(1);
  });

  it('enter a customer into a contest once', async () => {
    const contest = await t.given.contest({ when: 'running' });
    const ada = await loggedIn(t, await t.given.customer());
    const answers = await crowd((origin) => ada.at(origin).post(`/contests/${contest.id}/enter`));
    expectOneWinner(answers, 'You have already entered this contest');
    expect(await t.db.getRepository(ContestEntry).count()).toBe(1);
  });

  it('connect an account of the provider with one customer', async () => {
    const signed = await provider();
    const clients: Api[] = [];
    for (let n = 0; n < CROWD; n += 1) clients.push(await loggedIn(t, await t.given.customer()));
    const answers = await crowd((origin, n) =>
      clients[n].at(origin).post('/account/connect/social', { social_signed_request: signed('7') }),
    );
    const winner = expectOneWinner(answers, 'Authentications uid has already been taken');
    const links = await t.db.getRepository(Authentication).find();
    expect(links).toMatchObject([{ uid: '7', customerId: winner + 1 }]);
  });

  it('connect a customer with one account of the provider', async () => {
    const signed = await provider();
    const ada = await loggedIn(t, await t.given.customer());
    const answers = await crowd((origin, n) =>
      ada.at(origin).post('/account/connect/social', { social_signed_request: signed(String(n)) }),
    );
    const winner = expectOneWinner(answers, 'Authentications provider has already been taken');
    expect(await t.db.getRepository(Authentication).find()).toMatchObject([{ uid: String(winner) }]);
  });

  it('put a contact on the list once, whatever the letter case of the address', async () => {
    await t.given.fanclub();
    const answers = await crowd((origin, n) =>
      stranger(origin).post('/contacts', { contact: { email: mixedCase('eve@engine.example', n) } }),
    );
    expectOneWinner(answers, 'You are already subscribed');
    expect(await t.db.getRepository(Contact).count()).toBe(1);
    expect(await t.db.getRepository(Mail).count()).toBe(1);
  });

  it('leave one primary address, one of those submitted in full', async () => {
    const ada = await loggedIn(t, await t.given.customer());
    const address = (n: number) => ({
      first_name: `First${n}`,
      last_name: `Last${n}`,
      address: `${n} Main Street`,
      address_2: `Floor ${n}`,
      city: `City${n}`,
      state: `State${n}`,
      postal_code: `${10_000 + n}`,
      country: n % 3 === 0 ? 'US' : 'DE',
    });
    const answers = await crowd((origin, n) => ada.at(origin).post('/account/shipping', address(n)));
    expect(answers.map(({ body }) => body.status)).toEqual(Array.from({ length: CROWD }, () => 'ok'));
    expect(answers.map(({ body }) => body.address)).toEqual(answers.map((_, n) => address(n)));
    const rows = await t.db.getRepository(ShippingAddress).find();
    expect(rows).toHaveLength(1);
    const n = Number(rows[0].firstName.slice(5));
    expect((await ada.get('/account/shipping')).body.address).toEqual(address(n));
  });
});

/** Enables the provider, and signs what its client library would hand to the user of this id. */
async function provider(): Promise<(userId: string) => string> {
  const appSecret = 'secret of the app';
  const { id: fanclubId } = await t.given.fanclub();
  await t.given.loginProvider({ fanclubId, appSecret });
  const issuedAt = Math.floor(t.clock.now().getTime() / 1000);
  return (userId) => signRequest({ issued_at: issuedAt, user_id: userId }, appSecret);
}
