import { createHmac, timingSafeEqual } from 'node:crypto';
import * as port from '../payment-provider';
import { unitsOf } from '../money';
import { metadataOf } from '../own-number';
import { BadSignature } from '../provider.errors';
import { BankClient, unlessUnknown } from './bank-client';
import {
  type BankCard,
  type BankCustomer,
  type BankDispute,
  type BankEvent,
  type BankMovement,
  type BankPayment,
  type BankRefund,
  cardOf,
  hintOf,
  movementOf,
  observed,
  observedCardPage,
  observedDispute,
  observedRefund,
  type Parts,
  takenOf,
} from './mappers';

/** Seconds by which the time of an event may differ from ours. */
const TOLERANCE = 300;

/** An account at the demo bank, over HTTP like any other provider. */
export class DemoProvider extends port.PaymentProvider {
  readonly pageOrigin: string;
  private readonly base: string;
  private readonly bank: BankClient;

  /** @param publicUrl the address of the service, below which the bank is */
  constructor(
    private readonly access: port.AccountAccess,
    publicUrl: string,
  ) {
    super();
    this.base = `${publicUrl}/demo-bank`;
    this.bank = new BankClient(`${this.base}/v1`, access.secret);
    this.pageOrigin = new URL(publicUrl).origin;
  }

  async account(): Promise<port.AccountFacts> {
    const { ref } = await this.bank.call<{ ref: string }>('GET', 'account');
    return { ref, live: false, name: 'Demo Bank', currency: null, canCharge: true };
  }

  async addCustomer(customer: port.CustomerToAdd): Promise<string> {
    const { email, name, idempotencyKey: key } = customer;
    const { ref, content } = await this.bank.call<BankCustomer>('POST', 'customers', { email, name }, key);
    // A repeated answer may name a customer that was deleted since.
    return content.isDeleted ? this.addCustomer({ ...customer, idempotencyKey: `${key}-${ref}` }) : ref;
  }

  async updateCustomer(customer: string, { email, name }: port.CustomerFacts): Promise<boolean> {
    const path = `customers/${customer}`;
    return this.bank.call('POST', path, { email, name }).then(() => true, unlessUnknown(false));
  }

  async deleteCustomer(customer: string): Promise<void> {
    await this.bank.call('POST', `customers/${customer}/delete`);
  }

  openCheckout(payment: port.CheckoutToOpen): Promise<port.OpenedPage> {
    const { currency, idempotencyKey } = payment;
    const lines = payment.lines.map(({ name, amount }) => ({ name, amount: unitsOf({ amount, currency }) }));
    return this.open({ ...payment, mode: 'payment', lines, amount: unitsOf(payment) }, idempotencyKey);
  }

  openCardPage(page: port.CardPageToOpen): Promise<port.OpenedPage> {
    const nothing = { amount: 0, lines: [], description: 'Your card for renewals', saveCard: true };
    return this.open({ ...page, ...nothing, mode: 'setup' }, page.idempotencyKey);
  }

  async charge(payment: port.PaymentToMake, card: string): Promise<port.Observed> {
    const { customer, currency, idempotencyKey } = payment;
    const body = { customer, card, amount: unitsOf(payment), currency, metadata: metadataOf(payment) };
    const made = await this.bank.call<BankPayment>('POST', 'payments', body, idempotencyKey);
    return observed({ session: null, payment: made, card: null });
  }

  async observe({ session, payment }: port.PaymentRefs): Promise<port.Observed> {
    if (session !== null) return observed(await this.bank.call<Parts>('GET', `sessions/${session}`));
    const made = await this.bank.call<BankPayment>('GET', `payments/${payment}`);
    return observed({ session: null, payment: made, card: null });
  }

  async observeCardPage(ref: string): Promise<port.ObservedCardPage> {
    return observedCardPage(await this.bank.call<Parts>('GET', `sessions/${ref}`));
  }

  async abandon({ session, payment }: port.PaymentRefs): Promise<port.Observed> {
    if (session === null) return this.observe({ session, payment });
    return observed(await this.bank.call<Parts>('POST', `sessions/${session}/expire`));
  }

  async refund(refund: port.RefundToMake): Promise<port.ObservedRefund> {
    const { payment, idempotencyKey } = refund;
    const body = { payment, amount: unitsOf(refund), metadata: metadataOf(refund) };
    return this.refundSeen(await this.bank.call<BankRefund>('POST', 'refunds', body, idempotencyKey));
  }

  async observeRefund(ref: string): Promise<port.ObservedRefund> {
    return this.refundSeen(await this.bank.call<BankRefund>('GET', `refunds/${ref}`));
  }

