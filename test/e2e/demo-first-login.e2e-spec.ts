import { DEMO_LOGINS } from '../../src/tools/local';
import type { Api, Json } from '../support/api';
import { givenDemo } from '../support/given-demo';
import { signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

const t = testApp();
const [FIRST, SECOND] = DEMO_LOGINS;
const { key } = FIRST;
const DAY = 86_400_000;
const PORTS = [3000, 3001, 4200, 5173, 8000, 8080];

beforeEach(() => givenDemo(t));

async function loggedIn(login: { key: string; email: string; password: string }): Promise<Api> {
  const visitor = t.api.stranger();
  const { email, password } = login;
  expect((await visitor.post('/login', { email, password }, { key: login.key })).body.status).toBe('ok');
  return visitor;
}

describe.each([0, 90, 300])('%d days after loading, the customer of the first log-in', (days) => {
  let nova: Api;
  const get = async (path: string, query = {}): Promise<Json> => (await nova.get(path, { key, query })).body;
  const post = async (path: string, body: object): Promise<Json> =>
    (await nova.post(path, body, { key })).body;

  beforeEach(async () => {
    t.clock.set(new Date(t.clock.now().getTime() + days * DAY).toISOString());
    nova = await loggedIn(FIRST);
  });

  it('can enter the first running contest', async () => {
    const { contests } = await get('/contests');
    const first = contests.find(({ running }: Json) => running);
    expect(await post(`/contests/${first.id}/enter`, {})).toMatchObject({ status: 'ok' });
  });

  it('sees exclusive codes, including personal ones', async () => {
    const { events } = await get('/events', { scope: 'upcoming' });
    const codes = events.flatMap(({ links }: Json) => links.flatMap((link: Json) => link.codes));
    expect(codes).toContain('NOVA-7K2M');
    expect(codes.length).toBeGreaterThan(1);
  });

  it('can choose package options for a queued parcel', async () => {
    const latest = async () => (await get('/orders/latest')).order.shipments;
    const waiting = (shipments: Json) => shipments.filter(({ issues }: Json) => issues);
    expect(waiting(await latest())).toMatchObject([{ issues: ['missing_required_option'] }]);
    const { items } = await get('/account/shipping');
    const [[name, { options }]] = Object.entries<Json>(items);
    const answer = await post('/account/shipping', { [name]: options[1].id });
    expect(answer.items[name].options[1].selected).toBe(true);
    expect(waiting(await latest())).toMatchObject([{ issues: [] }]);
  });

  it('has queued subscriptions, one upcoming and one that became the current one', async () => {
    expect(await get('/subscriptions/queued', { scope: 'upcoming' })).toHaveLength(1);
    expect(await get('/subscriptions/queued', { scope: 'past' })).toHaveLength(1);
  });

  it('has an order with a shipped and a queued parcel', async () => {
    const { shipments } = (await get('/orders/latest')).order;
    expect(shipments).toEqual([
      expect.objectContaining({ status: expect.stringMatching(/^Shipped on /), items: [expect.anything()] }),
      expect.objectContaining({ status: 'Backordered', items: [expect.anything()] }),
    ]);
  });

  it('has benefits, an active and an expired subscription, a personal plan and an upgrade', async () => {
    expect((await get('/account/benefits')).benefits.length).toBeGreaterThan(1);
    const { subscriptions } = await get('/subscriptions');
    expect(new Set(subscriptions.map(({ status }: Json) => status))).toEqual(new Set(['active', 'expired']));
    const { plans } = await get('/plans');
    expect(plans.filter(({ current }: Json) => current)).toHaveLength(1);
    expect(plans.filter(({ upgrade_price }: Json) => upgrade_price !== null)).not.toEqual([]);
  });

  it('can connect an account of the login provider, and log in with it', async () => {
    const secret = 'demo-secret-of-the-tin-comets-app';
    const claim = () => ({ social_signed_request: signedRequest(t, '77', { secret }) });
    expect(await post('/account/connect/social', claim())).toMatchObject({ status: 'ok' });
    const { body } = await t.api.stranger().post('/login', claim(), { key });
    expect(body).toMatchObject({ status: 'ok', customer: { email: FIRST.email } });
  });

  it('loses auto renewal when the country changes', async () => {
    expect((await get('/account')).customer.auto_renewal_enabled).toBe(true);
    expect(await post('/account/shipping', { country: 'CA' })).toMatchObject({ auto_renewal_disabled: true });
  });
});

describe('the demo', () => {
  it('shows no plans to a customer of the second club without a subscription, and all to a visitor', async () => {
    const { key: nest, password } = SECOND;
    const mira = await loggedIn({ key: nest, email: 'mira@briefpost.example', password });
    expect((await mira.get('/plans', { key: nest })).body).toEqual({ status: 'ok', plans: [] });
    expect((await t.api.stranger().get('/plans', { key: nest })).body.plans).toHaveLength(4);
  });

  it.each(DEMO_LOGINS)(
    'trusts pages on this machine with the usual development ports: $fanclub',
    async (login) => {
      const origins = ['localhost', '127.0.0.1'].flatMap((host) =>
        PORTS.map((port) => `http://${host}:${port}`),
      );
      for (const origin of origins) {
        const { headers } = await t.api.get('/fanclub', { key: login.key, headers: { origin } });
        expect([origin, headers.get('access-control-allow-origin')]).toEqual([origin, origin]);
      }
      const { headers } = await t.api.get('/fanclub', {
        key: login.key,
        headers: { origin: 'http://localhost:4444' },
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});
