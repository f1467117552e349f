import { Bank, type Metadata, type Stored } from '../../../src/demo-bank';
import { MemoryStore } from '../payments/memory-store';
import type { FormValue } from './form';
import { balanceTransactions } from './wire-balance';
import { WireEndpoints } from './wire-endpoints';
import { invalid, missing, WireError } from './wire-errors';
import { listOf, type SessionForm } from './wire-forms';
import {
  checkoutSession,
  declinedRef,
  disputeObject,
  EVENT_NAMES,
  paymentIntent,
  paymentMethod,
  refundObject,
  secondsOf,
} from './wire-objects';
import { printed } from './wire-print';

/** A request to Stripe. */
export interface Asked {
  readonly method: string;
  readonly path: readonly string[];
  readonly form: Readonly<Record<string, FormValue>>;
  readonly key: string;
}

/** The last digits of the test cards by their tokens. */
const TOKENS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242',
  pm_card_chargeCustomerFail: '0341',
};

/** The objects of an account at Stripe: the rules of the demo bank, in Stripe's wire form. All that can be expanded is. */
export class WireAccount {
  readonly endpoints: WireEndpoints;
  /** The account as `GET /v1/account` prints it. */
  facts = {
    ...{ id: 'acct_wire', object: 'account', charges_enabled: true, default_currency: 'usd' },
    business_profile: { name: 'The Lanterns' },
  };
  private readonly store: MemoryStore;

  /**
   * @param now the account's time
   * @param origin where its pages are
   */
  constructor(
    private readonly now: () => Date,
    private readonly origin: () => string,
  ) {
    this.store = new MemoryStore(now);
    this.endpoints = new WireEndpoints(now);
  }

  get bank(): Bank {
    return new Bank(this.store, this.now());
  }

  /** The answer to a request. @throws WireError or BankRefusal */
  act(asked: Asked): Promise<object> {
    const { method, path } = asked;
    const [kind, ref = '', verb = ''] = path[0] === 'checkout' ? path.slice(1) : path;
    const route = `${method} ${kind}${ref && ' ref'}${verb && ` ${verb}`}`;
    const routes: Readonly<Record<string, () => Promise<object>>> = {
      'GET account': () => Promise.resolve(this.facts),
      'POST customers': () => this.addCustomer(asked),
      'GET customers ref': () => this.customer(ref),
      'POST customers ref': () => this.updateCustomer(ref, asked),
      'DELETE customers ref': () => this.deleteCustomer(ref),
      'POST sessions': () => this.openSession(asked),
      'GET sessions': () => this.listSessions(asked),
      'GET sessions ref': () => this.session(ref),
      'POST sessions ref expire': () => this.expire(ref),
      'POST payment_intents': () => this.charge(asked),
      'GET payment_intents': () => this.listIntents(asked),
      'GET payment_intents ref': () => this.intent(ref),
      'POST payment_intents ref cancel': () => Promise.reject(invalid('payment_intent_unexpected_state')),
      'POST refunds': () => this.refund(asked),
      'GET refunds': () => this.listRefunds(asked),
      'GET refunds ref': () => this.seenRefund(ref),
      'GET disputes': () => this.listDisputes(asked),
      'GET payment_methods ref': () => this.method(ref),
      'POST payment_methods ref attach': () => this.attach(ref, asked),
      'POST payment_methods ref detach': () => this.detach(ref),
      'GET balance_transactions': async () =>
        listOf(await balanceTransactions(this.store, this.now()), asked),
      'GET events': () => this.listEvents(asked),
      'POST webhook_endpoints': () => Promise.resolve(this.endpoints.add(asked)),
      'GET webhook_endpoints': () => Promise.resolve(this.endpoints.list(asked)),
      'DELETE webhook_endpoints ref': () => Promise.resolve(this.endpoints.drop(ref)),
    };
    const act = routes[route];
    return act ? act() : Promise.reject(missing());
  }

  private async addCustomer({ form, key }: Asked): Promise<object> {
    const { email, name = null } = form as Record<string, string>;
    const { ref } = await this.bank.addCustomer({ email, name }, key);
    return { id: ref, object: 'customer', email, name, metadata: form.metadata ?? {} };
  }

