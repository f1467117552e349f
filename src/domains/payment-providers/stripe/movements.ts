import type Stripe from 'stripe';
import { moneyOf } from '../money';
import { isOfAnother } from '../own-number';
import type { Movement } from '../payment-provider';
import { listed } from './errors';
import { secondsOf, timeOf } from './mappers';

/** The movements by Stripe's reporting categories. All others, such as payouts and fees of the account, are none of a payment. */
const KINDS: Readonly<Partial<Record<string, Movement['kind']>>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund_failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute_won',
};

/** The kinds with which money leaves the account. */
const LEAVING: readonly Movement['kind'][] = ['refund', 'dispute'];

/** The fields that charges, refunds and disputes share. */
interface Source {
  readonly object: string;
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly payment_intent?: Pick<Stripe.PaymentIntent, 'id' | 'metadata'> | null;
}

/**
 * A transaction of the balance with its source and its payment expanded. The amount is that of the source, since the transaction may be in another
 * currency: that of the payouts. Null: it is none of a payment, or of another fan club that shares the account.
 */
function movementOf(
  { reporting_category: category, source, fee, currency, created }: Stripe.BalanceTransaction,
  fanclubId: number,
): Movement | null {
  const kind = KINDS[category];
  if (kind === undefined || typeof source !== 'object' || source === null) return null;
  const { object, id, payment_intent: payment, ...money } = source as Source;
  // Disputes, and refunds that were made at Stripe, have no metadata of ours.
  if (isOfAnother(payment?.metadata, fanclubId)) return null;
  const { amount, currency: code } = moneyOf(money.amount, money.currency);
  return {
    kind,
    reference: object === 'charge' ? (payment?.id ?? id) : id,
    amount: LEAVING.includes(kind) ? `-${amount}` : amount,
    currency: code,
    fee: moneyOf(fee, currency),
    at: timeOf(created),
  };
}

/** The movements of an account in a time span, without those of other fan clubs that share it. @throws ProviderError */
export async function* movementsAt(
  { balanceTransactions }: Stripe.Stripe,
  fanclubId: number,
  from: Date,
  to: Date,
): AsyncIterable<Movement> {
  const created = { gte: secondsOf(from), lte: secondsOf(to) };
  const params = { created, limit: 100, expand: ['data.source.payment_intent'] };
  for await (const transaction of listed(balanceTransactions.list(params))) {
    const movement = movementOf(transaction, fanclubId);
    if (movement) yield movement;
  }
}
