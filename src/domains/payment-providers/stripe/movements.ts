import type Stripe from 'stripe';
import { moneyOf } from '../money';
import { isOfAnother } from '../own-number';
import type { Movement } from '../payment-provider';
import { timeOf } from './mappers';

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
  readonly metadata?: Stripe.Metadata | null;
  readonly payment_intent?: string | { readonly id: string } | null;
}

/**
 * A transaction of the balance with its source expanded. The amount is that of the source, since the transaction may be in another
 * currency: that of the payouts. Null: it is none of a payment, or of another fan club that shares the account.
 */
export function movementOf(
  { reporting_category: category, source, fee, currency, created }: Stripe.BalanceTransaction,
  fanclubId: number,
): Movement | null {
  const kind = KINDS[category];
  if (kind === undefined || typeof source !== 'object' || source === null) return null;
  const { object, id, metadata, payment_intent: intent, ...money } = source as Source;
  if (isOfAnother(metadata, fanclubId)) return null;
  const payment = typeof intent === 'object' ? intent?.id : intent;
  const { amount, currency: code } = moneyOf(money.amount, money.currency);
  return {
    kind,
    reference: object === 'charge' ? (payment ?? id) : id,
    amount: LEAVING.includes(kind) ? `-${amount}` : amount,
    currency: code,
    fee: moneyOf(fee, currency),
    at: timeOf(created),
  };
}