  private async customer(ref: string): Promise<object> {
    const found = await this.store.get('customer', ref);
    if (!found) throw missing();
    const { email, name, isDeleted } = found.content;
    const facts = isDeleted ? { deleted: true } : { email, name };
    return { id: ref, object: 'customer', ...facts };
  }

  private async updateCustomer(ref: string, { form }: Asked): Promise<object> {
    const { email, name } = form as Record<string, string | undefined>;
    const { content } = await this.bank.customer(ref);
    await this.bank.updateCustomer(ref, {
      ...{ email: email ?? content.email, name: (name ?? content.name) || null },
    });
    return this.customer(ref);
  }

  private async deleteCustomer(ref: string): Promise<object> {
    if (!(await this.store.get('customer', ref))) throw missing();
    await this.bank.deleteCustomer(ref);
    return { id: ref, object: 'customer', deleted: true };
  }

  private async openSession({ form, key }: Asked): Promise<object> {
    const asked = form as unknown as SessionForm;
    const lines = (asked.line_items ?? []).map(({ quantity, price_data: { unit_amount, product_data } }) => ({
      name: product_data.name,
      amount: Number(quantity) * Number(unit_amount),
    }));
    const opened = await this.bank.openSession(
      {
        ...{ mode: asked.mode, customer: asked.customer, lines, metadata: asked.metadata ?? {} },
        amount: lines.reduce((sum, { amount }) => sum + amount, 0),
        currency: (asked.currency ?? asked.line_items?.[0]?.price_data.currency ?? '').toUpperCase(),
        description: asked.payment_intent_data?.description ?? '',
        savesCard: asked.payment_intent_data?.setup_future_usage === 'off_session',
        ...{ returnUrl: asked.success_url, cancelUrl: asked.cancel_url },
        expiresAt: new Date(Number(asked.expires_at) * 1000).toISOString(),
      },
      key,
    );
    return this.expandedSession(opened);
  }

  private async session(ref: string): Promise<object> {
    return this.expandedSession(await this.bank.session(ref));
  }

  private async expire(ref: string): Promise<object> {
    if ((await this.bank.session(ref)).content.status !== 'open') throw invalid();
    return this.expandedSession(await this.bank.expire(ref));
  }

  private async charge({ form, key }: Asked): Promise<object> {
    const asked = form as Record<string, string> & { metadata?: Metadata };
    const made = await this.bank.charge(
      {
        ...{ customer: asked.customer, card: asked.payment_method, metadata: asked.metadata ?? {} },
        ...{ amount: Number(asked.amount), currency: asked.currency.toUpperCase() },
      },
      key,
    );
    const intent = paymentIntent(made);
    if (made.content.status === 'failed')
      throw new WireError(402, { ...intent.last_payment_error, payment_intent: printed(intent, []) });
    return intent;
  }

  private async intent(ref: string): Promise<object> {
    const page = (await this.pages()).find(({ id }) => declinedRef(id) === ref);
    if (page?.payment_intent?.id === ref) return page.payment_intent;
    return paymentIntent(await this.bank.paymentOf(ref));
  }

  private async refund({ form, key }: Asked): Promise<object> {
    const asked = form as Record<string, string> & { metadata?: Metadata };
    const { payment_intent: payment, metadata = {} } = asked;
    const made = await this.bank.refunds.make({ payment, amount: Number(asked.amount), metadata }, key);
    return refundObject(made, secondsOf(this.store.madeAt(made.ref)));
  }

  private async listRefunds(asked: Asked): Promise<object> {
    const { payment_intent: payment } = asked.form as Record<string, string>;
    const made = await this.bank.refunds.ofPayment(payment);
    const printed = made.map((one) => refundObject(one, secondsOf(this.store.madeAt(one.ref))));
    return listOf(printed.reverse(), asked);
  }

  private async seenRefund(ref: string): Promise<object> {
    return refundObject(await this.bank.refunds.observe(ref), secondsOf(this.store.madeAt(ref)));
  }

