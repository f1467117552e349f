import { add, compare, hundredths, subtract } from '#libs/money';
import {
  type AccountFacts,
  type Card,
  type CardPageToOpen,
  type CheckoutToOpen,
  type CustomerFacts,
  type CustomerToAdd,
  type Hint,
  type LostPayment,
  Misconfigured,
  type Movement,
  type Observed,
  type ObservedCardPage,
  type ObservedDispute,
  type ObservedRefund,
  type OpenedPage,
  type Outcome,
  PaymentProvider,
  type PaymentRefs,
  type PaymentToMake,
  ProviderUnavailable,
  type RefundToMake,
  type Taken,
} from '#domains/payment-providers';

interface Session {
  readonly ref: string;
  readonly asked: CheckoutToOpen;
  outcome: Outcome;
  /** The amount that the buyer paid, which tests may change. */
  amount: string;
  failure: Observed['failure'];
}

/** How a saved card behaves when it is charged, as the demo bank's test cards. `poor_once`: it is declined once for each order. */
export type CardMood = 'works' | 'poor_once' | 'poor' | 'stolen' | 'asks' | 'expired';

const FAILURES: Readonly<Record<Exclude<CardMood, 'works'>, NonNullable<Observed['failure']>>> = {
  poor_once: { code: 'insufficient_funds', advice: 'retry' },
  poor: { code: 'insufficient_funds', advice: 'retry' },
  stolen: { code: 'stolen_card', advice: 'none' },
  asks: { code: 'authentication_required', advice: 'authenticate' },
  expired: { code: 'expired_card', advice: 'new_card' },
};

interface CardPage {
  readonly ref: string;
  readonly asked: CardPageToOpen;
  /** The card that its owner entered. Null: none yet. */
  card: string | null;
}

interface ModelRefund extends RefundToMake {
  readonly ref: string;
  outcome: ObservedRefund['outcome'];
}

/** A provider in memory. Tests act as its buyers. It keeps the guarantees of providers, and no others. */
export class ModelBank extends PaymentProvider {
  pageOrigin = 'https://bank.example';
  readonly sessions: Session[] = [];
  readonly refunds: ModelRefund[] = [];
  readonly disputes: ObservedDispute[] = [];
  readonly customers: CustomerToAdd[] = [];
  readonly cardPages: CardPage[] = [];
  /** The saved cards that were not deleted. */
  readonly cards = new Map<string, CardMood>();
  /** Every call by name, also those that failed. */
  readonly calls: string[] = [];
  /** Whether calls fail before anything happens. */
  isAway = false;
  /** Whether the next call succeeds and its answer is lost. */
  losesNext = false;
  /** The code with which every call is refused; null: none is. */
  refuses: string | null = null;
  /** Waits before each call, so that tests can interleave and stop them. */
  gate: (call: string, moment: 'before' | 'after') => Promise<void> = () => Promise.resolve();

  /** @param clock says when pages end */
  constructor(private readonly clock: { now(): Date }) {
    super();
  }

  /** The buyer pays, if the page still takes money. */
  pay(ref: string, amount?: string): boolean {
    const session = this.sessionOf(ref);
    if (session.outcome !== 'open' && session.outcome !== 'pending') return false;
    session.outcome = 'succeeded';
    session.amount = amount ?? session.asked.amount;
    session.failure = null;
    if (session.asked.saveCard) this.cards.set(`card-${session.asked.id}`, 'works');
    return true;
  }

  /** The buyer's card is declined; the page stays open. */
  decline(ref: string): void {
    this.sessionOf(ref).failure = { code: 'card_declined', advice: 'new_card' };
  }

  /** What the bank has taken and not returned, in hundredths. */
  get balance(): bigint {
    const taken = this.sessions.filter(({ outcome }) => outcome === 'succeeded');
    const returned = this.refunds.filter(({ outcome }) => outcome !== 'failed');
    const sum = (all: readonly { amount: string }[]): bigint =>
      all.reduce((total, { amount }) => total + hundredths(amount), 0n);
    return sum(taken) - sum(returned) - sum(this.disputes.filter(({ outcome }) => outcome === 'lost'));
  }

