import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import type { AccountAccess } from '../adapters';
import {
  type AccountFacts,
  type CardPageToOpen,
  type CheckoutToOpen,
  type Card,
  type CustomerFacts,
  type CustomerToAdd,
  type Hint,
  type LostPayment,
  type Observed,
  type ObservedCardPage,
  type ObservedRefund,
  type OpenedPage,
  PaymentProvider,
  type PaymentRefs,
  type PaymentToMake,
  type RefundToMake,
  type Taken,
} from '../payment-provider';
import { ownNumberOf } from '../own-number';
import { BadSignature, Misconfigured } from '../payments.errors';
import {
  asked,
  isCardError,
  isInvalidRequest,
  isMissing,
  listed,
  portError,
  unless,
  unlessMissing,
} from './errors';
import { EVENT_TYPES } from './event-types';
import { cardPageForm, chargeForm, checkoutForm, customerForm, refundForm } from './forms';
import {
  cardOf,
  failureOf,
  hintOf,
  observedCardPage,
  observedIntent,
  observedRefund,
  observedSession,
  secondsOf,
  takenOf,
  timeOf,
} from './mappers';

/** Seconds by which an event may be late. */
const TOLERANCE = 300;

/** Seconds by which the clocks of Stripe and the service may differ. */
const CLOCK_SKEW = 60;

const OF_INTENT = ['latest_charge', 'payment_method'];
const OF_SESSION = OF_INTENT.map((name) => `payment_intent.${name}`);

/** Accounts with a domain of their own for payment pages have another one. */
const CHECKOUT_ORIGIN = 'https://checkout.stripe.com';

type Server = Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>;

// The package is loaded with the first account: most commands and many installations never need it.
const load = createRequire(__filename) as (name: 'stripe') => typeof Stripe;

/** An account at Stripe; see docs/operations/stripe.md. */
export class StripeProvider extends PaymentProvider {
  readonly pageOrigin: string;
  private readonly stripe: Stripe.Stripe;

  /** @param server where Stripe answers, if not at its own address */
  constructor(
    private readonly access: AccountAccess,
    server: Server = {},
  ) {
    super();
    const settings = { maxNetworkRetries: 1, timeout: 8000, telemetry: false };
    this.stripe = new (load('stripe'))(access.secret, { ...settings, ...server });
    const { protocol, host, port } = server;
    this.pageOrigin = host === undefined ? CHECKOUT_ORIGIN : `${protocol}://${host}:${port}`;
  }

  async account(): Promise<AccountFacts> {
    const found = await asked(() => this.stripe.accounts.retrieveCurrent());
    const name = found.business_profile?.name ?? found.settings?.dashboard.display_name ?? null;
    const currency = found.default_currency?.toUpperCase() ?? null;
    const live = isLiveKey(this.access.secret);
    return { ref: found.id, live, name, currency, canCharge: found.charges_enabled };
  }

  /**
   * Has Stripe send events to an address, with a new key. Other endpoints at the same address are removed, so that each event is sent
   * once.
   */
  async addEndpoint(url: string): Promise<{ readonly secret: string }> {
    const { webhookEndpoints } = this.stripe;
    const params = { url, enabled_events: [...EVENT_TYPES], api_version: load('stripe').API_VERSION };
    const made = await asked(() => webhookEndpoints.create(params));
    for await (const { id, url: place } of listed(webhookEndpoints.list({ limit: 100 })))
      if (place === url && id !== made.id) await asked(() => webhookEndpoints.del(id));
    if (made.secret === undefined) throw new Misconfigured('no_webhook_secret');
    return { secret: made.secret };
  }

  async addCustomer(customer: CustomerToAdd): Promise<string> {
    const { idempotencyKey } = customer;
    const form = customerForm(customer);
    const made = await asked(() => this.stripe.customers.create(form, { idempotencyKey }));
    const isRepeated = made.lastResponse.headers['idempotent-replayed'] === 'true';
    // Stripe repeats its first answer, also if the customer was deleted meanwhile.
    if (!isRepeated || !(await asked(() => this.stripe.customers.retrieve(made.id))).deleted) return made.id;
    return this.addCustomer({ ...customer, idempotencyKey: `${idempotencyKey}-${made.id}` });
  }

  async updateCustomer(customer: string, { email, name }: CustomerFacts): Promise<boolean> {
    const update = async () => {
      // An empty name removes it.
      await this.stripe.customers.update(customer, { email, name: name ?? '' });
      return true;
    };
    return asked(() => update().catch((error: unknown) => (unlessMissing(error), false)));
  }

  async forgetCustomer(customer: string): Promise<void> {
    await asked(() => this.stripe.customers.del(customer).catch(unlessMissing));
  }

  openCheckout(payment: CheckoutToOpen): Promise<OpenedPage> {
    return this.open(checkoutForm(payment), payment.idempotencyKey);
  }

  openCardPage(page: CardPageToOpen): Promise<OpenedPage> {
    return this.open(cardPageForm(page), page.idempotencyKey);
  }

  async charge(payment: PaymentToMake, card: string): Promise<Observed> {
    const { amount, currency, idempotencyKey } = payment;
    const form = { ...chargeForm(payment, card), expand: OF_INTENT };
    try {
      return observedIntent(await this.stripe.paymentIntents.create(form, { idempotencyKey }));
    } catch (error) {
      if (!isCardError(error)) throw portError(error);
      const refs = { session: null, payment: error.payment_intent?.id ?? null };
      const nothing = { card: null, billing: null };
      return { outcome: 'failed', amount, currency, refs, ...nothing, failure: failureOf(error) };
    }
  }

