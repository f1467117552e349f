import { displayPrice, humanDate, isZero } from '#libs/format';
import { includedTax } from '#libs/money';
import type { FanclubInfo } from '#platform/access';
import { type Card } from '#domains/payment-providers';
import type { Amounts, Term } from '#domains/fulfilment';
import type { PaymentFacts } from './payments.mails';

/** The names of brands, by the codes of providers. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa ending in 4242`. */
export function cardText({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string {
  return `${BRANDS[brand] ?? 'Card'} ending in ${last4}`;
}

type Club = Pick<FanclubInfo, 'timeZone' | 'taxRate' | 'taxText'>;
type Row = PaymentFacts['rows'][number];

/** The content of a receipt. */
export interface Receipt extends Amounts {
  readonly number: number;
  readonly paidAt: Date;
  readonly planName: string;
  readonly currency: string;
  /** Null: a gift for somebody else, which has a code. */
  readonly term: Term | null;
  /** Null: the provider did not return it. */
  readonly card: Pick<Card, 'brand' | 'last4'> | null;
}

/** The facts of the mail `receipt`. Omits amounts of zero, and the tax if the fan club has set none. */
export function receiptFacts(club: Club, receipt: Receipt): PaymentFacts {
  const { number, paidAt, planName, currency, term, card, subtotal, discount, shipping, total } = receipt;
  const price = (amount: string): string => displayPrice(amount, currency);
  const lines: (Row | false)[] = [
    { label: 'Receipt number', value: String(number) },
    { label: 'Date', value: humanDate(paidAt, club.timeZone) },
    { label: term === null ? giftText(planName) : planName, value: price(subtotal) },
    !isZero(discount) && { label: 'Discount', value: `−${price(discount)}` },
    !isZero(shipping) && { label: 'Shipping', value: price(shipping) },
    { label: 'Total', value: price(total) },
    club.taxRate !== null && {
      label: `Included ${club.taxText ?? 'tax'} (${withoutZeros(club.taxRate)}%)`,
      value: price(includedTax(total, club.taxRate, currency)),
    },
    card !== null && { label: 'Paid by', value: cardText(card) },
    term === null
      ? { label: 'Code and card', value: 'on the page of your order' }
      : { label: 'Membership', value: termText(term, club.timeZone) },
  ];
  return { plan: planName, amount: price(total), rows: lines.filter((row) => row !== false) };
}

/** A refund that the provider has made, or that failed. */
export interface RefundNews {
  readonly planName: string;
  readonly amount: string;
  readonly currency: string;
  /** The receipt of the order; null: the payment was a surplus one. */
  readonly receipt: number | null;
  readonly card: Pick<Card, 'brand' | 'last4'> | null;
}

/** The facts of the mails `refund_issued` and `refund_failed`. */
export function refundFacts({ planName, amount, currency, receipt, card }: RefundNews): PaymentFacts {
  const price = displayPrice(amount, currency);
  const lines: (Row | false)[] = [
    { label: 'Amount', value: price },
    { label: 'For', value: planName },
    receipt !== null && { label: 'Receipt number', value: String(receipt) },
    card !== null && { label: 'Card', value: cardText(card) },
  ];
  return { plan: planName, amount: price, rows: lines.filter((row) => row !== false) };
}

/** What a gift for somebody else is called on receipts and payment pages. */
export const giftText = (planName: string): string => `Gift: ${planName}`;

function termText({ start, end }: Term, timeZone: string): string {
  const from = humanDate(start, timeZone);
  return end === null ? `from ${from}` : `${from} to ${humanDate(end, timeZone)}`;
}

/** `19.00` as `19`, `7.70` as `7.7`. */
const withoutZeros = (rate: string): string => rate.replace(/\.?0+$/, '');