  account(): Promise<AccountFacts> {
    return Promise.resolve({ ref: 'model', live: false, name: null, currency: null, canCharge: true });
  }

  addCustomer(customer: CustomerToAdd): Promise<string> {
    return this.call('addCustomer', () => {
      const known = this.customers.findIndex(
        ({ idempotencyKey }) => idempotencyKey === customer.idempotencyKey,
      );
      return `customer-${known >= 0 ? known + 1 : this.customers.push(customer)}`;
    });
  }

  updateCustomer(customer: string, facts: CustomerFacts): Promise<boolean> {
    return this.call('updateCustomer', () => {
      const at = this.customers.findIndex((_one, index) => `customer-${index + 1}` === customer);
      if (at >= 0) this.customers[at] = { ...this.customers[at], ...facts };
      return at >= 0;
    });
  }

  deleteCustomer(): Promise<void> {
    return this.call('deleteCustomer', () => undefined);
  }

  openCheckout(asked: CheckoutToOpen): Promise<OpenedPage> {
    return this.call('openCheckout', () => {
      const known = this.sessions.find((one) => one.asked.idempotencyKey === asked.idempotencyKey);
      const session = known ?? this.open(asked);
      return {
        ref: session.ref,
        url: `https://bank.example/${session.ref}`,
        expiresAt: session.asked.expiresAt,
      };
    });
  }

  openCardPage(asked: CardPageToOpen): Promise<OpenedPage> {
    return this.call('openCardPage', () => {
      const page: CardPage = { ref: `card-page-${asked.id}`, asked, card: null };
      this.cardPages.push(page);
      return { ref: page.ref, url: `https://bank.example/${page.ref}`, expiresAt: asked.expiresAt };
    });
  }

  /** The owner enters a card on a page for cards. */
  enterCard(url: string, mood: CardMood): void {
    const page = this.cardPages.find(({ ref }) => url.endsWith(`/${ref}`))!;
    page.card = `card-of-page-${page.asked.id}`;
    this.cards.set(page.card, mood);
  }

  charge(asked: PaymentToMake, card: string): Promise<Observed> {
    return this.call('charge', () => {
      const known = this.sessions.find((one) => one.asked.idempotencyKey === asked.idempotencyKey);
      if (known) return this.seen(known);
      const mood = this.cards.get(card);
      if (!mood) throw new Misconfigured('resource_missing');
      const page = { saveCard: false, returnUrl: '', cancelUrl: '', expiresAt: this.clock.now() };
      const isSecond = this.sessions.some((one) => one.asked.orderId === asked.orderId);
      const failure = mood === 'works' || (mood === 'poor_once' && isSecond) ? null : FAILURES[mood];
      const session = this.open({ ...asked, ...page });
      return this.seen(Object.assign(session, { failure, outcome: failure ? 'failed' : 'succeeded' }));
    });
  }

  observe(refs: PaymentRefs): Promise<Observed> {
    return this.call('observe', () => this.seen(this.sessionOf(refs.session ?? refs.payment!)));
  }

  observeCardPage(ref: string): Promise<ObservedCardPage> {
    return this.call('observeCardPage', () => {
      const { card } = this.cardPages.find((one) => one.ref === ref)!;
      return { outcome: card === null ? 'open' : 'succeeded', card: card === null ? null : cardOf(card) };
    });
  }

  abandon(refs: PaymentRefs): Promise<Observed> {
    return this.call('abandon', () => {
      const session = this.sessionOf(refs.session ?? refs.payment!);
      if (session.outcome === 'open') session.outcome = 'expired';
      return this.seen(session);
    });
  }

