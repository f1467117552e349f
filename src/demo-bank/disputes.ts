import type { BankDispute, Stored } from './objects';
import { BankRefusal, type Ledger } from './ledger';

/** The disputes of one account. Their events name the payment. */
export class BankDisputes {
  constructor(private readonly ledger: Ledger) {}

  /** Opens a dispute about what was not refunded of a payment. */
  async open(payment: string): Promise<Stored<'dispute'>> {
    const { amount, refunded, currency, metadata } = (await this.ledger.paymentOf(payment)).content;
    const at = this.ledger.now.toISOString();
    const facts: BankDispute = {
      payment,
      amount: amount - refunded,
      currency,
      status: 'open',
      metadata,
      at,
      decidedAt: null,
    };
    const opened = await this.ledger.store.add('dispute', facts);
    await this.ledger.announce('dispute.created', payment, metadata);
    return opened;
  }

  /** Decides an open dispute; ignores others. */
  async decide(ref: string, status: 'won' | 'lost'): Promise<void> {
    const found = await this.ledger.store.get('dispute', ref);
    if (!found) throw new BankRefusal('unknown_dispute', 404);
    if (found.content.status !== 'open') return;
    await this.ledger.store.put('dispute', ref, {
      ...found.content,
      status,
      decidedAt: this.ledger.now.toISOString(),
    });
    await this.ledger.announce('dispute.closed', found.content.payment, found.content.metadata);
  }

  /** The disputes of a payment, the oldest first. */
  async ofPayment(payment: string): Promise<Stored<'dispute'>[]> {
    const { content } = await this.ledger.paymentOf(payment);
    const all = await this.ledger.store.list('dispute', new Date(content.at), this.ledger.now);
    return all.filter((one) => one.content.payment === payment);
  }

  /** The disputes that are not decided, the oldest first. */
  async undecided(): Promise<Stored<'dispute'>[]> {
    const all = await this.ledger.store.list('dispute', new Date(0), this.ledger.now);
    return all.filter(({ content }) => content.status === 'open');
  }
}
