import type { Money, ObservedDispute, ObservedRefund, RefundToMake } from './returned-money';

export type { Money, ObservedDispute, ObservedRefund, RefundToMake };

/** An account with its secrets opened. They are never logged. */
export interface AccountAccess {
  readonly fanclubId: number;
  /** Whether real money moves. */
  readonly live: boolean;
  /** The key for the provider's API. */
  readonly secret: string;
  /** The keys of the events' signatures, the present one first. */
  readonly webhookSecrets: readonly string[];
}

/** The provider's ids of a payment. The session is the payment page. The payment exists once the buyer has begun to pay. */
export interface PaymentRefs {
  readonly session: string | null;
  readonly payment: string | null;
}

/** What a provider knows of a customer. */
export interface CustomerFacts {
  /** Shown on the payment page, where nobody can change it. */
  readonly email: string;
  /** Null if unknown. */
  readonly name: string | null;
}

/** A customer to add at the provider. */
export interface CustomerToAdd extends CustomerFacts {
  readonly fanclubId: number;
  readonly customerId: number;
  readonly idempotencyKey: string;
}

/** A line on the payment page. Its amount has two decimals and is not negative. */
export interface PaymentLine {
  readonly name: string;
  readonly amount: string;
}

/** A payment to create. A retry with the same key creates no second one. */
export interface PaymentToMake extends Money {
  /** The id of our payment. Providers store it for {@link PaymentProvider.find}. */
  readonly id: number;
  readonly fanclubId: number;
  readonly orderId: number;
  /** The customer at the provider. */
  readonly customer: string;
  readonly idempotencyKey: string;
  readonly lines: readonly PaymentLine[];
  /** For the buyer's statement: the plan and the fan club. */
  readonly description: string;
}

