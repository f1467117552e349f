import { countStatements } from '#libs/testing';
import { Visits } from '../../src/platform/access';
import { Published } from '../../src/platform/published';
import type { Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

const LISTS = ['/contests', '/orders', '/orders/latest', '/subscriptions', '/account/shipping'];

/** What each statement of a request reads: the visit, or rows of the customer, or both. */
async function readsOf(api: Api, path: string): Promise<string[]> {
  const counter = countStatements();
  const { body } = await api.get(path);
  expect(body.status).toBe('ok');
  return counter.stop().map((text) => {
    const isVisit = /\bFROM sessions\b/.test(text);
    return isVisit ? (/\bAS own\b/.test(text) ? 'visit and rows' : 'visit') : 'rows';
  });
}

/** A customer with rows of every list. */
async function member(t: ReturnType<typeof testApp>) {
  const customer = await t.given.customer();
  const plan = await t.given.plan();
  await t.given.package(plan, [{ itemType: await t.given.itemType() }]);
  await t.given.subscription({ customer, plan });
  await t.given.entry({ customer, contest: await t.given.contest() });
  const order = await t.given.order({ customer, plan, total: '19.90', shipping: '4.50' });
  await t.given.shipment({ order, shipDate: null });
  await t.given.shippingAddress({ customer });
  return customer;
}

describe('with visits in memory', () => {
  const t = testApp({ VISIT_MEMORY_MS: '1000' });

  beforeEach(async () => {
    // The service has begun to hear of changes, and from then on no time passes.
    for (let left = 500; left > 0 && !t.app.get(Published).snapshots.isTrusted; left -= 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  });
  afterEach(() => jest.restoreAllMocks());

  it.each(LISTS)('%s reads visit and rows together, and then neither', async (path) => {
    const api = await loggedIn(t, await member(t));
    expect(await readsOf(api, path)).toEqual(['visit and rows']);
    expect(await readsOf(api, path)).toEqual([]);
    t.app.get(Visits).dropAll();
    expect(await readsOf(api, path)).toEqual(['visit and rows']);
  });

  it.each(LISTS)('%s reads only the rows if the visit is in memory', async (path) => {
    const api = await loggedIn(t, await member(t));
    expect(await readsOf(api, '/account')).toEqual(['visit']);
    expect(await readsOf(api, path)).toEqual(['rows']);
    expect(await readsOf(api, path)).toEqual([]);
  });

  it.each(LISTS)('%s answers the same in each case', async (path) => {
    const customer = await member(t);
    const [together, apart] = [await loggedIn(t, customer), await loggedIn(t, customer)];
    await apart.get('/account');
    expect((await apart.get(path)).text).toBe((await together.get(path)).text);
  });

  it('only what writes sets the cookie of browsers that have just written', async () => {
    const api = await loggedIn(t, await member(t));
    const cookiesOf = async (answer: ReturnType<Api['get']>) => (await answer).headers.getSetCookie();
    const [set, ...others] = await cookiesOf(api.post('/account', { first_name: 'Grace' }));
    expect([set, others]).toEqual([expect.stringMatching(/^fanclub_fresh=1; Max-Age=\d+; Path=\/;/), []]);
    expect(await cookiesOf(api.get('/contests'))).toEqual([]);
    expect(await cookiesOf(api.jsonp('/contests'))).toEqual([]);
    expect(await cookiesOf(api.post('/login', {}, { key: 'wrong' }))).toEqual([]);
  });

  it.each(LISTS)('%s of a browser that has just written reads both each time', async (path) => {
    const api = await loggedIn(t, await member(t));
    expect((await api.post('/account', { first_name: 'Grace' })).body.status).toBe('ok');
    expect(await readsOf(api, path)).toEqual(['visit and rows']);
    expect(await readsOf(api, path)).toEqual(['visit and rows']);
  });
});
