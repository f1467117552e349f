import { createHash } from 'node:crypto';
import type {
  BankCustomer,
  BankFailure,
  BankObjects,
  BankPayment,
  BankRefund,
  BankSession,
  BankStore,
  BillingName,
  Kind,
  Metadata,
  Stored,
} from './objects';
import { type TestCard, testCardByLast4 } from './test-cards';

/** Milliseconds after which a refund fails that is going to. */
const REFUND_FAILS_AFTER = 60_000;

/** A request that the bank refuses. */
export class BankRefusal extends Error {
  constructor(
    readonly code: string,
    readonly status: 400 | 404 | 409 = 400,
  ) {
    super(code);
  }
}

/** A page to open. */
export type SessionToOpen = Pick<
  BankSession,
  | 'mode'
  | 'customer'
  | 'amount'
  | 'currency'
  | 'lines'
  | 'description'
  | 'savesCard'
  | 'returnUrl'
  | 'cancelUrl'
  | 'expiresAt'
  | 'metadata'
>;

/** What a buyer types on the page. */
export interface TypedCard extends BillingName {
  readonly card: TestCard;
}

/** The rules of the demo bank for one account. Money is in minor units. It knows nothing of HTTP, nor of the service. */
export class Bank {
  constructor(
    private readonly store: BankStore,
    private readonly now: Date,
  ) {}

  addCustomer(asked: Pick<BankCustomer, 'email' | 'name'>, key: string): Promise<Stored<'customer'>> {
    return this.once('customer', key, asked, () => Promise.resolve({ ...asked, isDeleted: false }));
  }

  /** Replaces the facts of a customer. */
  async updateCustomer(
    ref: string,
    facts: Pick<BankCustomer, 'email' | 'name'>,
  ): Promise<Stored<'customer'>> {
    const { content } = await this.customer(ref);
    const changed = { ...content, ...facts };
    await this.store.put('customer', ref, changed);
    return { ref, content: changed };
  }

  /** Deletes a customer with its cards. An unknown one is ignored. */
  async forgetCustomer(ref: string): Promise<void> {
    const found = await this.store.get('customer', ref);
    if (!found || found.content.isDeleted) return;
    await this.store.put('customer', ref, { email: '', name: null, isDeleted: true });
    for (const card of await this.store.list('card', new Date(0), this.now))
      if (card.content.customer === ref)
        await this.store.put('card', card.ref, { ...card.content, isDeleted: true });
    await this.tell('customer.deleted', ref, {});
  }

  openSession(asked: SessionToOpen, key: string): Promise<Stored<'session'>> {
    const make = async (): Promise<BankSession> => {
      await this.customer(asked.customer);
      if (asked.mode === 'payment' && asked.amount <= 0) throw new BankRefusal('amount_too_small');
      const sum = asked.lines.reduce((total, { amount }) => total + amount, 0);
      if (asked.mode === 'payment' && sum !== asked.amount) throw new BankRefusal('lines_differ_from_amount');
      const unpaid = { confirms: null, payment: null, card: null, billing: null, failure: null } as const;
      return { ...asked, ...unpaid, status: 'open' };
    };
    return this.once('session', key, asked, make, ({ ref }) =>
      this.store.wakeAt('session', ref, new Date(asked.expiresAt)),
    );
  }

  /** A page, expired if its time is over or its customer is deleted. */
  async session(ref: string): Promise<Stored<'session'>> {
    const found = await this.store.get('session', ref);
    if (!found) throw new BankRefusal('unknown_session', 404);
    const { status, expiresAt, customer } = found.content;
    if (status !== 'open') return found;
    const owner = await this.store.get('customer', customer);
    const isOver = new Date(expiresAt) <= this.now || !owner || owner.content.isDeleted;
    return isOver ? this.end(found) : found;
  }

  /** Closes a page. One on which somebody paid stays complete. */
  async expire(ref: string): Promise<Stored<'session'>> {
    const found = await this.session(ref);
    return found.content.status === 'open' ? this.end(found) : found;
  }

  /** The buyer presses the button of the page. The answer is the page afterwards. */
  async submit(ref: string, typed: TypedCard): Promise<Stored<'session'>> {
    const session = await this.session(ref);
    if (session.content.status !== 'open') return session;
    const { card, name, country, postalCode } = typed;
    const billing = { name, country, postalCode };
    if (card.declined) return this.decline(session, card.declined);
    if (card.authenticates)
      return this.change(session, { billing, confirms: card.number.slice(-4), failure: null });
    return this.complete(session, card, billing);
  }