/** A payment that the buyer makes on the provider's page. */
export interface CheckoutToOpen extends PaymentToMake {
  /** Whether the buyer agreed to charges of this card for renewals. */
  readonly saveCard: boolean;
  /** Where the page sends buyers who have paid. */
  readonly returnUrl: string;
  /** Where the page sends buyers who cancel. */
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

/** A page on which a customer enters a card that is charged later. No money moves. */
export interface CardPageToOpen {
  /** The id of our row. Providers store it. */
  readonly id: number;
  readonly fanclubId: number;
  readonly customer: string;
  readonly currency: string;
  readonly idempotencyKey: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

/** A page of the provider. */
export interface OpenedPage {
  readonly ref: string;
  /** The URL needs no further authentication, so it is stored encrypted and never logged. */
  readonly url: string;
  readonly expiresAt: Date;
}

/** A card at the provider, which keeps its number. */
export interface Card {
  /** Null: the card cannot be charged again. */
  readonly ref: string | null;
  /** Lower case: `visa`. */
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** What to do about a payment that failed. */
export type Advice = 'retry' | 'new_card' | 'authenticate' | 'none';

export interface Failure {
  /** The provider's code: `insufficient_funds`. */
  readonly code: string;
  readonly advice: Advice;
}

/** The buyer's address from the payment page. Parts that the page does not ask for are null. */
export interface BillingDetails {
  readonly name: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

/** `open`: the page waits for the buyer. `pending`: the money may still arrive. Others are final, but `succeeded` overrides them. */
export type Outcome = 'open' | 'pending' | 'succeeded' | 'failed' | 'expired' | 'cancelled';

/** The present state of a payment at the provider. */
export interface Observed extends Money {
  readonly outcome: Outcome;
  readonly refs: PaymentRefs;
  /** Null until a card was used. Its `ref` is null if the buyer did not agree to save it. */
  readonly card: Card | null;
  readonly billing: BillingDetails | null;
  /** The last failure. An open page with a failure can still be paid with another card. */
  readonly failure: Failure | null;
}

/** The present state of a page for a card at the provider. */
export interface ObservedCardPage {
  readonly outcome: 'open' | 'succeeded' | 'expired' | 'cancelled';
  readonly card: Card | null;
}

/** An event of the provider. Untrusted: fetch the object. */
export interface Hint {
  /** The provider's id of the event. Repeated deliveries have the same id. */
  readonly ref: string;
  readonly type: string;
  readonly subject: 'payment' | 'card_page' | 'refund' | 'dispute' | 'customer' | 'card' | 'other';
  /** The provider's id of the object; of a dispute, the id of its payment. */
  readonly object: string;
  /** Our id of the payment, card page or refund. Null: the provider does not have it. */
  readonly ownNumber: number | null;
  readonly created: Date;
}

/** A successful payment at the provider, for the comparison with ours. */
export interface Taken extends Money {
  readonly payment: string;
  /** Our id of the payment. Null: another system created it. */
  readonly ownNumber: number | null;
  readonly refunded: string;
  readonly at: Date;
}

/** A movement of money as the provider's report of the balance lists it. `amount` is negative if the money left the account. */
export interface Movement extends Money {
  /** `refund_failed`: the money of a refund came back. */
  readonly kind: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';
  /** The provider's id of the payment, refund or dispute. */
  readonly reference: string;
  /** What the provider charged for it, in the currency of its payouts. */
  readonly fee: Money;
  readonly at: Date;
}

/** A payment whose creation was not confirmed. */
export interface LostPayment {
  readonly id: number;
  readonly customer: string;
  readonly requestedAt: Date;
}

/** An account as the provider describes it, for the command that connects it. */
export interface AccountFacts {
  readonly ref: string;
  /** Whether real money moves. */
  readonly live: boolean;
  /** Null if the provider does not say. */
  readonly name: string | null;
  /** The currency of its payouts, an ISO 4217 code; null if the provider does not say. */
  readonly currency: string | null;
  readonly canCharge: boolean;
}

/**
 * One fan club's account at a payment provider. Adapters implement it. Every method but {@link verify} sends requests, so none is
 * called inside a transaction. All but {@link verify} throw ProviderUnavailable if the outcome is unknown, and Misconfigured if a
 * retry would not help. A declined card is an answer, not an exception.
 */
export abstract class PaymentProvider {
  /** The origin of its pages for buyers, to which forms may redirect. Pages at other origins are reached by a link. */
  abstract readonly pageOrigin: string;
  /** The facts of the account itself. */
  abstract account(): Promise<AccountFacts>;
  /** Adds a customer, and returns the provider's id. A deleted customer is added again, even with the same key. */
  abstract addCustomer(customer: CustomerToAdd): Promise<string>;
  /** Updates a customer. False: the customer is unknown or deleted. */
  abstract updateCustomer(customer: string, facts: CustomerFacts): Promise<boolean>;
  /** Deletes a customer with their cards. An unknown one is ignored. */
  abstract deleteCustomer(customer: string): Promise<void>;
  abstract openCheckout(payment: CheckoutToOpen): Promise<OpenedPage>;
  abstract openCardPage(page: CardPageToOpen): Promise<OpenedPage>;
  /** Charges a saved card without its owner. A declined card is a `failed` answer. */
  abstract charge(payment: PaymentToMake, card: string): Promise<Observed>;
  abstract observe(refs: PaymentRefs): Promise<Observed>;
  abstract observeCardPage(ref: string): Promise<ObservedCardPage>;
  /** Ends a payment, so that its money can no longer arrive. The payment may have succeeded before. */
  abstract abandon(refs: PaymentRefs): Promise<Observed>;
  abstract refund(refund: RefundToMake): Promise<ObservedRefund>;
  abstract observeRefund(ref: string): Promise<ObservedRefund>;
  /** The present state of a saved card. Null: it can no longer be charged, or is unknown. */
  abstract observeCard(card: string): Promise<Card | null>;
  /** Deletes a saved card. An unknown one is ignored. */
  abstract deleteCard(card: string): Promise<void>;
  /**
   * Reads a signed event. @throws BadSignature if the signature is wrong, or the event is too old at `now`
   */
  abstract verify(body: Buffer, headers: Readonly<Record<string, string | undefined>>, now: Date): Hint;
  /** The events since then, oldest first or newest first. */
  abstract recent(since: Date): AsyncIterable<Hint>;
  /** The payments that were taken in a time span, without those of other fan clubs that share the account. */
  abstract taken(from: Date, to: Date): AsyncIterable<Taken>;
  /** The movements of money in a time span, in any order, without those of other fan clubs that share the account. */
  abstract movements(from: Date, to: Date): AsyncIterable<Movement>;
  /**
   * Finds a payment by our id after the answer to {@link openCheckout} or {@link charge} was lost. Includes open pages. Null: none.
   */
  abstract find(payment: LostPayment): Promise<Observed | null>;
  /** All refunds of a payment, including those made at the provider. */
  abstract refundsOf(payment: string): Promise<readonly ObservedRefund[]>;
  /** All disputes of a payment. */
  abstract disputesOf(payment: string): Promise<readonly ObservedDispute[]>;
  /** The disputes that were opened since then, without those of other fan clubs that share the account. */
  abstract disputesSince(since: Date): AsyncIterable<ObservedDispute>;
}