  private async listDisputes(asked: Asked): Promise<object> {
    const { payment_intent: payment } = asked.form as Record<string, string | undefined>;
    const all = await this.store.list('dispute', new Date(0), this.now());
    const found = all.filter(({ content }) => payment === undefined || content.payment === payment);
    return listOf(await Promise.all(found.reverse().map((one) => this.dispute(one))), asked);
  }

  private async dispute(found: Stored<'dispute'>) {
    return disputeObject(found, paymentIntent(await this.bank.paymentOf(found.content.payment)));
  }

  private async method(ref: string): Promise<object> {
    const { content } = await this.bank.card(ref);
    return paymentMethod({ ref, ...content }, ref, content.isDeleted ? null : content.customer);
  }

  /** A test card by its token, as if the customer had saved it on a page. */
  private async attach(token: string, { form }: Asked): Promise<object> {
    const last4 = TOKENS[token];
    if (!last4) throw missing();
    const card = { brand: 'visa', last4, expMonth: 12, expYear: this.now().getUTCFullYear() + 4 };
    const kept = { ...card, customer: form.customer as string, billing: null, isDeleted: false };
    return this.method((await this.store.add('card', kept)).ref);
  }

  private async detach(ref: string): Promise<object> {
    if ((await this.bank.card(ref)).content.isDeleted) throw invalid();
    await this.bank.deleteCard(ref);
    return this.method(ref);
  }

  private async listSessions(asked: Asked): Promise<object> {
    const { customer, payment_intent: payment } = asked.form as Record<string, string | undefined>;
    const pages = (await this.pages()).filter(
      (page) =>
        (customer === undefined || page.customer === customer) &&
        (payment === undefined || page.payment_intent?.id === payment),
    );
    return listOf(pages.reverse(), asked);
  }

  private async listIntents(asked: Asked): Promise<object> {
    const { customer } = asked.form as Record<string, string | undefined>;
    const all = (await this.store.list('payment', new Date(0), this.now())).map(paymentIntent);
    const own = all.filter((intent) => customer === undefined || intent.customer === customer);
    return listOf(own.reverse(), asked);
  }

  private async listEvents(asked: Asked): Promise<object> {
    const types = (asked.form.types as string[] | undefined) ?? [];
    const all = await this.events();
    return listOf(
      all.filter(({ type }) => types.length === 0 || types.includes(type)),
      asked,
    );
  }

  /** All pages, oldest first. */
  private async pages() {
    const all = await this.store.list('session', new Date(0), this.now());
    return Promise.all(all.map(async ({ ref }) => this.expandedSession(await this.bank.session(ref))));
  }

  private async expandedSession(session: Stored<'session'>) {
    const { payment, card } = session.content;
    const kept = card === null ? null : (await this.bank.card(card)).content;
    return checkoutSession(session, {
      payment: payment === null ? null : await this.bank.paymentOf(payment),
      card: kept && { ...kept, ref: kept.isDeleted ? null : card },
      created: secondsOf(this.store.madeAt(session.ref)),
      url: `${this.origin()}/pay/${session.ref}`,
    });
  }

  /** All events, newest first. */
  async events() {
    const all = await this.store.list('event', new Date(0), this.now());
    const printed = await Promise.all(
      all.map(async ({ ref, content: { type, object, at } }) => ({
        ...{ id: ref, object: 'event', type: EVENT_NAMES[type], livemode: false },
        ...{
          created: secondsOf(new Date(at)),
          data: { object: await this.objectOf(type, object) },
        },
      })),
    );
    return printed.reverse();
  }

  private async objectOf(type: string, ref: string): Promise<object> {
    if (type.startsWith('session.')) return this.session(ref);
    if (type.startsWith('refund.')) return this.seenRefund(ref);
    if (type.startsWith('card.')) return this.method(ref);
    if (type.startsWith('customer.')) return { id: ref, object: 'customer' };
    if (!type.startsWith('dispute.')) return this.intent(ref);
    return this.dispute((await this.bank.disputes.ofPayment(ref)).at(-1)!);
  }
}
