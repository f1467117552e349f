import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { Bank, BankRefusal, type Metadata, type Stored, testCard } from '../../../src/demo-bank';
import { MemoryStore } from '../payments/memory-store';
import { decodeForm, type FormValue } from './form';
import { checkRequest } from './request-check';
import {
  checkoutSession,
  declinedRef,
  dispute,
  EVENT_NAMES,
  paymentIntent,
  paymentMethod,
  refundObject,
  secondsOf,
} from './wire-objects';

/** A webhook endpoint that somebody has asked for. */
export interface WireEndpoint {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly api_version: string | null;
  readonly enabled_events: readonly string[];
}

interface Asked {
  readonly method: string;
  readonly path: readonly string[];
  readonly form: Readonly<Record<string, FormValue>>;
  readonly key: string;
}

/** What the server answers with another status than 200. */
class WireError extends Error {
  constructor(
    readonly status: number,
    readonly error: object,
  ) {
    super(JSON.stringify(error));
  }
}

const missing = (): WireError =>
  new WireError(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' });
const invalid = (code?: string): WireError =>
  new WireError(400, { type: 'invalid_request_error', ...(code && { code }), message: 'Invalid request' });

/** The last digits of the test cards by their tokens. */
const TOKENS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242',
  pm_card_chargeCustomerFail: '0341',
};

/** The longest answer to a list. */
const MOST = 100;

/**
 * An account at Stripe, as far as the adapter uses it: the rules of the demo bank, in Stripe's wire form, on a loopback port. Every
 * request is checked against the schemas of the pinned package.
 */
export class WireServer {
  readonly endpoints: WireEndpoint[] = [];
  /** Requests by method and path. */
  readonly calls: string[] = [];
  /** What the schemas do not allow; a test expects none. */
  readonly faults: string[] = [];
  /** The account as `GET /v1/account` prints it. */
  account = {
    ...{ id: 'acct_wire', object: 'account', charges_enabled: true, default_currency: 'usd' },
    business_profile: { name: 'The Lanterns' },
  };
  private readonly store: MemoryStore;
  private readonly server: Server;

