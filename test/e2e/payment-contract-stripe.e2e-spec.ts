import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadSignature, Misconfigured } from '../../src/domains/payment-providers';
import { StripeProvider } from '../../src/domains/payment-providers/stripe/stripe-provider';
import { CARDS, describeContract } from '../support/payments/contract';
import { checkRequest, SCHEMAS } from '../support/stripe/request-check';
import { describeWithoutPages } from '../support/stripe/without-pages';
import { WireServer } from '../support/stripe/wire-server';

const KEY = 'rk_test_wire';

let now: Date;
let wire: WireServer | undefined;

const connect = (server: WireServer, secret = KEY, webhookSecrets: readonly string[] = []): StripeProvider =>
  new StripeProvider({ fanclubId: 1, live: false, secret, webhookSecrets }, server.address);

async function open(): Promise<WireServer> {
  now = new Date('2026-06-15T12:00:00Z');
  return (wire = await WireServer.start(KEY, () => now));
}

/** Every request of every test is one that the package's types allow. */
afterEach(async () => {
  const faults = wire?.faults ?? [];
  await wire?.stop();
  wire = undefined;
  expect(faults).toEqual([]);
});

describeContract('the adapter for Stripe', async () => {
  const server = await open();
  return {
    provider: connect(server),
    fanclubId: 1,
    now,
    advance(minutes) {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    pay: (url, number, confirms) => server.pay(url, number, confirms),
    decide: (outcome) => server.decide(outcome),
  };
});

let lasting: WireServer;
describeWithoutPages('the server in its place', async () => {
  now = new Date('2026-06-15T12:00:00Z');
  lasting = await WireServer.start(KEY, () => now);
  const api = `http://127.0.0.1:${lasting.port}`;
  return { provider: connect(lasting), now: () => now, run: 'run', api, secret: KEY };
});
afterAll(async () => {
  await lasting.stop();
  expect(lasting.faults).toEqual([]);
});

/** An object as the server prints it. */
async function get(server: WireServer, path: string): Promise<Record<string, unknown>> {
  const address = `http://127.0.0.1:${server.port}/v1/${path}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${KEY}` } });
  return (await answer.json()) as Record<string, unknown>;
}

