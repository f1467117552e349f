/** An amount in a currency. `amount` has two decimals. */
export interface Money {
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** How a provider names a payment. The session is the payment page; the payment is known once somebody has begun to pay. */
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

/** A line of what is paid. Its amount has two decimals and is not negative. */
export interface PaymentLine {
  readonly name: string;
  readonly amount: string;
}

/** A payment that begins. Repeated with the same key, it is the same payment. */
export interface PaymentToMake extends Money {
  /** The id of our payment; providers keep it, so that {@link PaymentProvider.find} finds it. */
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
  /** Where it sends buyers who turn back. */
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

/** A page on which a customer enters a card that is charged later. No money moves. */
export interface CardPageToOpen {
  /** The id of our row, which providers keep. */
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
  /** Whoever knows it can see the page: it is stored sealed, and never logged. */
  readonly url: string;
  readonly expiresAt: Date;
}

/** A card that the provider keeps. Its number stays with the provider. */
export interface Card {
  /** Null: it cannot be charged again. */
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

/** The address that the buyer gave on the payment page. A part is null if the page did not ask for it. */
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

/** `open`: the page waits for the buyer. `pending`: the money may still arrive. All others are final, except that money wins. */
export type Outcome = 'open' | 'pending' | 'succeeded' | 'failed' | 'expired' | 'cancelled';

/** A payment as the provider has it now. */
export interface Observed extends Money {
  readonly outcome: Outcome;
  readonly refs: PaymentRefs;
  /** Null until a card was used. Its `ref` is null if the buyer did not agree to save it. */
  readonly card: Card | null;
  readonly billing: BillingDetails | null;
  /** The last failure; an open page may have one, and still be paid with another card. */
  readonly failure: Failure | null;
}

/** A page for a card as the provider has it now. */
export interface ObservedCardPage {
  readonly outcome: 'open' | 'succeeded' | 'expired' | 'cancelled';
  readonly card: Card | null;
}

/** A refund to make. Repeated with the same key, it is the same refund. */
export interface RefundToMake extends Money {
  /** The id of our refund, which providers keep. */
  readonly id: number;
  readonly fanclubId: number;
  /** The provider's name of the payment. */
  readonly payment: string;
  readonly idempotencyKey: string;
}

export interface ObservedRefund extends Money {
  readonly ref: string;
  /** The provider's name of the payment. */
  readonly payment: string;
  /** Our id of the refund; null: somebody made it at the provider. */
  readonly ownNumber: number | null;
  readonly outcome: 'pending' | 'succeeded' | 'failed';
  /** The provider's code of a failure. */
  readonly failure: string | null;
}

/** A message of the provider that something happened. It is never believed: the object is fetched. */
export interface Hint {
  /** The provider's name of the event. An event that is sent twice has it twice. */
  readonly ref: string;
  readonly type: string;
  readonly subject: 'payment' | 'card_page' | 'refund' | 'customer' | 'card' | 'other';
  /** The provider's name of the object. */
  readonly object: string;
  /** Our id of the payment, card page or refund, if the provider kept it; null if not. */
  readonly ownNumber: number | null;
  readonly created: Date;
}

/** A payment that the provider took, for the comparison with ours. */
export interface Taken extends Money {
  readonly payment: string;
  /** Our id of the payment; null: the provider took it without us. */
  readonly ownNumber: number | null;
  readonly refunded: string;
  readonly at: Date;
}

/** A payment whose answer was lost. */
export interface LostPayment {
  readonly id: number;
  readonly customer: string;
  readonly requestedAt: Date;
}

/** What the provider says of an account, for the command that connects it. */
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
 * One fan club's account at a payment provider. Adapters implement it. Every method but {@link verify} asks the provider over the
 * network, so none is called inside of a transaction. A card that is declined is an answer, not an exception.
 * All but {@link verify} throw ProviderUnavailable if the outcome is unknown, and Misconfigured if repeating would not help.
 */
export abstract class PaymentProvider {
  /** The origin of its pages for buyers, to which forms may redirect. Pages at another origin work as well, by a link. */
  abstract readonly pageOrigin: string;
  /** The facts of the account itself. */
  abstract account(): Promise<AccountFacts>;
  /** Adds a customer and returns the provider's name of it. One that was deleted is added again, also with the same key. */
  abstract addCustomer(customer: CustomerToAdd): Promise<string>;
  /** Replaces the facts of a customer. False: the provider does not know it, or has deleted it. */
  abstract updateCustomer(customer: string, facts: CustomerFacts): Promise<boolean>;
  /** Deletes a customer with its cards. An unknown one is no error. */
  abstract forgetCustomer(customer: string): Promise<void>;
  abstract openCheckout(payment: CheckoutToOpen): Promise<OpenedPage>;
  abstract openCardPage(page: CardPageToOpen): Promise<OpenedPage>;
  /** Charges a saved card without its owner. A declined card is a `failed` answer. */
  abstract charge(payment: PaymentToMake, card: string): Promise<Observed>;
  abstract observe(refs: PaymentRefs): Promise<Observed>;
  abstract observeCardPage(ref: string): Promise<ObservedCardPage>;
  /** Closes the payment page, so that no money can arrive any more. The answer may be that it was paid before. */
  abstract abandon(refs: PaymentRefs): Promise<Observed>;
  abstract refund(refund: RefundToMake): Promise<ObservedRefund>;
  abstract observeRefund(ref: string): Promise<ObservedRefund>;
  /** A saved card as the provider has it now. Null: it cannot be charged any more, or is unknown. */
  abstract observeCard(card: string): Promise<Card | null>;
  /** Deletes a saved card. An unknown one is no error. */
  abstract forgetCard(card: string): Promise<void>;
  /**
   * Reads an event that the provider sent. `now` judges its age.
   * @throws BadSignature if it is not from the provider, or too old
   */
  abstract verify(body: Buffer, headers: Readonly<Record<string, string | undefined>>, now: Date): Hint;
  /** The events since then, oldest first or newest first. */
  abstract recent(since: Date): AsyncIterable<Hint>;
  /** The payments that were taken in a time span, without those of other fan clubs that share the account. */
  abstract taken(from: Date, to: Date): AsyncIterable<Taken>;
  /**
   * Finds a payment by our id, also one whose page is still open, when the answer to {@link openCheckout} or {@link charge} was lost.
   * Null: the provider has none.
   */
  abstract find(payment: LostPayment): Promise<Observed | null>;
  /** All refunds of a payment, also those that somebody made at the provider. */
  abstract refundsOf(payment: string): Promise<readonly ObservedRefund[]>;
}
