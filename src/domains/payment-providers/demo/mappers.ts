import { moneyOf } from '../money';
import { isOfAnother, type Metadata, ownNumberOf } from '../own-number';
import type {
  Card,
  Failure,
  Hint,
  Movement,
  Observed,
  ObservedCardPage,
  ObservedDispute,
  ObservedRefund,
  Taken,
} from '../payment-provider';

/** A payment at the bank. */
export interface BankPayment {
  readonly ref: string;
  readonly content: {
    readonly amount: number;
    readonly currency: string;
    readonly status: 'succeeded' | 'failed';
    readonly refunded: number;
    readonly metadata: Metadata;
    readonly card: Card;
    readonly billing: { name: string; country: string; postalCode: string | null } | null;
    readonly failure: Failure | null;
    readonly at: string;
  };
}

/** A page with its payment and card; without page, a charge. */
export interface Parts {
  readonly session: {
    readonly ref: string;
    readonly content: {
      readonly amount: number;
      readonly currency: string;
      readonly status: 'open' | 'complete' | 'expired';
      readonly expiresAt: string;
      readonly failure: Failure | null;
    };
  } | null;
  readonly payment: BankPayment | null;
  readonly card: BankCard | null;
}

/** A saved card at the bank. */
export interface BankCard {
  readonly ref: string;
  readonly content: Omit<Card, 'ref'> & { readonly isDeleted: boolean };
}

/** A customer at the bank. */
export interface BankCustomer {
  readonly ref: string;
  readonly content: { readonly isDeleted: boolean };
}

/** A refund at the bank. */
export interface BankRefund {
  readonly ref: string;
  readonly content: {
    readonly payment: string;
    readonly amount: number;
    readonly currency: string;
    readonly status: 'succeeded' | 'failed';
    readonly metadata: Metadata;
    readonly failure: string | null;
  };
}

/** A movement of money at the bank, which charges no fee. The amount is negative if it left the account. */
export interface BankMovement {
  readonly kind: Movement['kind'];
  /** The ref of the payment or refund. */
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly at: string;
}

/** A dispute at the bank. */
export interface BankDispute {
  readonly ref: string;
  readonly content: {
    readonly payment: string;
    readonly amount: number;
    readonly currency: string;
    readonly status: ObservedDispute['outcome'];
    /** Of the payment. */
    readonly metadata: Metadata;
    readonly at: string;
  };
}

/** An event of the bank. */
export interface BankEvent {
  readonly ref: string;
  readonly content: {
    readonly type: string;
    readonly object: string;
    readonly metadata: Metadata;
    readonly at: string;
  };
}

function subjectOf(type: string, { mode }: Metadata): Hint['subject'] {
  if (type.startsWith('refund.')) return 'refund';
  if (type.startsWith('dispute.')) return 'dispute';
  if (type.startsWith('payment.')) return 'payment';
  if (type.startsWith('card.')) return 'card';
  if (type === 'customer.deleted') return 'customer';
  if (!type.startsWith('session.')) return 'other';
  return mode === 'setup' ? 'card_page' : 'payment';
}

export function hintOf({ ref, content }: BankEvent, fanclubId: number): Hint {
  const { type, object, metadata, at } = content;
  return {
    ref,
    type,
    subject: subjectOf(type, metadata),
    object,
    ownNumber: ownNumberOf(metadata, fanclubId),
    created: new Date(at),
  };
}

export function observed({ session, payment, card }: Parts): Observed {
  const { amount, currency } = (payment ?? session!).content;
  const details = payment?.content.billing ?? null;
  return {
    outcome: payment ? payment.content.status : session!.content.status === 'expired' ? 'expired' : 'open',
    ...moneyOf(amount, currency),
    refs: { session: session?.ref ?? null, payment: payment?.ref ?? null },
    card: payment ? { ...payment.content.card, ref: card?.ref ?? payment.content.card.ref } : null,
    billing: details && {
      name: details.name,
      country: details.country,
      postalCode: details.postalCode,
      line1: null,
      line2: null,
      city: null,
      state: null,
    },
    failure: payment?.content.failure ?? session?.content.failure ?? null,
  };
}

export function observedCardPage({ session, card }: Parts): ObservedCardPage {
  const { status } = session!.content;
  return { outcome: status === 'complete' ? 'succeeded' : status, card: card && cardOf(card) };
}

export function cardOf({ ref, content: { brand, last4, expMonth, expYear } }: BankCard): Card {
  return { ref, brand, last4, expMonth, expYear };
}

/** A payment that succeeded. Null for all others, and for those of another fan club. */
export function takenOf({ ref, content }: BankPayment, fanclubId: number): Taken | null {
  const { amount, currency, status, refunded, metadata, at } = content;
  if (status !== 'succeeded' || isOfAnother(metadata, fanclubId)) return null;
  return {
    payment: ref,
    ownNumber: ownNumberOf(metadata, fanclubId),
    ...moneyOf(amount, currency),
    refunded: moneyOf(refunded, currency).amount,
    at: new Date(at),
  };
}

/** Null: the movement is of another fan club. */
export function movementOf(movement: BankMovement, fanclubId: number): Movement | null {
  const { kind, reference, amount, currency, metadata, at } = movement;
  if (isOfAnother(metadata, fanclubId)) return null;
  return { kind, reference, ...moneyOf(amount, currency), fee: moneyOf(0, currency), at: new Date(at) };
}

export function observedRefund({ ref, content }: BankRefund, fanclubId: number): ObservedRefund {
  const { payment, amount, currency, status, failure, metadata } = content;
  return {
    ref,
    payment,
    ownNumber: ownNumberOf(metadata, fanclubId),
    outcome: status,
    failure,
    ...moneyOf(amount, currency),
  };
}

/** A dispute. Null for those of another fan club. */
export function observedDispute({ ref, content }: BankDispute, fanclubId: number): ObservedDispute | null {
  const { payment, amount, currency, status, metadata, at } = content;
  if (isOfAnother(metadata, fanclubId)) return null;
  const ownNumber = ownNumberOf(metadata, fanclubId);
  const money = moneyOf(amount, currency);
  return { ref, payment, ownNumber, outcome: status, openedAt: new Date(at), ...money };
}
