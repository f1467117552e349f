import { ClientRequest, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeForm } from '../../../../test/support/stripe/form';
import { checkRequest } from '../../../../test/support/stripe/request-check';
import { ProviderUnavailable } from '../provider.errors';
import { StripeProvider } from './stripe-provider';

const PAYMENT = {
  id: 7,
  fanclubId: 1,
  orderId: 70,
  customer: 'cus_1',
  idempotencyKey: 'key-7',
  amount: '29.99',
  currency: 'USD',
  description: 'Gold (The Lanterns)',
  lines: [{ name: 'Gold', amount: '29.99' }],
};
const CHECKOUT = {
  ...PAYMENT,
  saveCard: true,
  expiresAt: new Date('2026-06-15T13:00:00Z'),
  returnUrl: 'https://fans.example/paid',
  cancelUrl: 'https://fans.example/back',
};
const METADATA = { 'metadata[id]': '7', 'metadata[fanclub]': '1', 'metadata[order]': '70' };

/** The whole form of a charge. */
const CHARGE = {
  amount: '2999',
  currency: 'usd',
  customer: 'cus_1',
  description: PAYMENT.description,
  payment_method: 'pm_1',
  off_session: 'true',
  confirm: 'true',
  ...METADATA,
  'allowed_payment_method_types[0]': 'card',
  'expand[0]': 'latest_charge',
  'expand[1]': 'payment_method',
};

/** The whole form of a page for a card. */
const CARD_PAGE = {
  mode: 'setup',
  currency: 'eur',
  ui_mode: 'hosted_page',
  customer: 'cus_1',
  locale: 'auto',
  success_url: CHECKOUT.returnUrl,
  cancel_url: CHECKOUT.cancelUrl,
  expires_at: '1781528400',
  'metadata[id]': '8',
  'metadata[fanclub]': '1',
  'setup_intent_data[metadata][id]': '8',
  'setup_intent_data[metadata][fanclub]': '1',
  'allowed_payment_method_types[0]': 'card',
};

/** The events that the service needs. */
const EVENTS = [
  ...['completed', 'expired', 'async_payment_succeeded', 'async_payment_failed'].map(
    (what) => `checkout.session.${what}`,
  ),
  ...['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'],
  ...['refund.created', 'refund.updated', 'refund.failed'],
  ...['charge.dispute.created', 'charge.dispute.closed'],
  ...['payment_method.automatically_updated', 'payment_method.detached', 'customer.deleted'],
];

const ok = (body: object) => ({ status: 200, body });