  async observeCard(card: string): Promise<port.Card | null> {
    const found = await this.bank.call<BankCard>('GET', `cards/${card}`).catch(unlessUnknown(null));
    return found && !found.content.isDeleted ? cardOf(found) : null;
  }

  async deleteCard(card: string): Promise<void> {
    await this.bank.call('POST', `cards/${card}/delete`);
  }

  verify(body: Buffer, headers: Readonly<Record<string, string | undefined>>, now: Date): port.Hint {
    const text = body.toString('utf8');
    const [, seconds, given] =
      /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(headers['demo-bank-signature'] ?? '') ?? [];
    if (given === undefined) throw new BadSignature('there is no signature');
    const isTrue = this.access.webhookSecrets.some((secret) => {
      const expected = createHmac('sha256', secret).update(`${seconds}.${text}`).digest();
      return timingSafeEqual(expected, Buffer.from(given, 'hex'));
    });
    if (!isTrue) throw new BadSignature('the signature is wrong');
    if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE) throw new BadSignature('it is too old');
    const { id, ...content } = JSON.parse(text) as { id: string } & BankEvent['content'];
    return hintOf({ ref: id, content }, this.access.fanclubId);
  }

  async *recent(since: Date): AsyncIterable<port.Hint> {
    const query = new URLSearchParams({ from: since.toISOString(), to: FAR_FUTURE });
    for (const event of await this.bank.call<BankEvent[]>('GET', `list/events?${String(query)}`))
      yield hintOf(event, this.access.fanclubId);
  }

  async *taken(from: Date, to: Date): AsyncIterable<port.Taken> {
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
    for (const payment of await this.bank.call<BankPayment[]>('GET', `list/payments?${String(query)}`)) {
      const taken = takenOf(payment, this.access.fanclubId);
      if (taken) yield taken;
    }
  }

  async *movements(from: Date, to: Date): AsyncIterable<port.Movement> {
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
    for (const movement of await this.bank.call<BankMovement[]>('GET', `movements?${String(query)}`)) {
      const found = movementOf(movement, this.access.fanclubId);
      if (found) yield found;
    }
  }

  async find({ id, requestedAt }: port.LostPayment): Promise<port.Observed | null> {
    const query = new URLSearchParams({ from: new Date(requestedAt.getTime() - 60_000).toISOString() });
    const found = await this.bank.call<Parts | null>('GET', `find/${id}?${String(query)}`);
    return found && observed(found);
  }

  async refundsOf(payment: string): Promise<readonly port.ObservedRefund[]> {
    const made = await this.bank.call<BankRefund[]>('GET', `payments/${payment}/refunds`);
    return made.map((one) => this.refundSeen(one));
  }

  async disputesOf(payment: string): Promise<readonly port.ObservedDispute[]> {
    return this.disputesSeen(await this.bank.call<BankDispute[]>('GET', `payments/${payment}/disputes`));
  }

  async *disputesSince(since: Date): AsyncIterable<port.ObservedDispute> {
    const query = new URLSearchParams({ from: since.toISOString(), to: FAR_FUTURE });
    yield* this.disputesSeen(await this.bank.call<BankDispute[]>('GET', `list/disputes?${String(query)}`));
  }

  private disputesSeen(all: readonly BankDispute[]): port.ObservedDispute[] {
    return all.flatMap((one) => observedDispute(one, this.access.fanclubId) ?? []);
  }

  private refundSeen(refund: BankRefund): port.ObservedRefund {
    return observedRefund(refund, this.access.fanclubId);
  }

  private async open(
    page: Omit<port.CheckoutToOpen, 'lines' | 'amount' | 'orderId'> & {
      mode: 'payment' | 'setup';
      lines: readonly { name: string; amount: number }[];
      amount: number;
    },
    key: string,
  ): Promise<port.OpenedPage> {
    const {
      mode,
      customer,
      amount,
      currency,
      lines,
      description,
      saveCard,
      returnUrl,
      cancelUrl,
      expiresAt,
    } = page;
    const body = {
      mode,
      customer,
      amount,
      currency,
      lines,
      description,
      returnUrl,
      cancelUrl,
      savesCard: saveCard,
      expiresAt: expiresAt.toISOString(),
      metadata: { ...metadataOf(page), mode },
    };
    type Opened = NonNullable<Parts['session']> & { page: string };
    const { ref, content, page: address } = await this.bank.call<Opened>('POST', 'sessions', body, key);
    return { ref, url: `${this.base}/pay/${address}`, expiresAt: new Date(content.expiresAt) };
  }
}

const FAR_FUTURE = '9999-01-01T00:00:00.000Z';
