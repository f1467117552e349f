import Stripe from 'stripe';
import { BadSignature, Misconfigured, ProviderUnavailable } from '../provider.errors';
import { adviceOf, codeOf } from './declines';
import { isCardError, portError } from './errors';
import { observedIntent, observedRefund, observedSession } from './mappers';
import { isLiveKey, StripeProvider } from './stripe-provider';

const NOW = new Date('2026-06-15T12:00:00Z');
const SECRETS = ['whsec_present', 'whsec_former'];
const provider = (live = false) =>
  new StripeProvider({
    fanclubId: 1,
    live,
    secret: 'rk_test_1',
    webhookSecrets: SECRETS,
  });

/** An event with its signature. */
function signed(object: object, { secret = SECRETS[0], at = NOW, ...event }: Facts = {}) {
  const facts = { id: 'evt_1', type: 'checkout.session.completed', created: 1_781_524_800, livemode: false };
  const payload = JSON.stringify({ ...facts, ...event, data: { object } });
  const timestamp = at.getTime() / 1000;
  const header = new Stripe('rk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { body: Buffer.from(payload), headers: { 'stripe-signature': header } };
}
interface Facts {
  secret?: string;
  at?: Date;
  type?: string;
  livemode?: boolean;
}

const METADATA = { id: '7', fanclub: '1', order: '70' };
const INTENT = {
  id: 'pi_1',
  amount: 2999,
  amount_received: 2999,
  currency: 'usd',
  status: 'succeeded',
  latest_charge: null,
  last_payment_error: null,
  payment_method: {
    id: 'pm_1',
    customer: null,
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
  },
} as unknown as Stripe.PaymentIntent;
const session = (facts: object) =>
  ({
    id: 'cs_1',
    amount_total: 2999,
    currency: 'usd',
    status: 'open',
    payment_intent: null,
    ...facts,
  }) as unknown as Stripe.Checkout.Session;

describe('an event of Stripe', () => {
  it.each([
    ['checkout.session.completed', { id: 'cs_1', mode: 'payment' }, ['payment', 'cs_1', 7]],
    ['checkout.session.expired', { id: 'cs_1', mode: 'setup' }, ['card_page', 'cs_1', 7]],
    ['payment_intent.succeeded', { id: 'pi_1' }, ['payment', 'pi_1', 7]],
    ['refund.failed', { id: 're_1' }, ['refund', 're_1', 7]],
    ['charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_1' }, ['dispute', 'pi_1', null]],
    ['customer.deleted', { id: 'cus_1' }, ['customer', 'cus_1', null]],
    ['payment_method.detached', { id: 'pm_1' }, ['card', 'pm_1', null]],
    ['payment_method.automatically_updated', { id: 'pm_1' }, ['card', 'pm_1', null]],
  ])('%s is about its object', (type, object, expected) => {
    const { body, headers } = signed({ ...object, metadata: METADATA }, { type });
    const hint = provider().verify(body, headers, NOW);
    expect([hint.subject, hint.object, hint.ownNumber]).toEqual(expected);
    expect([hint.ref, hint.type, hint.created]).toEqual(['evt_1', type, NOW]);
  });

  it('does not name a payment of another system or fan club', () => {
    for (const metadata of [null, { id: '7' }, { ...METADATA, fanclub: '2' }, { ...METADATA, id: 'x7' }]) {
      const { body, headers } = signed({ id: 'pi_1', metadata });
      expect(provider().verify(body, headers, NOW).ownNumber).toBeNull();
    }
  });

  it('is valid with the former secret, and until it is five minutes old', () => {
    const at = new Date('2026-06-15T11:55:00Z');
    for (const facts of [{ secret: SECRETS[1] }, { at }]) {
      const { body, headers } = signed({ id: 'cs_1' }, facts);
      expect(provider().verify(body, headers, NOW).object).toBe('cs_1');
    }
  });

  it.each([
    ['with another secret', signed({}, { secret: 'whsec_other' })],
    ['that is older', signed({}, { at: new Date('2026-06-15T11:54:59Z') })],
    ['without signature', { ...signed({}), headers: {} }],
    ['that was altered', { ...signed({}), body: Buffer.from('{}') }],
    ['of the live mode', signed({}, { livemode: true })],
  ])('%s is refused', (_title, { body, headers }) => {
    expect(() => provider().verify(body, headers, NOW)).toThrow(BadSignature);
  });
});

