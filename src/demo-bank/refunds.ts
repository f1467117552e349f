import type { BankDisputes } from './disputes';
import { BankRefusal, type Ledger } from './ledger';
import type { BankRefund, Metadata, Stored } from './objects';
import { testCardByLast4 } from './test-cards';

/** Milliseconds after which a refund to some test cards fails. */
const REFUND_FAILS_AFTER = 60_000;

/** The refunds of one account. */
export class BankRefunds {
  constructor(
    private readonly ledger: Ledger,
    private readonly disputes: BankDisputes,
  ) {}

  async make(
    asked: { payment: string; amount: number; metadata: Metadata },
    key: string,
  ): Promise<Stored<'refund'>> {
    // Lock the payment first, so that a retry waits and finds the refund of the first request.
    await this.ledger.paymentOf(asked.payment);
    const make = async (): Promise<BankRefund> => {
      const payment = await this.ledger.paymentOf(asked.payment);
      const { amount, refunded, currency, status, card } = payment.content;
      if (status !== 'succeeded') throw new BankRefusal('payment_not_succeeded');
      const disputes = await this.disputes.ofPayment(payment.ref);
      if (disputes.some((one) => one.content.status !== 'won')) throw new BankRefusal('charge_disputed');
      if (asked.amount <= 0 || refunded + asked.amount > amount) throw new BankRefusal('amount_too_large');
      await this.ledger.store.put('payment', payment.ref, {
        ...payment.content,
        refunded: refunded + asked.amount,
      });
      const fails = testCardByLast4(card.last4).refundFails === true;
      const failsAt = fails ? new Date(this.ledger.now.getTime() + REFUND_FAILS_AFTER).toISOString() : null;
      return { ...asked, currency, status: 'succeeded', failure: null, failsAt };
    };
    return this.ledger.once('refund', key, asked, make, async ({ ref, content: { failsAt } }) => {
      if (failsAt !== null) await this.ledger.store.wakeAt('refund', ref, new Date(failsAt));
    });
  }

  /** A refund. To some test cards it fails after a minute. */
  async observe(ref: string): Promise<Stored<'refund'>> {
    const found = await this.ledger.store.get('refund', ref);
    if (!found) throw new BankRefusal('unknown_refund', 404);
    const { status, failsAt, amount, metadata } = found.content;
    if (status === 'failed' || failsAt === null || new Date(failsAt) > this.ledger.now) return found;
    const payment = await this.ledger.paymentOf(found.content.payment);
    const refunded = payment.content.refunded - amount;
    await this.ledger.store.put('payment', payment.ref, { ...payment.content, refunded });
    const failed = { ...found.content, status: 'failed', failure: 'expired_or_canceled_card' } as const;
    await this.ledger.store.put('refund', ref, failed);
    await this.ledger.announce('refund.failed', ref, metadata);
    return { ref, content: failed };
  }

  /** The refunds of a payment, the oldest first. */
  async ofPayment(payment: string): Promise<Stored<'refund'>[]> {
    const { content } = await this.ledger.paymentOf(payment);
    const made = await this.ledger.store.list('refund', new Date(content.at), this.ledger.now);
    return made.filter((one) => one.content.payment === payment);
  }
}
