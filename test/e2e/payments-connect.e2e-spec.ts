import { SealBroken, Sealer } from '#libs/sealed';
import { HttpClient } from '#libs/testing';
import { PaymentAccount } from '#domains/payment-providers/payment-account.entity';
import { Order } from '#domains/orders/order.entity';
import { PayableOrdersService } from '../../src/domains/payments';
import { PaymentAccountsService } from '../../src/domains/payment-providers';
import { fanclub } from '../../src/tools/cli/main';
import { CARDS } from '../support/payments/contract';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp, testEnvironment } from '../support/start-test-app';
import { WireServer } from '../support/stripe/wire-server';

const KEY = 'rk_test_0123456789';

let wire: WireServer;
let environment: NodeJS.ProcessEnv;

const t = testApp(async () => {
  wire = await WireServer.start(KEY, () => t.clock.now());
  return (environment = { STRIPE_TEST_SERVER: `http://127.0.0.1:${wire.port}` });
});
afterAll(() => wire.stop());

let key: string;

beforeEach(async () => {
  ({ key } = await t.given.fanclub());
  wire.key = KEY;
  wire.endpoints.length = 0;
  wire.account = { ...wire.account, charges_enabled: true, default_currency: 'usd' };
});
afterEach(() => expect(wire.faults).toEqual([]));

async function call(parameters: readonly string[], secret = KEY, variables: NodeJS.ProcessEnv = {}) {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = {
    print: (line: string) => out.push(line),
    log: (line: string) => logged.push(line),
    secret: () => Promise.resolve(secret),
  };
  const all = { ...testEnvironment(t.config.database.url), ...environment, ...variables };
  const code = await fanclub(['payments', ...parameters], all, terminal);
  return { code, out, logged, said: [...out, ...logged].join('\n') };
}
const connect = (secret = KEY, variables: NodeJS.ProcessEnv = {}) =>
  call(['connect', key, '--provider', 'stripe'], secret, variables);
const accounts = (): Promise<PaymentAccount[]> =>
  t.db.getRepository(PaymentAccount).find({ order: { id: 'ASC' } });
const events = (): Promise<object[]> =>
  t.db.query(
    `SELECT action, actor_kind, target FROM security_events WHERE action LIKE 'payments.%' ORDER BY id`,
  );

it('connects a fan club to its account, and keeps the keys sealed', async () => {
  const { code, out, said } = await connect();
  const [{ id, ...account }] = await accounts();
  expect([code, out]).toEqual([
    0,
    [
      'Connected to acct_wire (The Lanterns), test mode.',
      `Stripe sends events to https://api.example.test/payments/stripe/${id}/events.`,
    ],
  ]);
  expect(account).toMatchObject({
    ...{ provider: 'stripe', live: false, accountRef: 'acct_wire', enabled: true },
    formerWebhookSecretSealed: null,
  });
  const [endpoint] = wire.endpoints;
  expect(endpoint).toMatchObject({
    url: `https://api.example.test/payments/stripe/${id}/events`,
    api_version: '2026-10-28.endive',
    enabled_events: expect.arrayContaining(['checkout.session.completed', 'refund.failed']),
  });
  expect(await events()).toEqual([
    { action: 'payments.connected', actor_kind: 'operator', target: `payment_account:${id}` },
  ]);
  const stored = JSON.stringify(await t.db.query('SELECT * FROM payment_accounts'));
  for (const secret of [KEY, endpoint.secret]) expect(`${stored}\n${said}`).not.toContain(secret);
});

it('works again after ENCRYPTION_KEYS were lost, once it is connected again', async () => {
  await connect();
  const [{ fanclubId }] = await accounts();
  const lost = new Sealer([Buffer.alloc(32, 9)]).seal('anything');
  await t.db.query('UPDATE payment_accounts SET secret_sealed = $1, webhook_secret_sealed = $1', [lost]);
  const enabled = () => t.app.get(PaymentAccountsService).enabledFor(fanclubId);
  await expect(enabled()).rejects.toThrow(SealBroken);
  expect((await connect()).code).toBe(0);
  expect(await (await enabled())!.client.account()).toMatchObject({ ref: 'acct_wire' });
});