  async observe({ session, payment }: PaymentRefs): Promise<Observed> {
    if (session !== null) return observedSession(await this.session(session));
    if (payment === null) throw new TypeError('a payment without name cannot be observed');
    const seen = observedIntent(
      await asked(() => this.stripe.paymentIntents.retrieve(payment, { expand: OF_INTENT })),
    );
    if (seen.outcome !== 'failed') return seen;
    // On a page, another card may still pay.
    const pages = await asked(() =>
      this.stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 }),
    );
    const page = pages.data.at(0);
    return page ? observedSession(await this.session(page.id)) : seen;
  }

  async observeCardPage(ref: string): Promise<ObservedCardPage> {
    const expand = ['setup_intent.payment_method'];
    return observedCardPage(await asked(() => this.stripe.checkout.sessions.retrieve(ref, { expand })));
  }

  async abandon(refs: PaymentRefs): Promise<Observed> {
    const { session, payment } = refs;
    const end = async () => {
      if (session !== null) await this.stripe.checkout.sessions.expire(session);
      else if (payment !== null) await this.stripe.paymentIntents.cancel(payment);
    };
    // What has ended already cannot be ended: its state is the answer.
    await asked(() => end().catch((error: unknown) => unless(isInvalidRequest(error), error)));
    return this.observe(refs);
  }

  async refund(refund: RefundToMake): Promise<ObservedRefund> {
    const { idempotencyKey } = refund;
    const form = refundForm(refund);
    return this.refundSeen(await asked(() => this.stripe.refunds.create(form, { idempotencyKey })));
  }

  async observeRefund(ref: string): Promise<ObservedRefund> {
    return this.refundSeen(await asked(() => this.stripe.refunds.retrieve(ref)));
  }

  async observeCard(card: string): Promise<Card | null> {
    const found = await asked(() =>
      this.stripe.paymentMethods.retrieve(card).catch((error: unknown) => (unlessMissing(error), null)),
    );
    return found?.customer ? cardOf(found) : null;
  }

  async forgetCard(card: string): Promise<void> {
    try {
      await this.stripe.paymentMethods.detach(card);
    } catch (error) {
      if (isMissing(error)) return;
      if (!isInvalidRequest(error)) throw portError(error);
      // Stripe has no code for a card that is deleted already.
      const { customer } = await asked(() => this.stripe.paymentMethods.retrieve(card));
      if (customer !== null) throw portError(error);
    }
  }

  verify(body: Buffer, headers: Readonly<Record<string, string | undefined>>, now: Date): Hint {
    const signature = headers['stripe-signature'];
    if (signature === undefined) throw new BadSignature('there is no signature');
    const isTrue = this.access.webhookSecrets.some((secret) => this.isSigned(body, signature, secret, now));
    if (!isTrue) throw new BadSignature('the signature is wrong, or too old');
    const event = JSON.parse(body.toString('utf8')) as Stripe.Event;
    if (event.livemode !== this.access.live) throw new BadSignature('it is of the other mode');
    return hintOf(event, this.access.fanclubId);
  }

  async *recent(since: Date): AsyncIterable<Hint> {
    const params = { types: [...EVENT_TYPES], created: { gte: secondsOf(since) }, limit: 100 };
    for await (const event of listed(this.stripe.events.list(params)))
      yield hintOf(event, this.access.fanclubId);
  }

  async *taken(from: Date, to: Date): AsyncIterable<Taken> {
    const created = { gte: secondsOf(from), lte: secondsOf(to) };
    const params = { created, limit: 100, expand: ['data.latest_charge'] };
    for await (const intent of listed(this.stripe.paymentIntents.list(params))) {
      const taken = takenOf(intent, this.access.fanclubId);
      if (taken) yield taken;
    }
  }

  async find({ id, customer, requestedAt }: LostPayment): Promise<Observed | null> {
    const isIt = ({ metadata }: { metadata: Stripe.Metadata | null }) =>
      ownNumberOf(metadata, this.access.fanclubId) === id;
    const params = { customer, created: { gte: secondsOf(requestedAt) - CLOCK_SKEW }, limit: 100 };
    for await (const session of listed(this.stripe.checkout.sessions.list(params)))
      if (session.mode === 'payment' && isIt(session))
        return this.observe({ session: session.id, payment: null });
    for await (const intent of listed(this.stripe.paymentIntents.list(params)))
      if (isIt(intent)) return this.observe({ session: null, payment: intent.id });
    return null;
  }

  async refundsOf(payment: string): Promise<readonly ObservedRefund[]> {
    const made: ObservedRefund[] = [];
    const params = { payment_intent: payment, limit: 100 };
    for await (const refund of listed(this.stripe.refunds.list(params))) made.push(this.refundSeen(refund));
    return made;
  }

  private refundSeen(refund: Stripe.Refund): ObservedRefund {
    return observedRefund(refund, this.access.fanclubId);
  }

  private session(ref: string): Promise<Stripe.Checkout.Session> {
    return asked(() => this.stripe.checkout.sessions.retrieve(ref, { expand: OF_SESSION }));
  }

  private async open(form: Stripe.Checkout.SessionCreateParams, idempotencyKey: string): Promise<OpenedPage> {
    const page = await asked(() => this.stripe.checkout.sessions.create(form, { idempotencyKey }));
    if (page.url === null) throw new Misconfigured('no_page');
    return { ref: page.id, url: page.url, expiresAt: timeOf(page.expires_at) };
  }

  private isSigned(body: Buffer, signature: string, secret: string, now: Date): boolean {
    const { webhooks } = this.stripe;
    try {
      return webhooks.signature!.verifyHeader(body, signature, secret, TOLERANCE, undefined, now.getTime());
    } catch {
      return false;
    }
  }
}

/** Whether real money moves with a key. Stripe writes it into the key. */
export const isLiveKey = (key: string): boolean => /^[a-z]+_live_/.test(key);