describe('the adapter for Stripe', () => {
  it('changes the e-mail address of a customer, and removes the name', async () => {
    const server = await open();
    const provider = connect(server);
    const customer = await provider.addCustomer({
      ...{ fanclubId: 1, customerId: 5, email: 'ada@x.example', name: 'Ada', idempotencyKey: 'c' },
    });
    await provider.updateCustomer(customer, { email: 'ada@y.example', name: 'Ada King' });
    expect(await get(server, `customers/${customer}`)).toMatchObject({
      ...{ email: 'ada@y.example', name: 'Ada King' },
    });
    await provider.updateCustomer(customer, { email: 'ada@y.example', name: null });
    expect(await get(server, `customers/${customer}`)).toMatchObject({ name: null });
  });

  it('reports that its key is wrong', async () => {
    await expect(connect(await open(), 'rk_test_other').account()).rejects.toEqual(
      new Misconfigured('wrong_key'),
    );
  });

  it('gets ids in the place of objects that it does not ask to expand', async () => {
    const server = await open();
    const provider = connect(server);
    const customer = await provider.addCustomer({
      ...{ fanclubId: 1, customerId: 5, email: 'ada@x.example', name: null, idempotencyKey: 'c' },
    });
    const { ref, url } = await provider.openCheckout({
      ...{ id: 1, fanclubId: 1, orderId: 1, customer, idempotencyKey: 'key-1', saveCard: true },
      ...{ amount: '5.00', currency: 'USD', lines: [{ name: 'Gold', amount: '5.00' }], description: 'Gold' },
      ...{ returnUrl: 'http://127.0.0.1:1/a', cancelUrl: 'http://127.0.0.1:1/b' },
      expiresAt: new Date(now.getTime() + 35 * 60_000),
    });
    await server.pay(url, CARDS.works);
    const id = expect.any(String) as unknown;
    const page = `checkout/sessions/${ref}`;
    expect(await get(server, page)).toMatchObject({ payment_intent: id, setup_intent: null, customer });
    expect(await get(server, `${page}?expand[0]=payment_intent.latest_charge`)).toMatchObject({
      payment_intent: { latest_charge: { object: 'charge' }, payment_method: id },
    });
    expect(await get(server, 'payment_intents')).toMatchObject({
      data: [{ latest_charge: id, payment_method: id, status: 'succeeded' }],
    });
    expect(await get(server, 'payment_intents?expand[0]=data.payment_method')).toMatchObject({
      data: [{ latest_charge: id, payment_method: { card: { last4: '4242' } } }],
    });
    for (const path of ['latest_charge', 'payment_intent.charges', 'data.payment_intent'])
      expect(await get(server, `${page}?expand[0]=${path}`)).toMatchObject({
        error: { type: 'invalid_request_error', message: expect.stringContaining('cannot be expanded') },
      });
  });

  it('reads all pages of a list', async () => {
    const server = await open();
    const provider = connect(server);
    const customer = await provider.addCustomer({
      ...{ fanclubId: 1, customerId: 5, email: 'ada@x.example', name: null, idempotencyKey: 'c' },
    });
    for (let id = 1; id <= 101; id += 1) {
      const page = await provider.openCheckout({
        ...{ id, fanclubId: 1, orderId: id, customer, idempotencyKey: `key-${id}`, saveCard: false },
        ...{
          amount: '5.00',
          currency: 'USD',
          lines: [{ name: 'Gold', amount: '5.00' }],
          description: 'Gold',
        },
        ...{ returnUrl: 'http://127.0.0.1:1/a', cancelUrl: 'http://127.0.0.1:1/b' },
        expiresAt: new Date(now.getTime() + 35 * 60_000),
      });
      await server.pay(page.url, CARDS.works);
    }
    const found = new Set<number | null>();
    for await (const { ownNumber } of provider.recent(now)) found.add(ownNumber);
    expect(found.size).toBe(101);
  });

  it('verifies signed events with the present and the former secret', async () => {
    const server = await open();
    const provider = connect(server);
    const endpoint = await provider.addEndpoint('https://api.example.test/payments/stripe/3/events');
    const customer = await provider.addCustomer({
      ...{ fanclubId: 1, customerId: 5, email: 'ada@x.example', name: null, idempotencyKey: 'c' },
    });
    const page = await provider.openCardPage({
      ...{ id: 7, fanclubId: 1, customer, currency: 'USD', idempotencyKey: 'card-7' },
      ...{ returnUrl: 'http://127.0.0.1:1/a', cancelUrl: 'http://127.0.0.1:1/b' },
      expiresAt: new Date(now.getTime() + 35 * 60_000),
    });
    await server.pay(page.url, CARDS.works);
    const [{ body, signature }] = await server.eventsFor(server.endpoints[0]);
    const headers = { 'stripe-signature': signature };
    for (const secrets of [[endpoint.secret], ['whsec_newer', endpoint.secret]])
      expect(connect(server, KEY, secrets).verify(Buffer.from(body), headers, now)).toMatchObject({
        ...{ type: 'checkout.session.completed', subject: 'card_page', object: page.ref, ownNumber: 7 },
      });
    const late = new Date(now.getTime() + 301_000);
    for (const [secret, text, at] of [
      ['whsec_other', body, now],
      [endpoint.secret, `${body} `, now],
      [endpoint.secret, body, late],
    ] as const)
      expect(() => connect(server, KEY, [secret]).verify(Buffer.from(text), headers, at)).toThrow(
        BadSignature,
      );
  });
});

describe('the schemas of requests', () => {
  it('are made from the installed package', () => {
    const file = join(__dirname, '../../node_modules/stripe/package.json');
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    expect(SCHEMAS.stripe).toBe(version);
  });

  it.each([
    ['a misspelt value', 'POST checkout/sessions', { mode: 'payments' }],
    ['a removed parameter', 'POST checkout/sessions', { mode: 'payment', payment_method_types: ['card'] }],
    ['a wrong type', 'POST refunds', { payment_intent: 'pi_1', amount: 'all' }],
    [
      'an unknown event',
      'POST webhook_endpoints',
      { url: 'https://x.example', enabled_events: ['checkout.done'] },
    ],
    ['a missing parameter', 'POST payment_intents', { amount: '500' }],
    ['a long name in metadata', 'POST customers', { metadata: { ['k'.repeat(41)]: 'x' } }],
    ['a parameter of a request that has none', 'POST payment_methods/pm_1/detach', { now: 'true' }],
    ['a parameter of an object that is asked for', 'GET payment_intents/pi_1', { expands: ['customer'] }],
    ['a wrong type in a list', 'GET payment_intents', { created: { gte: 'yesterday' } }],
    ['a filter that a list does not have', 'GET refunds', { customer: 'cus_1' }],
    ['a misspelt type of events', 'GET events', { types: ['checkout.session.complete'] }],
    ['a list that is too long', 'GET events', { limit: '101' }],
    ['more types than Stripe takes', 'GET events', { types: Array<string>(21).fill('refund.failed') }],
    ['an expansion that is too deep', 'GET checkout/sessions', { expand: ['data.a.b.c.d'] }],
    ['a request that is not listed', 'GET charges', {}],
  ])('find %s', (_fault, line, form) => {
    const [method, path] = line.split(' ');
    expect(checkRequest(method, path.split('/'), form)).not.toEqual([]);
  });
});
