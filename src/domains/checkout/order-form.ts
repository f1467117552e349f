/** The order form. */
export interface OrderForm {
  readonly reference: string;
  /** The digest of the offer that was shown; needed unless the order is free. */
  readonly quote?: string;
  /** Whether the buyer agreed to `Offer.renewalConsent`. */
  readonly renewsAutomatically?: boolean;
  /** The gift code or coupon as it was typed. Null or absent: none. */
  readonly code?: string | null;
}

/** The result of placing an order. */
export interface Placement {
  orderId: number;
  /** The token of the session that was opened; null: the visitor's cookie stays as it is. */
  token: string | null;
  /** Whether nothing is to be paid, so that the order is complete. */
  isFree: boolean;
  /** As `Offer.paysAt`. */
  paysAt: string | null;
}
