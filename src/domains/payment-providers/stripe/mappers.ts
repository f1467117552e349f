import type Stripe from 'stripe';
import type {
  AccountFacts,
  BillingDetails,
  Card,
  Failure,
  Hint,
  Observed,
  ObservedCardPage,
  ObservedDispute,
  ObservedRefund,
  Outcome,
  Taken,
} from '../payment-provider';
import { moneyOf } from '../money';
import { isOfAnother, ownNumberOf } from '../own-number';
import { adviceOf, codeOf, type Decline } from './declines';

/** An account. @param live whether its key moves real money */
export function accountFacts(account: Stripe.Account, live: boolean): AccountFacts {
  const { id: ref, business_profile: profile, settings, default_currency: currency } = account;
  const name = profile?.name ?? settings?.dashboard.display_name ?? null;
  return { ref, live, name, currency: currency?.toUpperCase() ?? null, canCharge: account.charges_enabled };
}

export function failureOf(decline: Decline): Failure {
  return { code: codeOf(decline), advice: adviceOf(decline) };
}

/** A payment page, with its payment expanded. */
export function observedSession(session: Stripe.Checkout.Session): Observed {
  const intent = expanded(session.payment_intent);
  const money = moneyOf(session.amount_total ?? 0, session.currency ?? '');
  const refs = { session: session.id, payment: idOf(session.payment_intent) };
  const outcome = outcomeOfSession(session, intent);
  if (!intent) return { ...money, outcome, refs, card: null, billing: null, failure: null };
  return { ...observedIntent(intent), outcome, refs };
}

/** A payment without page, with its card and charge expanded. If it requires the card's owner, it has failed, since nobody is present. */
export function observedIntent(intent: Stripe.PaymentIntent): Observed {
  const charge = expanded(intent.latest_charge);
  const method = expanded(intent.payment_method) ?? intent.last_payment_error?.payment_method;
  const outcome = OUTCOMES[intent.status] ?? 'failed';
  const taken = outcome === 'succeeded' ? intent.amount_received : intent.amount;
  const error = outcome === 'succeeded' ? null : intent.last_payment_error;
  return {
    ...moneyOf(taken, intent.currency),
    outcome,
    refs: { session: null, payment: intent.id },
    card: method ? cardOf(method) : null,
    billing: charge ? billingOf(charge.billing_details) : null,
    failure: error ? failureOf(error) : null,
  };
}

/** A page for a card, with the card expanded. */
export function observedCardPage(session: Stripe.Checkout.Session): ObservedCardPage {
  const method = expanded(expanded(session.setup_intent)?.payment_method);
  if (session.status === 'expired') return { outcome: 'expired', card: null };
  if (session.status !== 'complete' || !method) return { outcome: 'open', card: null };
  return { outcome: 'succeeded', card: cardOf(method) };
}

export function observedRefund(refund: Stripe.Refund, fanclubId: number): ObservedRefund {
  const { id: ref, amount, currency, status, metadata } = refund;
  const hasFailed = status === 'failed' || status === 'canceled';
  const outcome = hasFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending';
  return {
    ...moneyOf(amount, currency),
    ref,
    payment: idOf(refund.payment_intent) ?? '',
    ownNumber: ownNumberOf(metadata, fanclubId),
    outcome,
    failure: hasFailed ? (refund.failure_reason ?? status) : null,
  };
}

/** The states in which a dispute is decided. One that was prevented takes no money. */
const DECISIONS: Readonly<Partial<Record<string, ObservedDispute['outcome']>>> = {
  lost: 'lost',
  prevented: 'won',
  won: 'won',
};

/** The states of an inquiry begin with it. An inquiry takes no money, and may become a dispute. */
const INQUIRY = 'warning_';

