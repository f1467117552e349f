/** An amount in a currency. `amount` has two decimals. */
export interface Money {
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** A refund to create. A retry with the same key creates no second one. */
export interface RefundToMake extends Money {
  /** The id of our refund. Providers store it. */
  readonly id: number;
  readonly fanclubId: number;
  /** The provider's id of the payment. */
  readonly payment: string;
  readonly idempotencyKey: string;
}

export interface ObservedRefund extends Money {
  readonly ref: string;
  /** The provider's id of the payment. */
  readonly payment: string;
  /** Our id of the refund. Null: the refund was made at the provider. */
  readonly ownNumber: number | null;
  readonly outcome: 'pending' | 'succeeded' | 'failed';
  /** The provider's code of a failure. */
  readonly failure: string | null;
}

/** A dispute: the buyer asked the card's bank for the money back. */
export interface ObservedDispute extends Money {
  readonly ref: string;
  /** The provider's id of the payment. */
  readonly payment: string;
  /** Our id of the payment. Null: the provider does not have it. */
  readonly ownNumber: number | null;
  /** Who the bank decided for: `won` is for the fan club. An inquiry that ended without a dispute is `won`. */
  readonly outcome: 'open' | 'won' | 'lost';
  readonly openedAt: Date;
}