  /** The owner of the card confirms, or refuses to. */
  async confirm(ref: string, agrees: boolean): Promise<Stored<'session'>> {
    const session = await this.session(ref);
    const { status, confirms, billing } = session.content;
    if (status !== 'open' || confirms === null) return session;
    if (!agrees) return this.decline(session, { code: 'authentication_failed', advice: 'authenticate' });
    return this.complete(session, testCardByLast4(confirms), billing!);
  }

  /** Charges a saved card. A declined card is an answer. */
  charge(
    asked: { customer: string; card: string; amount: number; currency: string; metadata: Metadata },
    key: string,
  ): Promise<Stored<'payment'>> {
    const make = async (): Promise<BankPayment> => {
      const found = await this.store.get('card', asked.card);
      if (!found || found.content.isDeleted || found.content.customer !== asked.customer)
        throw new BankRefusal('unknown_card', 404);
      const { brand, last4, expMonth, expYear, billing = null } = found.content;
      const failure = testCardByLast4(last4).laterDeclined;
      const card = { ref: found.ref, brand, last4, expMonth, expYear };
      return this.payment(asked, { card, failure, session: null, billing });
    };
    return this.once('payment', key, asked, make, ({ ref, content }) =>
      this.tell(`payment.${content.status}`, ref, asked.metadata),
    );
  }

  async paymentOf(ref: string): Promise<Stored<'payment'>> {
    const found = await this.store.get('payment', ref);
    if (!found) throw new BankRefusal('unknown_payment', 404);
    return found;
  }

  async refund(
    asked: { payment: string; amount: number; metadata: Metadata },
    key: string,
  ): Promise<Stored<'refund'>> {
    // Held first, so that a repetition waits, and finds what the first request made.
    await this.paymentOf(asked.payment);
    const make = async (): Promise<BankRefund> => {
      const payment = await this.paymentOf(asked.payment);
      const { amount, refunded, currency, status, card } = payment.content;
      if (status !== 'succeeded') throw new BankRefusal('payment_not_succeeded');
      if (asked.amount <= 0 || refunded + asked.amount > amount) throw new BankRefusal('amount_too_large');
      await this.store.put('payment', payment.ref, { ...payment.content, refunded: refunded + asked.amount });
      const fails = testCardByLast4(card.last4).refundFails === true;
      const failsAt = fails ? new Date(this.now.getTime() + REFUND_FAILS_AFTER).toISOString() : null;
      return { ...asked, currency, status: 'succeeded', failure: null, failsAt };
    };
    return this.once('refund', key, asked, make, async ({ ref, content: { failsAt } }) => {
      if (failsAt !== null) await this.store.wakeAt('refund', ref, new Date(failsAt));
    });
  }

  /** A refund, failed if its card does not take it back and a minute is over. */
  async observeRefund(ref: string): Promise<Stored<'refund'>> {
    const found = await this.store.get('refund', ref);
    if (!found) throw new BankRefusal('unknown_refund', 404);
    const { status, failsAt, amount, metadata } = found.content;
    if (status === 'failed' || failsAt === null || new Date(failsAt) > this.now) return found;
    const payment = await this.paymentOf(found.content.payment);
    const refunded = payment.content.refunded - amount;
    await this.store.put('payment', payment.ref, { ...payment.content, refunded });
    const failed = { ...found.content, status: 'failed', failure: 'expired_or_canceled_card' } as const;
    await this.store.put('refund', ref, failed);
    await this.tell('refund.failed', ref, metadata);
    return { ref, content: failed };
  }

  /** The refunds of a payment, the oldest first. */
  async refundsOf(payment: string): Promise<Stored<'refund'>[]> {
    const { content } = await this.paymentOf(payment);
    const made = await this.store.list('refund', new Date(content.at), this.now);
    return made.filter((one) => one.content.payment === payment);
  }

  /** Looks at an object whose time may have come, and tells what happened to it. An unknown one is ignored. */
  async wake(kind: 'session' | 'refund', ref: string): Promise<void> {
    if (!(await this.store.get(kind, ref))) return;
    await (kind === 'session' ? this.session(ref) : this.observeRefund(ref));
  }

  /** Deletes a card. An unknown one is ignored. */
  async forgetCard(ref: string): Promise<void> {
    const found = await this.store.get('card', ref);
    if (!found || found.content.isDeleted) return;
    await this.store.put('card', ref, { ...found.content, isDeleted: true });
    await this.tell('card.deleted', ref, {});
  }

