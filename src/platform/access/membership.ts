/** The brief form of a plan, as stored. */
export interface PlanTexts {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly onlineBenefits: string | null;
  readonly annotations: string | null;
  readonly tags: readonly string[];
}

/** The part of a sales period that decides about subscriptions and renewals. */
export interface SalesPeriodSpan {
  id: number;
  startsAt: Date;
  endsAt: Date;
  /** Its subscriptions stay active until then; null without extension. */
  extendedUntil: Date | null;
}

/** The viewer's codes for an affiliate. */
export interface AffiliateCodes {
  id: number;
  name: string;
  codes: readonly string[];
}

/** The viewer's active subscription (contract 5.2); of several, the one that started last. */
export interface Membership {
  subscriptionId: number;
  plan: PlanTexts;
  /** Decimal string. */
  planPrice: string;
  exclusiveAccess: boolean;
  renewalCap: number | null;
  /** The subscription's own sales period, which may differ from the plan's current one. */
  salesPeriod: SalesPeriodSpan | null;
  startDate: Date;
  endDate: Date | null;
  /** Active only through the extension of its sales period. */
  lapsed: boolean;
  trial: boolean;
  /** Only affiliates for which the customer has codes (contract 5.6a). */
  affiliates: readonly AffiliateCodes[];
}
