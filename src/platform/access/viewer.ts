import type { Actor, ClubAsker, RequestSource } from '#platform/audit';
import type { FanclubInfo } from '#platform/published';
import type { PlanTexts } from './plan-texts';

export type { FanclubInfo, LoginProviderInfo } from '#platform/published';

/** The span of a sales period, as far as it decides about subscriptions and renewals. */
export interface SalesPeriodSpan {
  id: number;
  startsAt: Date;
  endsAt: Date;
  /** Until when its subscriptions stay active past their end; null without extension. */
  extendedUntil: Date | null;
}

/** Codes of the viewer's for an affiliate. */
export interface AffiliateCodes {
  id: number;
  name: string;
  codes: readonly string[];
}

/** The viewer's active subscription (decisions 5.2); of several, the one that started last. */
export interface Membership {
  subscriptionId: number;
  plan: PlanTexts;
  /** Decimal string. */
  planPrice: string;
  exclusiveAccess: boolean;
  renewalCap: number | null;
  /** The subscription's own sales period, which may differ from the plan's present one. */
  salesPeriod: SalesPeriodSpan | null;
  startDate: Date;
  endDate: Date | null;
  /** Active only through the extension of its sales period. */
  lapsed: boolean;
  trial: boolean;
  /** Only affiliates for which the customer has codes (decisions 5.6a). */
  affiliates: readonly AffiliateCodes[];
}

/** The customer of a session, with everything that printing an account needs. */
export interface ViewerCustomer {
  id: number;
  firstName: string | null;
  lastName: string | null;
  /** Null only for an unregistered customer. */
  email: string | null;
  newEmail: string | null;
  /** `YYYY-MM-DD` */
  birthdate: string | null;
  username: string | null;
  registered: boolean;
  confirmed: boolean;
  invalidEmail: boolean;
  listsOptIn: boolean;
  autoRenewalEnabled: boolean;
  lockedPlanId: number | null;
  /** Renewal cap of the locked plan; null without locked plan or cap. */
  lockedPlanRenewalCap: number | null;
  renewals: number;
  /** Former addresses, oldest first. */
  emailAliases: readonly string[];
  /** Names of the enabled providers that the customer has connected. */
  authentications: readonly string[];
  /** Null without an active subscription. */
  membership: Membership | null;
}

/** The session row behind the cookie. */
export interface Visit {
  sessionId: number;
  /** The free-plan order that registration needs (decisions 4.11). */
  orderId: number | null;
  customer: ViewerCustomer;
}

/** The organization that owns the fan club, by one of its secret keys. */
export interface Partner {
  /** Of the row in `organization_api_keys`. */
  keyId: number;
}

/**
 * Who is asking: a fan club's visitor. Answers questions instead of handing out a null customer; made once per request by
 * the access guard and passed on explicitly.
 */
export class Viewer implements ClubAsker {
  constructor(
    readonly fanclub: FanclubInfo,
    readonly source: RequestSource,
    /** Null without a live session. */
    readonly visit: Visit | null,
    /** Null but on routes that are `@PartnerOnly()`. */
    readonly partner: Partner | null = null,
    /** Whether what is read for them may be a few seconds old; never within a request that may write, nor soon after one. */
    readonly toleratesLag = false,
  ) {}

  /** As whom security events record them. */
  get actor(): Actor {
    if (this.partner) return { kind: 'partner', id: this.partner.keyId };
    return this.visit ? { kind: 'customer', id: this.visit.customer.id } : { kind: 'visitor' };
  }

  /** The logged-in customer: registered and confirmed (specification, general rule 6). Null for anybody else. */
  get customer(): ViewerCustomer | null {
    const customer = this.visit?.customer;
    return customer?.registered && customer.confirmed ? customer : null;
  }

  /** The customer whom a free-plan purchase left in the session (decisions 4.0); null once registered. */
  get unregistered(): ViewerCustomer | null {
    const customer = this.visit?.customer;
    return customer && !customer.registered ? customer : null;
  }

  /** The logged-in customer's active subscription; null for anybody else. */
  get membership(): Membership | null {
    return this.customer?.membership ?? null;
  }

  isLoggedIn(): this is LoggedInViewer {
    return this.customer !== null;
  }
}

/** A viewer on a route that `@RequireCustomer()` guards. */
export type LoggedInViewer = Viewer & { readonly customer: ViewerCustomer; readonly visit: Visit };

/** A viewer on a route that is `@PartnerOnly()`. */
export type PartnerViewer = Viewer & { readonly partner: Partner };

/** A visitor of a fan club without session. */
export const anonymous = (fanclub: FanclubInfo, source: RequestSource): Viewer =>
  new Viewer(fanclub, source, null);