  /**
   * @param key the key that clients must have
   * @param now the account's time
   */
  private constructor(
    public key: string,
    private readonly now: () => Date,
  ) {
    this.store = new MemoryStore(now);
    this.server = createServer((request, response) => {
      void this.answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_wire' });
        response.end(JSON.stringify(body));
      });
    });
  }

  static async start(key: string, now: () => Date): Promise<WireServer> {
    const wire = new WireServer(key, now);
    await new Promise<void>((resolve) => wire.server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Where a client finds the server. */
  get address(): { host: string; port: number; protocol: 'http' } {
    return { host: '127.0.0.1', port: this.port, protocol: 'http' };
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }

  /** A buyer types a card on a page, and answers the question of the card's bank. */
  async pay(url: string, number: string, confirms?: boolean): Promise<void> {
    const ref = url.slice(url.lastIndexOf('/') + 1);
    const card = testCard(number);
    if (!card) throw new Error('no test card');
    await this.bank.submit(ref, { card, name: 'Ada Lovelace', country: 'us', postalCode: '12345' });
    if (confirms !== undefined) await this.bank.confirm(ref, confirms);
  }

  /** The events that an endpoint would get, oldest first, as bodies with their signatures. */
  async eventsFor({ secret }: WireEndpoint): Promise<{ body: string; signature: string }[]> {
    const events = (await this.events()).reverse();
    const at = secondsOf(this.now());
    return events.map((event) => {
      const body = JSON.stringify(event);
      const hash = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      return { body, signature: `t=${at},v1=${hash}` };
    });
  }

  private get bank(): Bank {
    return new Bank(this.store, this.now());
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const form = decodeForm(request.method === 'POST' ? await readAll(request) : url.searchParams.toString());
    const path = url.pathname.split('/').slice(2).map(decodeURIComponent);
    const method = request.method ?? '';
    this.calls.push(`${method} /v1/${path.join('/')}`);
    if (request.headers.authorization !== `Bearer ${this.key}`)
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } };
    if (method === 'POST') this.faults.push(...checkRequest(path, form));
    try {
      const key = String(request.headers['idempotency-key'] ?? '');
      return { status: 200, body: await this.act({ method, path, form, key }) };
    } catch (error) {
      const { status, error: said } = wireErrorOf(error);
      return { status, body: { error: said } };
    }
  }

  private act(asked: Asked): Promise<object> {
    const { method, path } = asked;
    const [kind, ref = '', verb = ''] = path[0] === 'checkout' ? path.slice(1) : path;
    const route = `${method} ${kind}${ref && ' ref'}${verb && ` ${verb}`}`;
    const routes: Readonly<Record<string, () => Promise<object>>> = {
      'GET account': () => Promise.resolve(this.account),
      'POST customers': () => this.addCustomer(asked),
      'DELETE customers ref': () => this.forgetCustomer(ref),
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
      'GET payment_methods ref': () => this.method(ref),
      'POST payment_methods ref attach': () => this.attach(ref, asked),
      'POST payment_methods ref detach': () => this.detach(ref),
      'GET events': () => this.listEvents(asked),
      'POST webhook_endpoints': () => Promise.resolve(this.addEndpoint(asked)),
      'GET webhook_endpoints': () => Promise.resolve(listOf(this.endpoints.map(withoutSecret), asked)),
      'DELETE webhook_endpoints ref': () => Promise.resolve(this.dropEndpoint(ref)),
    };
    const act = routes[route];
    return act ? act() : Promise.reject(missing());
  }

  private async addCustomer({ form, key }: Asked): Promise<object> {
    const { email, name = null } = form as Record<string, string>;
    const { ref } = await this.bank.addCustomer({ email, name }, key);
    return { id: ref, object: 'customer', email, name, metadata: form.metadata ?? {} };
  }

  private async forgetCustomer(ref: string): Promise<object> {
    if (!(await this.store.get('customer', ref))) throw missing();
    await this.bank.forgetCustomer(ref);
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
    return this.printed(opened);
  }

  private async session(ref: string): Promise<object> {
    return this.printed(await this.bank.session(ref));
  }

  private async expire(ref: string): Promise<object> {
    if ((await this.bank.session(ref)).content.status !== 'open') throw invalid();
    return this.printed(await this.bank.expire(ref));
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
      throw new WireError(402, { ...intent.last_payment_error, payment_intent: intent });
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
    const made = await this.bank.refund({ payment, amount: Number(asked.amount), metadata }, key);
    return refundObject(made, secondsOf(this.store.madeAt(made.ref)));
  }

  private async listRefunds(asked: Asked): Promise<object> {
    const { payment_intent: payment } = asked.form as Record<string, string>;
    const made = await this.bank.refundsOf(payment);
    const printed = made.map((one) => refundObject(one, secondsOf(this.store.madeAt(one.ref))));
    return listOf(printed.reverse(), asked);
  }

  private async seenRefund(ref: string): Promise<object> {
    return refundObject(await this.bank.observeRefund(ref), secondsOf(this.store.madeAt(ref)));
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
    const kept = { ...card, customer: form.customer as string, isDeleted: false };
    return this.method((await this.store.add('card', kept)).ref);
  }

  private async detach(ref: string): Promise<object> {
    if ((await this.bank.card(ref)).content.isDeleted) throw invalid();
    await this.bank.forgetCard(ref);
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

  private addEndpoint({ form }: Asked): object {
    const { url, api_version = null, enabled_events } = form as unknown as WireEndpoint;
    const made = {
      ...{ id: `we_${this.endpoints.length + 1}_${randomBytes(3).toString('hex')}`, url, api_version },
      ...{ enabled_events, secret: `whsec_${randomBytes(16).toString('hex')}` },
    };
    this.endpoints.push(made);
    return { ...made, object: 'webhook_endpoint', created: secondsOf(this.now()) };
  }

  private dropEndpoint(ref: string): object {
    const at = this.endpoints.findIndex(({ id }) => id === ref);
    if (at < 0) throw missing();
    this.endpoints.splice(at, 1);
    return { id: ref, object: 'webhook_endpoint', deleted: true };
  }

  /** All pages, oldest first. */
  private async pages() {
    const all = await this.store.list('session', new Date(0), this.now());
    return Promise.all(all.map(async ({ ref }) => this.printed(await this.bank.session(ref))));
  }

  private async printed(session: Stored<'session'>) {
    const { payment, card } = session.content;
    const kept = card === null ? null : (await this.bank.card(card)).content;
    return checkoutSession(session, {
      payment: payment === null ? null : await this.bank.paymentOf(payment),
      card: kept && { ...kept, ref: kept.isDeleted ? null : card },
      created: secondsOf(this.store.madeAt(session.ref)),
      url: `http://127.0.0.1:${this.port}/pay/${session.ref}`,
    });
  }

  /** All events, newest first. */
  private async events() {
    const all = await this.store.list('event', new Date(0), this.now());
    const printed = await Promise.all(
      all.map(async ({ ref, content: { type, object, metadata, at } }) => ({
        ...{ id: ref, object: 'event', type: EVENT_NAMES[type], livemode: false },
        ...{
          created: secondsOf(new Date(at)),
          data: { object: await this.objectOf(type, object, metadata) },
        },
      })),
    );
    return printed.reverse();
  }

  private async objectOf(type: string, ref: string, metadata: Metadata): Promise<object> {
    if (type.startsWith('session.')) return this.session(ref);
    if (type.startsWith('refund.')) return this.seenRefund(ref);
    return type.startsWith('dispute.') ? dispute(ref, metadata) : this.intent(ref);
  }
}

/** What the adapter sends for a page. */
interface SessionForm {
  readonly mode: 'payment' | 'setup';
  readonly customer: string;
  readonly currency?: string;
  readonly metadata?: Metadata;
  readonly line_items?: readonly {
    readonly quantity: string;
    readonly price_data: {
      readonly currency: string;
      readonly unit_amount: string;
      readonly product_data: { readonly name: string };
    };
  }[];
  readonly payment_intent_data?: { readonly description?: string; readonly setup_future_usage?: string };
  readonly success_url: string;
  readonly cancel_url: string;
  readonly expires_at: string;
}

const withoutSecret = ({ secret: _, ...endpoint }: WireEndpoint) => ({ ...endpoint, created: 0 });

/** A page of a list that begins with the newest: of the asked times, after the asked object. */
function listOf(all: readonly { id: string; created?: number }[], { form }: Asked): object {
  const { limit = '10', starting_after: after, created } = form as Record<string, string | undefined>;
  const { gte = '0', lte = String(Number.MAX_SAFE_INTEGER) } = (created ?? {}) as unknown as Record<
    string,
    string
  >;
  const inTime = all.filter(({ created: at = 0 }) => at >= Number(gte) && at <= Number(lte));
  const from = after === undefined ? 0 : inTime.findIndex(({ id }) => id === after) + 1;
  const data = inTime.slice(from, from + Math.min(Number(limit), MOST));
  return { object: 'list', data, has_more: from + data.length < inTime.length };
}

function wireErrorOf(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (!(error instanceof BankRefusal)) throw error;
  if (error.status === 404) return missing();
  if (error.status === 409)
    return new WireError(400, { type: 'idempotency_error', message: 'Other parameters' });
  return invalid(error.code === 'amount_too_large' ? 'charge_already_refunded' : error.code);
}
