import { type BankStore, movementsOf } from '../../../src/demo-bank';
import { paymentIntent, secondsOf } from './wire-objects';

/** What the account pays for a payment, in minor units. */
export const FEE = 117;

const CATEGORIES = {
  payment: 'charge',
  refund: 'refund',
  refund_failed: 'refund_failure',
  dispute: 'dispute',
  dispute_won: 'dispute_reversal',
} as const;

const OBJECTS = {
  payment: 'charge',
  refund: 'refund',
  refund_failed: 'refund',
  dispute: 'dispute',
  dispute_won: 'dispute',
} as const;

/** The transactions of the balance, newest first, with their sources expanded. */
export async function balanceTransactions(store: BankStore, now: Date) {
  const movements = await movementsOf(store, new Date(0), now);
  const sorted = movements.sort((one, other) => (one.at < other.at ? 1 : -1));
  return Promise.all(
    sorted.map(async ({ kind, reference, amount, currency, at }) => {
      const fee = kind === 'payment' ? FEE : 0;
      const money = { currency: currency.toLowerCase() };
      const object = OBJECTS[kind];
      const payment = object === 'charge' ? reference : (await store.get(object, reference))!.content.payment;
      const id = object === 'charge' ? `ch_of_${reference}` : reference;
      const intent = paymentIntent((await store.get('payment', payment))!);
      const source = { ...money, id, object, amount: Math.abs(amount), payment_intent: intent };
      return {
        ...{ id: `txn_${kind}_${reference}`, object: 'balance_transaction', amount, fee, net: amount - fee },
        ...{ currency: money.currency, reporting_category: CATEGORIES[kind], type: CATEGORIES[kind], source },
        created: secondsOf(new Date(at)),
      };
    }),
  );
}
