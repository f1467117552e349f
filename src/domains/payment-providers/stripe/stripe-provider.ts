import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import * as port from '../payment-provider';
import { ownNumberOf } from '../own-number';
import { Misconfigured } from '../provider.errors';
import { disputesAt } from './disputes';
import {
  asked,
  isCardError,
  isInvalidRequest,
  isMissing,
  listed,
  nullIfMissing,
  portError,
  unless,
} from './errors';
import { cardPageForm, chargeForm, checkoutForm, customerForm, refundForm } from './forms';
import {
  accountFacts,
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
import { movementsAt } from './movements';
import { addEndpoint, EVENT_TYPES, verifiedEvent } from './webhooks';

/** Seconds by which the clocks of Stripe and the service may differ. */
const CLOCK_SKEW = 60;

const OF_INTENT = ['latest_charge', 'payment_method'];
const OF_SESSION = OF_INTENT.map((name) => `payment_intent.${name}`);

/** The origin of payment pages, unless the account has its own domain for them. */
const CHECKOUT_ORIGIN = 'https://checkout.stripe.com';

type Server = Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>;

// Loaded with the first account, because most commands and many installations never need the package.
const load = createRequire(__filename) as (name: 'stripe') => typeof Stripe;

/** An account at Stripe; see docs/payments.md#connect-stripe. */
export class StripeProvider extends port.PaymentProvider {
  readonly pageOrigin: string;
  private readonly stripe: Stripe.Stripe;

  /** @param server where Stripe answers, if not at its own address */
  constructor(
    private readonly access: port.AccountAccess,
    server: Server = {},
  ) {
    super();
    const settings = { maxNetworkRetries: 1, timeout: 8000, telemetry: false };
    this.stripe = new (load('stripe'))(access.secret, { ...settings, ...server });
    const { protocol, host, port } = server;
    this.pageOrigin = host === undefined ? CHECKOUT_ORIGIN : `${protocol}://${host}:${port}`;
  }

  async account(): Promise<port.AccountFacts> {
    const found = await asked(() => this.stripe.accounts.retrieveCurrent());
    return accountFacts(found, isLiveKey(this.access.secret));
  }

  /** Creates the endpoint for events, with a new secret. Deletes others at the same address, so that each event is sent once. */
  addEndpoint(url: string): Promise<{ readonly secret: string }> {
    return addEndpoint(this.stripe, load('stripe').API_VERSION, url);
  }

  async addCustomer(customer: port.CustomerToAdd): Promise<string> {
    const { idempotencyKey } = customer;
    const form = customerForm(customer);
    const made = await asked(() => this.stripe.customers.create(form, { idempotencyKey }));
    const isRepeated = made.lastResponse.headers['idempotent-replayed'] === 'true';
    // A replayed answer may name a customer that was deleted since.
    if (!isRepeated || !(await asked(() => this.stripe.customers.retrieve(made.id))).deleted) return made.id;
    return this.addCustomer({ ...customer, idempotencyKey: `${idempotencyKey}-${made.id}` });
  }

  async updateCustomer(customer: string, { email, name }: port.CustomerFacts): Promise<boolean> {
    // An empty name removes it.
    const facts = { email, name: name ?? '' };
    return (await asked(() => this.stripe.customers.update(customer, facts).catch(nullIfMissing))) !== null;
  }

  async deleteCustomer(customer: string): Promise<void> {
    await asked(() => this.stripe.customers.del(customer).catch(nullIfMissing));
  }

  openCheckout(payment: port.CheckoutToOpen): Promise<port.OpenedPage> {
    return this.open(checkoutForm(payment), payment.idempotencyKey);
  }

  openCardPage(page: port.CardPageToOpen): Promise<port.OpenedPage> {
    return this.open(cardPageForm(page), page.idempotencyKey);
  }

  async charge(payment: port.PaymentToMake, card: string): Promise<port.Observed> {
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

  async observe({ session, payment }: port.PaymentRefs): Promise<port.Observed> {
    if (session !== null) return observedSession(await this.session(session));
    if (payment === null) throw new TypeError('a payment without name cannot be observed');
    const seen = observedIntent(
      await asked(() => this.stripe.paymentIntents.retrieve(payment, { expand: OF_INTENT })),
    );
    if (seen.outcome !== 'failed') return seen;
    // On an open page, the buyer may still pay with another card.
    const pages = await asked(() =>
      this.stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 }),
    );
    const page = pages.data.at(0);
    return page ? observedSession(await this.session(page.id)) : seen;
  }

  async observeCardPage(ref: string): Promise<port.ObservedCardPage> {
    const expand = ['setup_intent.payment_method'];
    return observedCardPage(await asked(() => this.stripe.checkout.sessions.retrieve(ref, { expand })));
  }

  async abandon(refs: port.PaymentRefs): Promise<port.Observed> {
    const { session, payment } = refs;
    const end = async () => {
      if (session !== null) await this.stripe.checkout.sessions.expire(session);
      else if (payment !== null) await this.stripe.paymentIntents.cancel(payment);
    };
    // Stripe refuses if the payment has already ended. Its state is the answer then.
    await asked(() => end().catch((error: unknown) => unless(isInvalidRequest(error), error)));
    return this.observe(refs);
  }

  async refund(refund: port.RefundToMake): Promise<port.ObservedRefund> {
    const { idempotencyKey } = refund;
    const form = refundForm(refund);
    return this.refundSeen(await asked(() => this.stripe.refunds.create(form, { idempotencyKey })));
  }

  async observeRefund(ref: string): Promise<port.ObservedRefund> {
    return this.refundSeen(await asked(() => this.stripe.refunds.retrieve(ref)));
  }

  async observeCard(card: string): Promise<port.Card | null> {
    const found = await asked(() => this.stripe.paymentMethods.retrieve(card).catch(nullIfMissing));
    return found?.customer ? cardOf(found) : null;
  }

  async deleteCard(card: string): Promise<void> {
    try {
      await this.stripe.paymentMethods.detach(card);
    } catch (error) {
      if (isMissing(error)) return;
      if (!isInvalidRequest(error)) throw portError(error);
      // Stripe has no error code for a detached card.
      const { customer } = await asked(() => this.stripe.paymentMethods.retrieve(card));
      if (customer !== null) throw portError(error);
    }
  }

  verify(body: Buffer, headers: Readonly<Record<string, string | undefined>>, now: Date): port.Hint {
    const event = verifiedEvent(this.stripe, this.access, {
      body,
      signature: headers['stripe-signature'],
      now,
    });
    return hintOf(event, this.access.fanclubId);
  }

  async *recent(since: Date): AsyncIterable<port.Hint> {
    const params = { types: [...EVENT_TYPES], created: { gte: secondsOf(since) }, limit: 100 };
    for await (const event of listed(this.stripe.events.list(params)))
      yield hintOf(event, this.access.fanclubId);
  }

  async *taken(from: Date, to: Date): AsyncIterable<port.Taken> {
    const created = { gte: secondsOf(from), lte: secondsOf(to) };
    const params = { created, limit: 100, expand: ['data.latest_charge'] };
    for await (const intent of listed(this.stripe.paymentIntents.list(params))) {
      const taken = takenOf(intent, this.access.fanclubId);
      if (taken) yield taken;
    }
  }

  movements(from: Date, to: Date): AsyncIterable<port.Movement> {
    return movementsAt(this.stripe, this.access.fanclubId, from, to);
  }

  async find({ id, customer, requestedAt }: port.LostPayment): Promise<port.Observed | null> {
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

  async refundsOf(payment: string): Promise<readonly port.ObservedRefund[]> {
    const made: port.ObservedRefund[] = [];
    const params = { payment_intent: payment, limit: 100 };
    for await (const refund of listed(this.stripe.refunds.list(params))) made.push(this.refundSeen(refund));
    return made;
  }

  async disputesOf(payment: string): Promise<readonly port.ObservedDispute[]> {
    const found: port.ObservedDispute[] = [];
    const { fanclubId } = this.access;
    for await (const one of disputesAt(this.stripe, fanclubId, { payment_intent: payment })) found.push(one);
    return found;
  }

  disputesSince(since: Date): AsyncIterable<port.ObservedDispute> {
    return disputesAt(this.stripe, this.access.fanclubId, { created: { gte: secondsOf(since) } });
  }

  private refundSeen(refund: Stripe.Refund): port.ObservedRefund {
    return observedRefund(refund, this.access.fanclubId);
  }

  private session(ref: string): Promise<Stripe.Checkout.Session> {
    return asked(() => this.stripe.checkout.sessions.retrieve(ref, { expand: OF_SESSION }));
  }

  private async open(
    form: Stripe.Checkout.SessionCreateParams,
    idempotencyKey: string,
  ): Promise<port.OpenedPage> {
    const page = await asked(() => this.stripe.checkout.sessions.create(form, { idempotencyKey }));
    if (page.url === null) throw new Misconfigured('no_page');
    return { ref: page.id, url: page.url, expiresAt: timeOf(page.expires_at) };
  }
}

/** Whether a key of Stripe moves real money. */
export const isLiveKey = (key: string): boolean => /^[a-z]+_live_/.test(key);
