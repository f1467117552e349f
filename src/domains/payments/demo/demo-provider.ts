import { createHmac, timingSafeEqual } from 'node:crypto';
import { minorUnits } from '#libs/money';
import { connectionCode } from '#platform/http';
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
import { metadataOf } from '../own-number';
import { BadSignature, Misconfigured, ProviderUnavailable } from '../payments.errors';
import {
  type BankCard,
  type BankCustomer,
  type BankEvent,
  type BankPayment,
  type BankRefund,
  cardOf,
  hintOf,
  observed,
  observedCardPage,
  observedRefund,
  type Parts,
  takenOf,
} from './mappers';

/** Milliseconds that an answer may take. */
const TIMEOUT = 8_000;

/** Seconds by which the time of an event may differ from ours. */
const TOLERANCE = 300;

/** An account at the demo bank, over HTTP like any other provider. */
export class DemoProvider extends PaymentProvider {
  readonly pageOrigin: string;
  private readonly base: string;

  /** @param publicUrl the address of the service, below which the bank is */
  constructor(
    private readonly access: AccountAccess,
    publicUrl: string,
  ) {
    super();
    this.base = `${publicUrl}/demo-bank`;
    this.pageOrigin = new URL(publicUrl).origin;
  }

  async account(): Promise<AccountFacts> {
    const { ref } = await this.call<{ ref: string }>('GET', 'account');
    return { ref, live: false, name: 'Demo Bank', currency: null, canCharge: true };
  }

  async addCustomer(customer: CustomerToAdd): Promise<string> {
    const { email, name, idempotencyKey: key } = customer;
    const { ref, content } = await this.call<BankCustomer>('POST', 'customers', { email, name }, key);
    // The bank repeats its first answer, also if the customer was deleted meanwhile.
    return content.isDeleted ? this.addCustomer({ ...customer, idempotencyKey: `${key}-${ref}` }) : ref;
  }

  async updateCustomer(customer: string, { email, name }: CustomerFacts): Promise<boolean> {
    const path = `customers/${customer}`;
    return this.call('POST', path, { email, name }).then(() => true, unlessUnknown(false));
  }

  async forgetCustomer(customer: string): Promise<void> {
    await this.call('POST', `customers/${customer}/forget`);
  }

  openCheckout(payment: CheckoutToOpen): Promise<OpenedPage> {
    const { currency, idempotencyKey } = payment;
    const lines = payment.lines.map(({ name, amount }) => ({ name, amount: units(amount, currency) }));
    return this.open(
      { ...payment, mode: 'payment', lines, amount: units(payment.amount, currency) },
      idempotencyKey,
    );
  }

  openCardPage(page: CardPageToOpen): Promise<OpenedPage> {
    const nothing = { amount: 0, lines: [], description: 'Your card for renewals', saveCard: true };
    return this.open({ ...page, ...nothing, mode: 'setup' }, page.idempotencyKey);
  }

  async charge(payment: PaymentToMake, card: string): Promise<Observed> {
    const { customer, currency, idempotencyKey } = payment;
    const amount = units(payment.amount, currency);
    const body = { customer, card, amount, currency, metadata: metadataOf(payment) };
    const made = await this.call<BankPayment>('POST', 'payments', body, idempotencyKey);
    return observed({ session: null, payment: made, card: null });
  }

  async observe({ session, payment }: PaymentRefs): Promise<Observed> {
    if (session !== null) return observed(await this.call<Parts>('GET', `sessions/${session}`));
    const made = await this.call<BankPayment>('GET', `payments/${payment}`);
    return observed({ session: null, payment: made, card: null });
  }

  async observeCardPage(ref: string): Promise<ObservedCardPage> {
    return observedCardPage(await this.call<Parts>('GET', `sessions/${ref}`));
  }

  async abandon({ session, payment }: PaymentRefs): Promise<Observed> {
    if (session === null) return this.observe({ session, payment });
    return observed(await this.call<Parts>('POST', `sessions/${session}/expire`));
  }

