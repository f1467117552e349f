import type {
  BankCustomer,
  BankFailure,
  BankPayment,
  BankSession,
  BillingName,
  Metadata,
  Stored,
} from './objects';
import { BankDisputes } from './disputes';
import { BankRefusal, Ledger } from './ledger';
import { BankRefunds } from './refunds';
import { type TestCard, testCardByLast4 } from './test-cards';

/** The parameters of a page. */
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

/** The fields that a buyer enters on the page. */
export interface TypedCard extends BillingName {
  readonly card: TestCard;
}

/** The rules of the demo bank for one account, without HTTP. Money is in minor units. */
export class Bank extends Ledger {
  readonly disputes = new BankDisputes(this);
  readonly refunds = new BankRefunds(this, this.disputes);

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
  async deleteCustomer(ref: string): Promise<void> {
    const found = await this.store.get('customer', ref);
    if (!found || found.content.isDeleted) return;
    await this.store.put('customer', ref, { email: '', name: null, isDeleted: true });
    for (const card of await this.store.list('card', new Date(0), this.now))
      if (card.content.customer === ref)
        await this.store.put('card', card.ref, { ...card.content, isDeleted: true });
    await this.announce('customer.deleted', ref, {});
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

  /** Expires an open page. A complete page stays complete. */
  async expire(ref: string): Promise<Stored<'session'>> {
    const found = await this.session(ref);
    return found.content.status === 'open' ? this.end(found) : found;
  }

  /** Submits the form of a page. @returns the page afterwards */
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

  /** Answers the confirmation that a card requires. */
  async confirm(ref: string, agrees: boolean): Promise<Stored<'session'>> {
    const session = await this.session(ref);
    const { status, confirms, billing } = session.content;
    if (status !== 'open' || confirms === null) return session;
    if (!agrees) return this.decline(session, { code: 'authentication_failed', advice: 'authenticate' });
    return this.complete(session, testCardByLast4(confirms), billing!);
  }

  /** Charges a saved card. A declined card gives a `failed` payment, not an error. */
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
      this.announce(`payment.${content.status}`, ref, asked.metadata),
    );
  }

  /** Ends an object whose time has come, and sends the event. An unknown object is ignored. */
  async wake(kind: 'session' | 'refund', ref: string): Promise<void> {
    if (!(await this.store.get(kind, ref))) return;
    await (kind === 'session' ? this.session(ref) : this.refunds.observe(ref));
  }

  /** Deletes a card. An unknown one is ignored. */
  async deleteCard(ref: string): Promise<void> {
    const found = await this.store.get('card', ref);
    if (!found || found.content.isDeleted) return;
    await this.store.put('card', ref, { ...found.content, isDeleted: true });
    await this.announce('card.deleted', ref, {});
  }

  /** The page or payment with this client's id in its metadata. */
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
      status: 'complete',
      confirms: null,
      failure: null,
      billing,
      payment: paid?.ref ?? null,
      card: kept?.ref ?? null,
    });
    await this.announce('session.completed', session.ref, metadata);
    if (paid && isDisputed) await this.disputes.open(paid.ref);
    return done;
  }

  private async payment(
    asked: Pick<BankPayment, 'customer' | 'amount' | 'currency' | 'metadata'>,
    facts: Pick<BankPayment, 'card' | 'failure' | 'session' | 'billing'>,
  ): Promise<BankPayment> {
    const { customer, amount, currency, metadata } = asked;
    await this.customer(customer);
    return {
      customer,
      amount,
      currency,
      metadata,
      ...facts,
      refunded: 0,
      at: this.now.toISOString(),
      status: facts.failure ? 'failed' : 'succeeded',
    };
  }

  private async decline(session: Stored<'session'>, failure: BankFailure): Promise<Stored<'session'>> {
    return this.change(session, { failure, confirms: null });
  }

  private async end(session: Stored<'session'>): Promise<Stored<'session'>> {
    const ended = await this.change(session, { status: 'expired' });
    await this.announce('session.expired', session.ref, session.content.metadata);
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
}