describe('a payment at Stripe', () => {
  const declined = { code: 'card_declined', decline_code: 'insufficient_funds' };

  it('is open while its page is, also after a declined card', () => {
    expect(observedSession(session({}))).toMatchObject({ outcome: 'open', amount: '29.99', failure: null });
    const intent = { ...INTENT, status: 'requires_payment_method', last_payment_error: declined };
    expect(observedSession(session({ payment_intent: intent }))).toMatchObject({
      outcome: 'open',
      refs: { session: 'cs_1', payment: 'pi_1' },
      failure: { code: 'insufficient_funds', advice: 'retry' },
    });
  });

  it.each([
    ['complete', 'succeeded', 'succeeded'],
    ['complete', 'processing', 'pending'],
    ['expired', 'succeeded', 'succeeded'],
    ['expired', 'processing', 'pending'],
    ['expired', 'canceled', 'expired'],
    ['expired', 'requires_payment_method', 'expired'],
    ['open', 'canceled', 'cancelled'],
  ])('of a page that is %s and whose payment is %s is %s', (status, paid, outcome) => {
    const payment_intent = { ...INTENT, status: paid };
    expect(observedSession(session({ status, payment_intent })).outcome).toBe(outcome);
  });

  it('has failed if nobody is there to act', () => {
    const intent = { ...INTENT, status: 'requires_action' } as Stripe.PaymentIntent;
    expect(observedIntent(intent).outcome).toBe('failed');
  });

  it('names a card for later only if it belongs to the customer', () => {
    expect(observedIntent(INTENT).card).toMatchObject({ ref: null, brand: 'visa', expYear: 2030 });
    const payment_method = { ...(INTENT.payment_method as object), customer: 'cus_1' };
    const saved = observedIntent({ ...INTENT, payment_method } as Stripe.PaymentIntent);
    expect(saved.card?.ref).toBe('pm_1');
  });

  it('in a currency without decimals has whole amounts', () => {
    const intent = { ...INTENT, amount_received: 2500, currency: 'jpy' } as Stripe.PaymentIntent;
    expect(observedIntent(intent)).toMatchObject({ amount: '2500.00', currency: 'JPY' });
  });

  it.each([
    ['succeeded', 'succeeded', null],
    ['requires_action', 'pending', null],
    ['failed', 'failed', 'lost_or_stolen_card'],
    ['canceled', 'failed', 'lost_or_stolen_card'],
  ])('has a refund that is %s at Stripe and %s here', (status, outcome, failure) => {
    const facts = { id: 're_1', amount: 999, currency: 'usd', failure_reason: 'lost_or_stolen_card' };
    const of = { payment_intent: 'pi_1', metadata: { id: '7', fanclub: '1' } };
    const refund = { ...facts, ...of, status } as unknown as Stripe.Refund;
    const expected = {
      ref: 're_1',
      payment: 'pi_1',
      ownNumber: 7,
      outcome,
      amount: '9.99',
      currency: 'USD',
      failure,
    };
    expect(observedRefund(refund, 1)).toEqual(expected);
  });
});

it.each([
  [{ code: 'card_declined', decline_code: 'generic_decline' }, 'card_declined', 'new_card'],
  [{ code: 'card_declined', decline_code: 'stolen_card' }, 'stolen_card', 'none'],
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds', 'retry'],
  [{ code: 'expired_card' }, 'expired_card', 'new_card'],
  [{ code: 'authentication_required' }, 'authentication_required', 'authenticate'],
  [{ decline_code: 'insufficient_funds', advice_code: 'do_not_try_again' }, 'insufficient_funds', 'none'],
])('the decline %j has the code %s and the advice %s', (decline, code, advice) => {
  expect([codeOf(decline), adviceOf(decline)]).toEqual([code, advice]);
});

describe('an error of Stripe', () => {
  const { errors } = Stripe;
  const raw = (facts: object) => ({ message: 'ada@x.example rk_test_1', ...facts }) as Stripe.StripeRawError;

  it.each([
    [new errors.StripeConnectionError(raw({})), ProviderUnavailable],
    [new errors.StripeAPIError(raw({ statusCode: 500 })), ProviderUnavailable],
    [new errors.StripeRateLimitError(raw({ statusCode: 429 })), ProviderUnavailable],
    [
      new errors.StripeIdempotencyError(raw({ statusCode: 409, code: 'idempotency_key_in_use' })),
      ProviderUnavailable,
    ],
    [new errors.StripeIdempotencyError(raw({ statusCode: 400 })), Misconfigured],
    [new errors.StripeAuthenticationError(raw({ statusCode: 401 })), Misconfigured],
    [new errors.StripePermissionError(raw({ statusCode: 403 })), Misconfigured],
    [new errors.StripeInvalidRequestError(raw({ code: 'amount_too_small' })), Misconfigured],
  ])('%# is one of the port, without its text', (error, kind) => {
    const mapped = portError(error);
    expect(mapped).toBeInstanceOf(kind);
    expect((mapped as Error).cause).toBeUndefined();
    expect((mapped as Error).message).not.toMatch(/@|rk_/);
  });

  it('keeps the code of a connection that failed', () => {
    const detail = Object.assign(new Error('ada@x.example'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    const error = new errors.StripeConnectionError({ ...raw({}), detail });
    expect(portError(error)).toMatchObject({ connection: 'SELF_SIGNED_CERT_IN_CHAIN' });
  });

  it('is left alone if it is not of Stripe, and known by its card', () => {
    const other = new Error('other');
    expect(portError(other)).toBe(other);
    expect(isCardError(new errors.StripeCardError(raw({ code: 'card_declined' })))).toBe(true);
  });
});

it('the mode of a key is written in it', () => {
  expect(['rk_live_1', 'sk_live_1', 'rk_test_live_'].map(isLiveKey)).toEqual([true, true, false]);
});