  async refund(refund: RefundToMake): Promise<ObservedRefund> {
    const { payment, currency, idempotencyKey } = refund;
    const body = { payment, amount: units(refund.amount, currency), metadata: metadataOf(refund) };
    return this.refundSeen(await this.call<BankRefund>('POST', 'refunds', body, idempotencyKey));
  }

  async observeRefund(ref: string): Promise<ObservedRefund> {
    return this.refundSeen(await this.call<BankRefund>('GET', `refunds/${ref}`));
  }

  async observeCard(card: string): Promise<Card | null> {
    const found = await this.call<BankCard>('GET', `cards/${card}`).catch(unlessUnknown(null));
    return found && !found.content.isDeleted ? cardOf(found) : null;
  }

  async forgetCard(card: string): Promise<void> {
    await this.call('POST', `cards/${card}/forget`);
  }

  verify(body: Buffer, headers: Readonly<Record<string, string | undefined>>, now: Date): Hint {
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

  async *recent(since: Date): AsyncIterable<Hint> {
    const query = new URLSearchParams({ from: since.toISOString(), to: FAR_FUTURE });
    for (const event of await this.call<BankEvent[]>('GET', `list/events?${String(query)}`))
      yield hintOf(event, this.access.fanclubId);
  }

  async *taken(from: Date, to: Date): AsyncIterable<Taken> {
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
    for (const payment of await this.call<BankPayment[]>('GET', `list/payments?${String(query)}`)) {
      const taken = takenOf(payment, this.access.fanclubId);
      if (taken) yield taken;
    }
  }

  async find({ id, requestedAt }: LostPayment): Promise<Observed | null> {
    const query = new URLSearchParams({ from: new Date(requestedAt.getTime() - 60_000).toISOString() });
    const found = await this.call<Parts | null>('GET', `find/${id}?${String(query)}`);
    return found && observed(found);
  }

  async refundsOf(payment: string): Promise<readonly ObservedRefund[]> {
    const made = await this.call<BankRefund[]>('GET', `payments/${payment}/refunds`);
    return made.map((one) => this.refundSeen(one));
  }

  private refundSeen(refund: BankRefund): ObservedRefund {
    return observedRefund(refund, this.access.fanclubId);
  }

  private async open(
    page: Omit<CheckoutToOpen, 'lines' | 'amount' | 'orderId'> & {
      mode: 'payment' | 'setup';
      lines: readonly { name: string; amount: number }[];
      amount: number;
    },
    key: string,
  ): Promise<OpenedPage> {
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
      ...{ mode, customer, amount, currency, lines, description, returnUrl, cancelUrl },
      ...{ savesCard: saveCard, expiresAt: expiresAt.toISOString(), metadata: { ...metadataOf(page), mode } },
    };
    type Opened = NonNullable<Parts['session']> & { page: string };
    const { ref, content, page: address } = await this.call<Opened>('POST', 'sessions', body, key);
    return { ref, url: `${this.base}/pay/${address}`, expiresAt: new Date(content.expiresAt) };
  }

  /** One request, and a second one if the first is not answered. With its key it is the same request. */
  private async call<T>(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<T> {
    const send = async () => {
      const answer = await fetch(`${this.base}/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.access.secret}`,
          'content-type': 'application/json',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (answer.status >= 500) throw new ProviderUnavailable(`the demo bank answered ${answer.status}`);
      return { status: answer.status, ...((await answer.json()) as { result?: T; code?: string }) };
    };
    const { status, result, code } = await send()
      .catch(send)
      .catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) throw error;
        throw new ProviderUnavailable(
          'the demo bank does not answer',
          null,
          { cause: error },
          connectionCode(error),
        );
      });
    if (result === undefined) throw new Misconfigured(code ?? `status_${status}`);
    return result;
  }
}

const FAR_FUTURE = '9999-01-01T00:00:00.000Z';

/** The bank's codes for customers and cards that it does not know. */
const UNKNOWN = ['unknown_customer', 'unknown_card'];

/** Gives this for an object that the bank does not know. */
const unlessUnknown =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof Misconfigured && UNKNOWN.includes(error.code)) return instead;
    throw error;
  };

const units = (amount: string, currency: string): number => Number(minorUnits(amount, currency));
