import type { BankFailure, BankPayment, BankSession, BillingName, Stored } from '../../../src/demo-bank';

/*
 * Objects of the demo bank in the form of Stripe's API, with everything expanded: the fields that the adapter reads, and their neighbours.
 */

const SECONDS = 1000;

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / SECONDS);

/** The codes by which Stripe declines, and what it advises, for the bank's. */
const DECLINES: Readonly<Record<string, { code: string; decline_code?: string; advice_code?: string }>> = {
  card_declined: { code: 'card_declined', decline_code: 'generic_decline', advice_code: 'try_again_later' },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    advice_code: 'try_again_later',
  },
  expired_card: { code: 'expired_card', advice_code: 'confirm_card_data' },
  stolen_card: { code: 'card_declined', decline_code: 'stolen_card', advice_code: 'do_not_try_again' },
  authentication_required: { code: 'authentication_required', decline_code: 'authentication_required' },
  authentication_failed: { code: 'payment_intent_authentication_failure' },
};

const cardError = ({ code }: BankFailure) => ({
  type: 'card_error',
  ...(DECLINES[code] ?? { code }),
  message: 'The card was declined.',
});

interface WireCard {
  readonly ref: string | null;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly billing?: BillingName | null;
}

const billingDetails = (billing: BillingName | null) => ({
  name: billing?.name ?? null,
  address: {
    ...{ line1: null, line2: null, city: null, state: null },
    ...{ postal_code: billing?.postalCode ?? null, country: billing?.country.toUpperCase() ?? null },
  },
});

/** A card. Only one that is kept belongs to a customer. */
export const paymentMethod = (
  { ref, brand, last4, expMonth, expYear, billing = null }: WireCard,
  owner: string,
  customer: string | null,
) => ({
  id: ref ?? `pm_of_${owner}`,
  object: 'payment_method',
  type: 'card',
  customer: ref === null ? null : customer,
  billing_details: billingDetails(billing),
  card: { brand, last4, exp_month: expMonth, exp_year: expYear },
});

/** A payment with everything expanded. */
export function paymentIntent({ ref, content }: Stored<'payment'>) {
  const { amount, currency, customer, metadata, billing, refunded, status, failure, card, at }: BankPayment =
    content;
  const isPaid = status === 'succeeded';
  return {
    ...{ id: ref, object: 'payment_intent', amount, currency: currency.toLowerCase(), customer, metadata },
    status: isPaid ? 'succeeded' : 'requires_payment_method',
    amount_received: isPaid ? amount : 0,
    created: secondsOf(new Date(at)),
    livemode: false,
    latest_charge: isPaid
      ? {
          ...{ id: `ch_of_${ref}`, object: 'charge', amount, amount_refunded: refunded },
          billing_details: billingDetails(billing),
        }
      : null,
    payment_method: isPaid ? paymentMethod({ ...card, billing }, ref, customer) : null,
    last_payment_error: failure
      ? { ...cardError(failure), payment_method: paymentMethod(card, ref, customer) }
      : null,
  };
}

/** A page with its payment or its card expanded. A page on which a card was declined has a payment that waits for another one. */
export function checkoutSession(
  { ref, content }: Stored<'session'>,
  { payment, card, created, url }: SessionParts,
) {
  const session = content;
  const { mode, customer, amount, currency, metadata, status, failure, expiresAt, returnUrl, cancelUrl } =
    session;
  const declined = mode === 'payment' && failure ? declinedIntent(ref, session, failure, created) : null;
  return {
    ...{ id: ref, object: 'checkout.session', mode, customer, metadata, status },
    ...{ currency: currency.toLowerCase(), amount_total: mode === 'payment' ? amount : null },
    payment_status: status === 'complete' ? (mode === 'payment' ? 'paid' : 'no_payment_required') : 'unpaid',
    payment_intent: payment ? paymentIntent(payment) : declined,
    setup_intent:
      mode === 'setup' && card
        ? { id: `seti_of_${ref}`, object: 'setup_intent', payment_method: paymentMethod(card, ref, customer) }
        : null,
    ...{ success_url: returnUrl, cancel_url: cancelUrl, url: status === 'open' ? url : null },
    ...{ created, expires_at: secondsOf(new Date(expiresAt)), livemode: false },
  };
}

/** What a page consists of besides itself. */
export interface SessionParts {
  readonly payment: Stored<'payment'> | null;
  readonly card: WireCard | null;
  readonly created: number;
  readonly url: string;
}

/** The name of the payment of a page on which no card was accepted yet. */
export const declinedRef = (session: string): string => `pi_of_${session}`;

const declinedIntent = (
  ref: string,
  { customer, amount, currency, metadata }: BankSession,
  failure: BankFailure,
  created: number,
) => ({
  ...{ id: declinedRef(ref), object: 'payment_intent', amount, currency: currency.toLowerCase(), customer },
  ...{ metadata, created, status: 'requires_payment_method', amount_received: 0, latest_charge: null },
  ...{ payment_method: null, last_payment_error: cardError(failure), livemode: false },
});

export function refundObject({ ref, content }: Stored<'refund'>, created: number) {
  const { payment, amount, currency, status, failure, metadata } = content;
  return {
    ...{ id: ref, object: 'refund', amount, currency: currency.toLowerCase(), payment_intent: payment },
    ...{ status, metadata, created, ...(failure !== null && { failure_reason: failure }) },
  };
}

/** The types of events by those of the bank. */
export const EVENT_NAMES: Readonly<Record<string, string>> = {
  'session.completed': 'checkout.session.completed',
  'session.expired': 'checkout.session.expired',
  'payment.succeeded': 'payment_intent.succeeded',
  'payment.failed': 'payment_intent.payment_failed',
  'refund.failed': 'refund.failed',
  'dispute.created': 'charge.dispute.created',
  'dispute.closed': 'charge.dispute.closed',
  'card.deleted': 'payment_method.detached',
  'customer.deleted': 'customer.deleted',
};

/** A dispute, with its payment expanded. */
export const disputeObject = ({ ref, content }: Stored<'dispute'>, payment: object) => ({
  ...{ id: ref, object: 'dispute', payment_intent: payment, metadata: {} },
  ...{ amount: content.amount, currency: content.currency.toLowerCase() },
  status: content.status === 'open' ? 'needs_response' : content.status,
  created: secondsOf(new Date(content.at)),
});
