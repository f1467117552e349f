import { compare } from '#libs/money';
import type { Observed } from '#domains/payment-providers';
import type { PaymentRow } from './payments.queries';

/** Whether the provider does not know the payment. */
export const isUnknownThere = ({ refs }: Observed): boolean => refs.session === null && refs.payment === null;

/** Whether the held payment was sent, or its page stored, after it was read as `seen`. */
export const wasSentSince = (seen: PaymentRow, held: PaymentRow): boolean =>
  held.state !== seen.state || held.requestedAt?.getTime() !== seen.requestedAt?.getTime();

/** Whether amount and currency are those of the order. */
export const isAsOrdered = (payment: PaymentRow, { amount, currency }: Observed): boolean =>
  compare(payment.amount, amount) === 0 && payment.currency === currency;