  refund(asked: RefundToMake): Promise<ObservedRefund> {
    return this.call('refund', () => {
      const known = this.refunds.find(({ idempotencyKey }) => idempotencyKey === asked.idempotencyKey);
      const made = known ?? {
        ...asked,
        ref: `refund-${this.refunds.length + 1}`,
        outcome: 'succeeded' as const,
      };
      if (!known && this.isDisputed(asked.payment)) throw new Misconfigured('charge_disputed');
      if (!known && compare(this.leftOf(asked.payment), asked.amount) < 0)
        throw new Misconfigured('charge_already_refunded');
      if (!known) this.refunds.push(made);
      return this.refundSeen(made);
    });
  }

  observeRefund(ref: string): Promise<ObservedRefund> {
    return this.call('observeRefund', () => this.refundSeen(this.refunds.find((one) => one.ref === ref)!));
  }

  observeCard(ref: string): Promise<Card | null> {
    return this.call('observeCard', () => (this.cards.has(ref) ? cardOf(ref) : null));
  }

  deleteCard(ref: string): Promise<void> {
    return this.call('deleteCard', () => void this.cards.delete(ref));
  }

  verify(): Hint {
    throw new Error('the model sends no events');
  }

  /** Tests replace it. */
  async *recent(_since: Date): AsyncIterable<Hint> {}

  /** All payments, of any time. */
  async *taken(_from: Date, _to: Date): AsyncIterable<Taken> {
    await Promise.resolve();
    for (const { asked, outcome, amount } of this.sessions) {
      if (outcome !== 'succeeded') continue;
      const payment = `payment-${asked.id}`;
      const refunded = subtract(amount, this.leftOf(payment));
      const { id: ownNumber, currency } = asked;
      yield { payment, ownNumber, amount, currency, refunded, at: this.clock.now() };
    }
  }

  /** All movements, of any time. A refund that failed came back. */
  async *movements(_from: Date, _to: Date): AsyncIterable<Movement> {
    await Promise.resolve();
    const at = this.clock.now();
    for (const { asked, outcome, amount } of this.sessions) {
      const { currency } = asked;
      const paid = { kind: 'payment', reference: `payment-${asked.id}`, amount, currency } as const;
      if (outcome === 'succeeded') yield { ...paid, fee: { amount: '0.00', currency }, at };
    }
    for (const { ref: reference, outcome, amount, currency } of this.refunds) {
      const made = { reference, currency, fee: { amount: '0.00', currency }, at };
      yield { ...made, kind: 'refund', amount: subtract('0', amount) };
      if (outcome === 'failed') yield { ...made, kind: 'refund_failed', amount };
    }
    for (const { ref: reference, outcome, amount, currency } of this.disputes) {
      const made = { reference, currency, fee: { amount: '0.00', currency }, at };
      yield { ...made, kind: 'dispute', amount: subtract('0', amount) };
      if (outcome === 'won') yield { ...made, kind: 'dispute_won', amount };
    }
  }

  /** The buyer pays on an expired page, against the guarantee. */
  payLate(ref: string): void {
    const session = this.sessionOf(ref);
    if (session.outcome !== 'expired') return;
    session.outcome = 'succeeded';
    if (session.asked.saveCard) this.cards.set(`card-${session.asked.id}`, 'works');
  }

  /** Refunds a payment at the bank. Does nothing if the amount exceeds the rest, or the payment is disputed. */
  refundElsewhere(ref: string, amount: string): void {
    const { asked, outcome } = this.sessionOf(ref);
    const payment = `payment-${asked.id}`;
    if (outcome !== 'succeeded' || this.isDisputed(payment) || compare(this.leftOf(payment), amount) < 0)
      return;
    const key = `elsewhere-${this.refunds.length}`;
    const facts = { fanclubId: asked.fanclubId, payment, amount, currency: asked.currency };
    this.refunds.push({ ...facts, id: 0, ref: key, idempotencyKey: key, outcome: 'succeeded' });
  }

