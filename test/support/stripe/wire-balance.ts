import { type BankStore, movementsOf } from '../../../src/demo-bank';
import { secondsOf } from './wire-objects';

/** What the account pays for a payment, in minor units. */
export const FEE = 117;

const CATEGORIES = { payment: 'charge', refund: 'refund', refund_failed: 'refund_failure' } as const;

/** The transactions of the balance, newest first, with their sources expanded. */
export async function balanceTransactions(store: BankStore, now: Date) {
  const movements = await movementsOf(store, new Date(0), now);
  const sorted = movements.sort((one, other) => (one.at < other.at ? 1 : -1));
  return Promise.all(
    sorted.map(async ({ kind, reference, amount, currency, metadata, at }) => {
      const fee = kind === 'payment' ? FEE : 0;
      const money = { currency: currency.toLowerCase(), metadata };
      const refund = kind === 'payment' ? null : await store.get('refund', reference);
      const source = refund
        ? {
            ...money,
            id: reference,
            object: 'refund',
            amount: Math.abs(amount),
            payment_intent: refund.content.payment,
          }
        : { ...money, id: `ch_of_${reference}`, object: 'charge', amount, payment_intent: reference };
      return {
        ...{ id: `txn_${kind}_${reference}`, object: 'balance_transaction', amount, fee, net: amount - fee },
        ...{ currency: money.currency, reporting_category: CATEGORIES[kind], type: CATEGORIES[kind], source },
        created: secondsOf(new Date(at)),
      };
    }),
  );
}
