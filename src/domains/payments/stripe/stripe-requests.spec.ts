import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeForm } from '../../../../test/support/stripe/form';
import { checkRequest } from '../../../../test/support/stripe/request-check';
import { ProviderUnavailable } from '../payments.errors';
import { StripeProvider } from './stripe-provider';

const PAYMENT = {
  ...{ id: 7, fanclubId: 1, orderId: 70, customer: 'cus_1', idempotencyKey: 'key-7' },
  ...{ amount: '29.99', currency: 'USD', description: 'Gold (The Lanterns)' },
  lines: [{ name: 'Gold', amount: '29.99' }],
};
const CHECKOUT = {
  ...{ ...PAYMENT, saveCard: true, expiresAt: new Date('2026-06-15T13:00:00Z') },
  ...{ returnUrl: 'https://fans.example/paid', cancelUrl: 'https://fans.example/back' },
};
const METADATA = { 'metadata[id]': '7', 'metadata[fanclub]': '1', 'metadata[order]': '70' };

describe('a request to Stripe', () => {
  let server: Server;
  let provider: StripeProvider;
  let asked: { line: string; key: unknown; form: Record<string, string> }[] = [];
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
    asked.push({ line, key: request.headers['idempotency-key'], form });
    return answers.shift() ?? { status: 500, body: { error: { type: 'api_error' } } };
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      void answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const secrets = { secret: 'rk_test_1', webhookSecrets: [] };
    provider = new StripeProvider(
      { ...secrets, id: 3, fanclubId: 1, ref: 'acct_1', live: false },
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
    answers = [{ status: 200, body: page }];
    expect(await provider.openCheckout(CHECKOUT)).toEqual({
      ...{ ref: 'cs_1', url: page.url, expiresAt: CHECKOUT.expiresAt },
    });
    const intent = Object.entries(METADATA).map(([name, value]) => [
      `payment_intent_data[${name.replace('[', '][')}`,
      value,
    ]);
    const { line, key, form } = asked[0];
    expect([line, key]).toEqual(['POST /v1/checkout/sessions', 'key-7']);
    expect(form).toEqual({
      ...{ mode: 'payment', ui_mode: 'hosted_page', customer: 'cus_1', locale: 'auto' },
      ...{ client_reference_id: '7', expires_at: '1781528400', ...METADATA },
      ...{ success_url: CHECKOUT.returnUrl, cancel_url: CHECKOUT.cancelUrl },
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
      ...{ outcome: 'failed', amount: '29.99', currency: 'USD', refs: { payment: 'pi_1' } },
      failure: { code: 'authentication_required', advice: 'authenticate' },
    });
    expect(asked[0]).toMatchObject({
      ...{ line: 'POST /v1/payment_intents', key: 'key-7' },
      form: { amount: '2999', payment_method: 'pm_1', off_session: 'true', confirm: 'true', ...METADATA },
    });
  });

  it('is repeated once with its key, and then its outcome is unknown', async () => {
    await expect(provider.charge(PAYMENT, 'pm_1')).rejects.toThrow(ProviderUnavailable);
    expect(asked.map(({ key }) => key)).toEqual(['key-7', 'key-7']);
  });

  it('to forget what Stripe does not know is fine', async () => {
    const missing = { type: 'invalid_request_error', code: 'resource_missing' };
    answers = [1, 2].map(() => ({ status: 404, body: { error: missing } }));
    await provider.forgetCustomer('cus_1');
    await provider.forgetCard('pm_1');
    expect(asked.map(({ line }) => line)).toEqual([
      'DELETE /v1/customers/cus_1',
      'POST /v1/payment_methods/pm_1/detach',
    ]);
  });
});