  /** The buyer disputes what was not returned of a payment. Null: nothing is left. */
  dispute(ref: string): ObservedDispute | null {
    const { asked } = this.sessionOf(ref);
    const payment = `payment-${asked.id}`;
    const disputed = this.disputes.filter((one) => one.payment === payment && one.outcome !== 'won');
    const amount = subtract(this.leftOf(payment), add(...disputed.map((one) => one.amount)));
    if (compare(amount, '0') <= 0) return null;
    const facts = { ref: `dispute-${this.disputes.length + 1}`, payment, ownNumber: asked.id, amount };
    const { currency } = asked;
    const opened = { ...facts, currency, outcome: 'open', openedAt: this.clock.now() } as const;
    this.disputes.push(opened);
    return opened;
  }

  /** Decides a dispute. */
  decide(ref: string, outcome: 'won' | 'lost'): void {
    const at = this.disputes.findIndex((one) => one.ref === ref);
    this.disputes[at] = { ...this.disputes[at], outcome };
  }

  disputesOf(payment: string): Promise<ObservedDispute[]> {
    return this.call('disputesOf', () => this.disputes.filter((one) => one.payment === payment));
  }

  async *disputesSince(since: Date): AsyncIterable<ObservedDispute> {
    await Promise.resolve();
    yield* this.disputes.filter(({ openedAt }) => openedAt >= since);
  }

  find({ id }: LostPayment): Promise<Observed | null> {
    return this.call('find', () => {
      const session = this.sessions.find(({ asked }) => asked.id === id);
      return session ? this.seen(session) : null;
    });
  }

  refundsOf(payment: string): Promise<ObservedRefund[]> {
    return this.call('refundsOf', () =>
      this.refunds.filter((one) => one.payment === payment).map((one) => this.refundSeen(one)),
    );
  }

  private isDisputed(payment: string): boolean {
    return this.disputes.some((one) => one.payment === payment && one.outcome !== 'won');
  }

  /** What was paid and not returned. */
  private leftOf(payment: string): string {
    const made = this.refunds.filter((one) => one.payment === payment && one.outcome !== 'failed');
    return subtract(this.sessionOf(payment).amount, add(...made.map((one) => one.amount)));
  }

  private async call<T>(name: string, act: () => T): Promise<T> {
    this.calls.push(name);
    await this.gate(name, 'before');
    if (this.isAway) throw new ProviderUnavailable('the model is away');
    if (this.refuses !== null) throw new Misconfigured(this.refuses);
    const answer = act();
    await this.gate(name, 'after');
    if (this.losesNext) {
      this.losesNext = false;
      throw new ProviderUnavailable('the answer was lost');
    }
    return answer;
  }

  private open(asked: CheckoutToOpen): Session {
    const { amount } = asked;
    const session: Session = { ref: `session-${asked.id}`, asked, outcome: 'open', amount, failure: null };
    this.sessions.push(session);
    return session;
  }

  /** The session with this name, or the one of the payment with this name. */
  private sessionOf(ref: string): Session {
    const session = this.sessions.find((one) => one.ref === ref || `payment-${one.asked.id}` === ref);
    if (!session) throw new Error(`the model has no ${ref}`);
    if (session.outcome === 'open' && session.asked.expiresAt <= this.clock.now())
      session.outcome = 'expired';
    return session;
  }

  private seen({ ref, asked, outcome, amount, failure }: Session): Observed {
    const isPaid = outcome === 'succeeded';
    const card = asked.saveCard ? `card-${asked.id}` : null;
    return {
      outcome,
      amount,
      currency: asked.currency,
      failure,
      refs: { session: ref, payment: isPaid ? `payment-${asked.id}` : null },
      card: isPaid ? cardOf(card) : null,
      billing: null,
    };
  }

  private refundSeen({ ref, id, payment, outcome, amount, currency }: ModelRefund): ObservedRefund {
    // A refund made at the provider has no id of ours.
    return { ref, payment, ownNumber: id === 0 ? null : id, outcome, amount, currency, failure: null };
  }
}

const cardOf = (ref: string | null): Card => ({
  ...{ ref, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 },
});