  async card(ref: string): Promise<Stored<'card'>> {
    const found = await this.store.get('card', ref);
    if (!found) throw new BankRefusal('unknown_card', 404);
    return found;
  }

  /** The object that a client made with this id in its metadata. */
  async findById(id: string, from: Date): Promise<Stored<'session'> | Stored<'payment'> | null> {
    const sessions = await this.store.list('session', from, this.now);
    const session = sessions.find(({ content }) => content.mode === 'payment' && content.metadata.id === id);
    if (session) return this.session(session.ref);
    const payments = await this.store.list('payment', from, this.now);
    return payments.find(({ content }) => content.metadata.id === id) ?? null;
  }

  private async complete(
    session: Stored<'session'>,
    { brand, number, isDisputed }: TestCard,
    billing: BillingName,
  ): Promise<Stored<'session'>> {
    const { customer, mode, savesCard, metadata } = session.content;
    const facts = { brand, last4: number.slice(-4), expMonth: 12, expYear: this.now.getUTCFullYear() + 4 };
    const kept =
      savesCard || mode === 'setup'
        ? await this.store.add('card', { customer, ...facts, billing, isDeleted: false })
        : null;
    const card = { ref: kept?.ref ?? null, ...facts };
    const paid =
      mode === 'payment'
        ? await this.store.add(
            'payment',
            await this.payment(session.content, { card, failure: null, session: session.ref, billing }),
          )
        : null;
    const done = await this.change(session, {
      ...{ status: 'complete', confirms: null, failure: null, billing },
      ...{ payment: paid?.ref ?? null, card: kept?.ref ?? null },
    });
    await this.tell('session.completed', session.ref, metadata);
    if (paid && isDisputed) await this.tell('dispute.created', paid.ref, metadata);
    return done;
  }

  private async payment(
    asked: Pick<BankPayment, 'customer' | 'amount' | 'currency' | 'metadata'>,
    facts: Pick<BankPayment, 'card' | 'failure' | 'session' | 'billing'>,
  ): Promise<BankPayment> {
    const { customer, amount, currency, metadata } = asked;
    await this.customer(customer);
    return {
      ...{ customer, amount, currency, metadata, ...facts, refunded: 0, at: this.now.toISOString() },
      status: facts.failure ? 'failed' : 'succeeded',
    };
  }

  private async decline(session: Stored<'session'>, failure: BankFailure): Promise<Stored<'session'>> {
    return this.change(session, { failure, confirms: null });
  }

  private async end(session: Stored<'session'>): Promise<Stored<'session'>> {
    const ended = await this.change(session, { status: 'expired' });
    await this.tell('session.expired', session.ref, session.content.metadata);
    return ended;
  }

  private async change(
    { ref, content }: Stored<'session'>,
    changes: Partial<BankSession>,
  ): Promise<Stored<'session'>> {
    const changed = { ...content, ...changes };
    await this.store.put('session', ref, changed);
    return { ref, content: changed };
  }

  /** A customer that is not deleted. */
  async customer(ref: string): Promise<Stored<'customer'>> {
    const found = await this.store.get('customer', ref);
    if (!found || found.content.isDeleted) throw new BankRefusal('unknown_customer', 404);
    return found;
  }

  /** The object that was made with a key before, if the same was asked, or a new one. */
  private async once<K extends Kind>(
    kind: K,
    key: string,
    asked: object,
    make: () => Promise<BankObjects[K]>,
    whenNew: (made: Stored<K>) => Promise<void> = () => Promise.resolve(),
  ): Promise<Stored<K>> {
    if (key === '') throw new BankRefusal('idempotency_key_missing');
    const hash = hashOf(asked);
    const known = await this.store.byKey(kind, key);
    if (known) {
      if (known.hash !== hash) throw new BankRefusal('idempotency_key_reused', 409);
      return { ref: known.ref, content: known.content };
    }
    const made = await this.store.add(kind, await make(), { key, hash });
    await whenNew(made);
    return made;
  }

  private async tell(type: string, object: string, metadata: Metadata): Promise<void> {
    await this.store.add('event', { type, object, metadata, at: this.now.toISOString() });
  }
}

/** The same for the same parameters, in any order. */
function hashOf(asked: unknown): string {
  const sorted = JSON.stringify(asked, (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('base64url');
}