it('sells a plan at the connected account, whose signed event settles the order', async () => {
  await connect();
  const shopper = await Shopper.of(t, await t.given.customer());
  const { orderId } = await shopper.buy(await t.given.plan({ price: '24.99' }));
  const page = await t.app.get(PayableOrdersService).pay(await shopper.viewer(), orderId);
  await wire.pay(page!, CARDS.works);
  const [event] = (await wire.eventsFor(wire.endpoints[0])).slice(-1);
  const path = new URL(wire.endpoints[0].url).pathname;
  const headers = { 'content-type': 'application/json', 'stripe-signature': event.signature };
  expect((await new HttpClient(t.origin).post(path, event.body, { headers })).status).toBe(200);
  expect((await new HttpClient(t.origin).post(path, `${event.body} `, { headers })).status).toBe(400);
  const [{ payload }] = await t.db.query<{ payload: object }[]>(
    `SELECT payload FROM graphile_worker._private_jobs WHERE payload->>'eventRef' IS NOT NULL`,
  );
  await runJob(t, 'payments.process_event', undefined, payload);
  expect(await t.db.getRepository(Order).findOneByOrFail({ id: orderId })).toMatchObject({
    paidAt: t.clock.now(),
    receiptNumber: 1,
  });
});

it('connected again, has one endpoint and a new key; the former one stays valid', async () => {
  await connect();
  const [first] = await accounts();
  const former = wire.endpoints[0];
  expect((await connect()).code).toBe(0);
  const [second, ...others] = await accounts();
  expect([others, second.id, second.formerWebhookSecretSealed]).toEqual([
    [],
    first.id,
    first.webhookSecretSealed,
  ]);
  expect(wire.endpoints).toHaveLength(1);
  expect(wire.endpoints[0].secret).not.toBe(former.secret);
});

it('keeps the payments of test mode with their key when the account goes live', async () => {
  await connect();
  const [tested] = await accounts();
  wire.key = 'rk_live_0123456789';
  expect((await connect(wire.key)).said).toContain('real money moves');
  const [former, present] = await accounts();
  expect(former).toMatchObject({ id: tested.id, secretSealed: tested.secretSealed, enabled: false });
  expect(present).toMatchObject({ accountRef: tested.accountRef, live: true, enabled: true });
});

it('takes the place of another account, and is disconnected', async () => {
  const former = await t.given.paymentAccount({ enabled: true });
  await connect();
  expect((await accounts()).map(({ enabled }) => enabled)).toEqual([false, true]);
  const ended = await call(['disconnect', key]);
  expect([ended.code, (await accounts()).map(({ enabled }) => enabled)]).toEqual([0, [false, false]]);
  expect((await accounts())[0].id).toBe(former.id);
  expect((await call(['disconnect', key])).code).toBe(1);
});

it.each([
  ['a key that is not restricted', 'sk_test_0123456789', {}, 'restricted key'],
  ['a key that Stripe does not know', 'rk_test_9876543210', {}, 'wrong_key'],
  ['a live key without https', 'rk_live_0123456789', { PUBLIC_URL: 'http://api.example.test' }, 'https'],
])('refuses %s', async (_title, secret, variables, reason) => {
  const { code, said } = await connect(secret, variables);
  expect([code, said]).toEqual([1, expect.stringContaining(reason)]);
  expect(said).not.toContain(secret);
  expect(await accounts()).toEqual([]);
});

it('refuses an account that cannot take payments yet, and tells of another currency', async () => {
  wire.account = { ...wire.account, charges_enabled: false };
  expect(await connect()).toMatchObject({ code: 1, said: expect.stringContaining('Complete it at Stripe') });
  wire.account = { ...wire.account, charges_enabled: true, default_currency: 'eur' };
  expect((await connect()).said).toContain('paid out in EUR');
});

it('asks for no events where Stripe cannot send them', async () => {
  const { said } = await connect(KEY, { PUBLIC_URL: 'http://127.0.0.1:3000' });
  expect([said, wire.endpoints]).toEqual([expect.stringContaining('no events'), []]);
  expect((await accounts())[0]).toMatchObject({ enabled: true, webhookSecretSealed: null });
});

it('connects a fan club to the demo bank, where there is one', async () => {
  const demo = ['connect', key, '--provider', 'demo'];
  expect((await call(demo)).said).toContain('PAYMENTS_DEMO');
  const with_ = { PAYMENTS_DEMO: 'true', PUBLIC_URL: 'http://127.0.0.1:3000' };
  expect((await call(demo, KEY, with_)).code).toBe(0);
  expect((await call(demo, KEY, with_)).code).toBe(0);
  expect((await accounts()).map(({ provider, enabled }) => [provider, enabled])).toEqual([
    ['demo', false],
    ['demo', true],
  ]);
  expect(await events()).toHaveLength(2);
});
