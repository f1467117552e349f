import { type Customer, Authentication } from '#domains/accounts/customer.entity';
import type { Answer, Api } from '../support/api';
import { loggedIn, withSession } from '../support/logged-in';
import { CROWD, expectOneWinner, expectOnly, isOverload, race, twoServers } from '../support/races';
import { signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

const t = testApp();
const { crowd } = twoServers(t);

const PROVIDER_TAKEN = 'Authentications provider has already been taken';
const UID_TAKEN = 'Authentications uid has already been taken';

const connect = (api: Api, uid: string): Promise<Answer> =>
  api.post('/account/connect/social', { social_signed_request: signedRequest(t, uid) });
const deauthorize = (api: Api, uid: string): Promise<Answer> =>
  api.post('/account/connect/deauthorize_social', { signed_request: signedRequest(t, uid) });
const links = (): Promise<Authentication[]> => t.db.getRepository(Authentication).find();
const customersLinks = (customerId: number): Promise<Authentication[]> =>
  t.db.getRepository(Authentication).findBy({ customerId });
const shown = async (customer: Customer): Promise<object[]> =>
  (await (await loggedIn(t, customer)).get('/account')).body.customer.authentications;

let round = 0;

beforeEach(() => t.given.loginProvider());

/** A new account at the provider for each round. */
function newUid(): string {
  round += 1;
  return `uid ${round}`;
}

describe(`${CROWD} simultaneous requests, over two servers`, () => {
  race('connect an account of the provider with one customer', async () => {
    const uid = newUid();
    const people: { customer: Customer; api: Api }[] = [];
    for (let n = 0; n < CROWD; n += 1) {
      const customer = await t.given.customer();
      people.push({ customer, api: await loggedIn(t, customer) });
    }
    const answers = await crowd((origin, n) => connect(people[n].api.at(origin), uid));
    const winner = expectOneWinner(answers, UID_TAKEN);
    const linked = (await links()).filter((link) => link.uid === uid);
    expect(linked).toMatchObject([{ customerId: people[winner].customer.id }]);
  });

  race('connect a customer with one account of the provider, and replace no connection', async () => {
    const customer = await t.given.customer();
    const ada = await loggedIn(t, customer);
    const uids = Array.from({ length: CROWD }, newUid);
    const answers = await crowd((origin, n) => connect(ada.at(origin), uids[n]));
    const winner = expectOneWinner(answers, PROVIDER_TAKEN);
    expect(await customersLinks(customer.id)).toMatchObject([{ uid: uids[winner] }]);
  });

  race('register the buyer of a free plan once', async () => {
    const customer = await t.given.unregisteredCustomer();
    const order = await t.given.order({ customer, plan: await t.given.plan({ price: '0' }) });
    const buyer = withSession(t, customer.fanclubId, await t.given.session({ customer, order }));
    const [uid, email] = [newUid(), `buyer${round}@engine.example`];
    const form = { email, birthdate: '1990-12-10', accept_terms: true };
    const answers = await crowd(
      (origin) =>
        buyer.at(origin).post('/account/register', { ...form, social_signed_request: signedRequest(t, uid) }),
      20,
    );
    // Requests that arrive after the winner find the session ended.
    expectOneWinner(answers, 'You are already registered', 'Please log in to access your online benefits.');
    expect(await customersLinks(customer.id)).toMatchObject([{ uid }]);
  });
});

describe('connecting while the provider reports that the link was removed, over two servers', () => {
  /** The outcome of alternating requests: half of the crowd connects, half deauthorizes. */
  async function fight(customer: Customer, uid: string): Promise<{ connected: boolean; browser: Api }> {
    const browser = await loggedIn(t, customer);
    const answers = await crowd((origin, n) =>
      n % 4 < 2 ? connect(browser.at(origin), uid) : deauthorize(t.api.at(origin), uid),
    );
    const tried = answers.filter((_, n) => n % 4 < 2);
    const refused = tried.filter(({ body }) => body?.status !== 'ok');
    // No customer is told that their own account is taken.
    expectOnly(refused, PROVIDER_TAKEN, 'Must be logged in');
    const reported = answers.filter((answer, n) => n % 4 >= 2 && !isOverload(answer));
    expect([...new Set(reported.map(({ text }) => text))]).toEqual(['{"status":"ok"}']);
    return { connected: refused.length < tried.length, browser };
  }

  race('leaves a connected account fully connected or removed', async () => {
    const uid = newUid();
    const customer = await t.given.customer();
    await t.given.authentication({ customer, uid });
    const { browser } = await fight(customer, uid);

    const stored = await customersLinks(customer.id);
    expect(stored.map((link) => link.uid)).toEqual(stored.length === 0 ? [] : [uid]);
    expect(await shown(customer)).toEqual(stored.map(({ name }) => ({ name })));
    // One of the reports removed the existing connection and ended the session.
    expect((await browser.get('/account')).body).toEqual({ status: 'ok', customer: null });
    const { body } = await t.api.stranger().post('/login', { social_signed_request: signedRequest(t, uid) });
    expect(body.status).toBe(stored.length === 0 ? 'error' : 'ok');
  });

  race('leaves an unconnected account fully connected or removed', async () => {
    const uid = newUid();
    const customer = await t.given.customer();
    const { connected } = await fight(customer, uid);

    const stored = await customersLinks(customer.id);
    expect(stored.map((link) => link.uid)).toEqual(stored.length === 0 ? [] : [uid]);
    if (!connected) expect(stored).toEqual([]);
    expect(await shown(customer)).toEqual(stored.map(({ name }) => ({ name })));
  });
});