/** A dispute, with its payment expanded. Null for an inquiry, without payment, and for those of another fan club. */
export function observedDispute(dispute: Stripe.Dispute, fanclubId: number): ObservedDispute | null {
  const { id: ref, amount, currency, status, created } = dispute;
  const payment = idOf(dispute.payment_intent);
  const metadata = expanded(dispute.payment_intent)?.metadata ?? {};
  if (status.startsWith(INQUIRY) || payment === null || isOfAnother(metadata, fanclubId)) return null;
  const ownNumber = ownNumberOf(metadata, fanclubId);
  const facts = { outcome: DECISIONS[status] ?? 'open', openedAt: timeOf(created) };
  return { ...moneyOf(amount, currency), ref, payment, ownNumber, ...facts };
}

/** A card, which can be charged again while it is attached to a customer. Null for other payment methods. */
export function cardOf({ id, customer, card }: Stripe.PaymentMethod): Card | null {
  if (!card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return { ref: customer ? id : null, brand, last4, expMonth, expYear };
}

/** A payment that succeeded, with its charge expanded. Null for all others, and for those of another fan club. */
export function takenOf(intent: Stripe.PaymentIntent, fanclubId: number): Taken | null {
  if (intent.status !== 'succeeded' || isOfAnother(intent.metadata, fanclubId)) return null;
  const refunded = expanded(intent.latest_charge)?.amount_refunded ?? 0;
  return {
    ...moneyOf(intent.amount_received, intent.currency),
    payment: intent.id,
    ownNumber: ownNumberOf(intent.metadata, fanclubId),
    refunded: moneyOf(refunded, intent.currency).amount,
    at: timeOf(intent.created),
  };
}

/** An event. The object of a dispute is its payment. */
export function hintOf({ id: ref, type, created, data }: Stripe.Event, fanclubId: number): Hint {
  const object = data.object as EventObject;
  const subject = subjectOf(type, object);
  return {
    ref,
    type,
    subject,
    object: (type.startsWith('charge.dispute.') ? object.payment_intent : null) ?? object.id ?? '',
    ownNumber: HAVE_NUMBERS.includes(subject) ? ownNumberOf(object.metadata, fanclubId) : null,
    created: timeOf(created),
  };
}

/** The subjects whose objects have our id in their metadata. */
const HAVE_NUMBERS: readonly Hint['subject'][] = ['payment', 'card_page', 'refund'];

/** The fields that are read of an event's object. */
interface EventObject {
  readonly id?: string;
  readonly mode?: string;
  readonly payment_intent?: string | null;
  readonly metadata?: Stripe.Metadata | null;
}

export const timeOf = (seconds: number): Date => new Date(seconds * 1000);

export const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

/** In states that are not listed, the payment waits for the buyer. */
const OUTCOMES: Readonly<Partial<Record<string, Outcome>>> = {
  succeeded: 'succeeded',
  processing: 'pending',
  requires_capture: 'pending',
  canceled: 'cancelled',
};

/** The payment decides if it succeeded or is pending, even on an expired page. */
function outcomeOfSession({ status }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): Outcome {
  const outcome = intent && OUTCOMES[intent.status];
  if (outcome === 'succeeded' || outcome === 'pending') return outcome;
  if (status === 'expired') return 'expired';
  if (outcome) return outcome;
  return status === 'open' ? 'open' : 'pending';
}

function subjectOf(type: string, { mode }: EventObject): Hint['subject'] {
  if (type.startsWith('checkout.session.')) return mode === 'setup' ? 'card_page' : 'payment';
  if (type.startsWith('payment_intent.')) return 'payment';
  if (type.startsWith('payment_method.')) return 'card';
  if (type === 'customer.deleted') return 'customer';
  if (type.startsWith('charge.dispute.')) return 'dispute';
  return type.startsWith('refund.') ? 'refund' : 'other';
}

function billingOf({ name, address }: Stripe.Charge.BillingDetails): BillingDetails {
  return {
    name,
    line1: address?.line1 ?? null,
    line2: address?.line2 ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    postalCode: address?.postal_code ?? null,
    country: address?.country ?? null,
  };
}

function idOf(object: string | { readonly id: string } | null): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null);
}

/** An expanded object. Null: there is none. */
function expanded<T extends object>(object: string | T | null | undefined): T | null {
  return typeof object === 'object' ? object : null;
}