describe('a request to Stripe', () => {
  let server: Server;
  let provider: StripeProvider;
  let asked: { line: string; key: unknown; telemetry: unknown; form: Record<string, string> }[] = [];
  const faults: string[] = [];
  let answers: { status: number; body: object }[] = [];

  async function answer(request: IncomingMessage) {
    const sent = await text(request);
    const form = Object.fromEntries(new URLSearchParams(sent));
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const method = request.method ?? '';
    const parameters = method === 'POST' ? sent : searchParams.toString();
    faults.push(...checkRequest(method, pathname.split('/').slice(2), decodeForm(parameters)));
    const line = `${request.method} ${request.url}`;
    const { 'idempotency-key': key, 'x-stripe-client-telemetry': telemetry } = request.headers;
    asked.push({ line, key, telemetry, form });
    return answers.shift() ?? { status: 500, body: { error: { type: 'api_error' } } };
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      void answer(request).then(({ status, body }) => {
        const headers = { 'content-type': 'application/json', 'request-id': 'req_1' };
        response.writeHead(status, headers).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const secrets = { secret: 'rk_test_1', webhookSecrets: [] };
    provider = new StripeProvider(
      { ...secrets, fanclubId: 1, live: false },
      { host: '127.0.0.1', port, protocol: 'http' },
    );
  });
  afterAll(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
  beforeEach(() => {
    [asked, answers] = [[], []];
  });
  afterEach(() => expect(faults).toEqual([]));

  it('for a page takes cards only, and saves the card with consent', async () => {
    const page = { id: 'cs_1', url: 'https://pay.example/1', expires_at: 1_781_528_400 };
    answers = [ok(page)];
    expect(await provider.openCheckout(CHECKOUT)).toEqual({
      ref: 'cs_1',
      url: page.url,
      expiresAt: CHECKOUT.expiresAt,
    });
    const intent = Object.entries(METADATA).map(([name, value]) => [
      `payment_intent_data[${name.replace('[', '][')}`,
      value,
    ]);
    const { line, key, form } = asked[0];
    expect([line, key]).toEqual(['POST /v1/checkout/sessions', 'key-7']);
    expect(form).toEqual({
      mode: 'payment',
      ui_mode: 'hosted_page',
      customer: 'cus_1',
      locale: 'auto',
      client_reference_id: '7',
      expires_at: '1781528400',
      ...METADATA,
      success_url: CHECKOUT.returnUrl,
      cancel_url: CHECKOUT.cancelUrl,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '2999',
      'line_items[0][price_data][product_data][name]': 'Gold',
      'payment_intent_data[description]': PAYMENT.description,
      'payment_intent_data[setup_future_usage]': 'off_session',
      ...Object.fromEntries(intent),
      'allowed_payment_method_types[0]': 'card',
      'adaptive_pricing[enabled]': 'false',
    });
  });

  it('for a charge has an answer also if the card is declined', async () => {
    const error = { type: 'card_error', code: 'authentication_required', payment_intent: { id: 'pi_1' } };
    answers = [{ status: 402, body: { error } }];
    expect(await provider.charge(PAYMENT, 'pm_1')).toMatchObject({
      outcome: 'failed',
      amount: '29.99',
      currency: 'USD',
      refs: { payment: 'pi_1' },
      failure: { code: 'authentication_required', advice: 'authenticate' },
    });
    expect(asked).toEqual([
      expect.objectContaining({ line: 'POST /v1/payment_intents', key: 'key-7', form: CHARGE }),
    ]);
  });

  it('for a card takes cards only, in the currency of the fan club', async () => {
    answers = [ok({ id: 'cs_1', url: 'https://pay.example/1', expires_at: 1_781_528_400 })];
    await provider.openCardPage({
      id: 8,
      fanclubId: 1,
      customer: 'cus_1',
      currency: 'EUR',
      idempotencyKey: 'card-8',
      returnUrl: CHECKOUT.returnUrl,
      cancelUrl: CHECKOUT.cancelUrl,
      expiresAt: CHECKOUT.expiresAt,
    });
    expect(asked).toEqual([
      expect.objectContaining({ line: 'POST /v1/checkout/sessions', key: 'card-8', form: CARD_PAGE }),
    ]);
  });

  it('for a refund says what is returned, and why', async () => {
    answers = [ok({ id: 're_1', amount: 999, currency: 'usd', status: 'succeeded' })];
    await provider.refund({
      id: 9,
      fanclubId: 1,
      payment: 'pi_1',
      amount: '9.99',
      currency: 'USD',
      idempotencyKey: 'refund-9',
    });
    const form = {
      payment_intent: 'pi_1',
      amount: '999',
      reason: 'requested_by_customer',
      'metadata[id]': '9',
      'metadata[fanclub]': '1',
    };
    expect(asked).toEqual([expect.objectContaining({ line: 'POST /v1/refunds', key: 'refund-9', form })]);
  });

  it.each([
    ['Ada Lovelace', { name: 'Ada Lovelace' }],
    [null, {}],
  ])('for a customer has the e-mail address and the name %s', async (name, named) => {
    answers = [ok({ id: 'cus_1' })];
    const customer = { fanclubId: 1, customerId: 5, email: 'ada@x.example', name, idempotencyKey: 'c-5' };
    expect(await provider.addCustomer(customer)).toBe('cus_1');
    const form = {
      email: 'ada@x.example',
      ...named,
      'metadata[fanclub]': '1',
      'metadata[customer]': '5',
    };
    expect(asked).toEqual([expect.objectContaining({ line: 'POST /v1/customers', key: 'c-5', form })]);
  });

  it.each(['Ada King', null])(
    'for a changed customer has the e-mail address and the name %s',
    async (name) => {
      answers = [ok({ id: 'cus_1' })];
      expect(await provider.updateCustomer('cus_1', { email: 'ada@y.example', name })).toBe(true);
      const form = { email: 'ada@y.example', name: name ?? '' };
      expect(asked).toEqual([expect.objectContaining({ line: 'POST /v1/customers/cus_1', form })]);
    },
  );

  it('for events asks for these, in the form of the pinned version', async () => {
    const url = 'https://api.example.test/payments/stripe/3/events';
    answers = [ok({ id: 'we_1', url, secret: 'whsec_1' }), ok({ object: 'list', data: [], has_more: false })];
    expect(await provider.addEndpoint(url)).toEqual({ secret: 'whsec_1' });
    const events = EVENTS.map((type, at) => [`enabled_events[${at}]`, type] as const);
    expect(asked[0]).toMatchObject({
      line: 'POST /v1/webhook_endpoints',
      form: { url, api_version: '2026-10-28.endive', ...Object.fromEntries(events) },
    });
    expect(Object.keys(asked[0].form)).toHaveLength(EVENTS.length + 2);
    answers = [ok({ object: 'list', data: [], has_more: false })];
    for await (const hint of provider.recent(new Date('2026-06-15T12:00:00Z'))) throw new Error(hint.ref);
    const types = EVENTS.map((type, at) => [`types[${at}]`, type] as const);
    const { searchParams } = new URL(asked.at(-1)!.line.slice('GET '.length), 'http://127.0.0.1');
    expect(Object.fromEntries(searchParams)).toEqual({
      ...Object.fromEntries(types),
      'created[gte]': '1781524800',
      limit: '100',
    });
  });

  it('waits for eight seconds, and tells Stripe nothing about earlier requests', async () => {
    const setTimeout = jest.spyOn(ClientRequest.prototype, 'setTimeout');
    answers = [1, 2, 3].map(() => ok({ id: 're_1', amount: 999, currency: 'usd', status: 'succeeded' }));
    for (let times = 0; times < 3; times += 1) await provider.observeRefund('re_1');
    expect(setTimeout.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([8000, 8000, 8000]);
    setTimeout.mockRestore();
    expect(asked.map(({ telemetry }) => telemetry)).toEqual([undefined, undefined, undefined]);
  });

  it('is repeated once with its key, and then its outcome is unknown', async () => {
    await expect(provider.charge(PAYMENT, 'pm_1')).rejects.toThrow(ProviderUnavailable);
    expect(asked.map(({ key }) => key)).toEqual(['key-7', 'key-7']);
  });

  it('succeeds if it deletes what Stripe does not know', async () => {
    const missing = { type: 'invalid_request_error', code: 'resource_missing' };
    answers = [1, 2].map(() => ({ status: 404, body: { error: missing } }));
    await provider.deleteCustomer('cus_1');
    await provider.deleteCard('pm_1');
    expect(asked.map(({ line }) => line)).toEqual([
      'DELETE /v1/customers/cus_1',
      'POST /v1/payment_methods/pm_1/detach',
    ]);
  });
});
