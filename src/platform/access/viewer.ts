import type { Actor, ClubAsker, RequestSource } from '#platform/audit';
import type { FanclubInfo } from '#platform/published';
import type { KeptRows } from '#platform/database';
import type { CustomerRow, MembershipColumn } from './access.queries';
import type { Membership } from './membership';
import type { SessionClaim } from './session-claim';

export type { FanclubInfo, LoginProviderInfo } from '#platform/published';

/** The customer of a session, with everything that an account prints. */
export interface ViewerCustomer extends Omit<CustomerRow, MembershipColumn> {
  /** Null without an active subscription. */
  readonly membership: Membership | null;
}

/** The session row behind the cookie. */
export interface Visit {
  sessionId: number;
  /** The free-plan order that registration needs (contract 4.11). */
  orderId: number | null;
  customer: ViewerCustomer;
}

/** The organization that owns the fan club, identified by one of its secret keys. */
export interface Partner {
  /** The id of the row in `organization_api_keys`. */
  keyId: number;
}

/** What the access guard knows about a request. */
type Identity = Pick<Viewer, 'fanclub' | 'source'> &
  Partial<Pick<Viewer, 'visit' | 'claim' | 'partner' | 'mayWrite' | 'toleratesLag' | 'keptRows' | 'keptAs'>>;

/** The visitor of a fan club who sends a request. The access guard creates it, and all calls pass it on explicitly. */
export class Viewer implements ClubAsker {
  readonly fanclub: FanclubInfo;
  readonly source: RequestSource;
  /** Null without a live session. */
  readonly visit: Visit | null = null;
  /** Null except on routes that are `@CustomerByStatement()`. */
  readonly claim: SessionClaim | null = null;
  /** Null except on routes that are `@PartnerOnly()`. */
  readonly partner: Partner | null = null;
  /** False in requests that only read. */
  readonly mayWrite: boolean = true;
  /** Whether reads may be a few seconds old; false in requests that may write, and soon after them. */
  readonly toleratesLag: boolean = false;

  /** The rows that requests of a kept visit have read, or that were read together with the visit; null: none. */
  readonly keptRows: KeptRows | null = null;
  /** Identifies the kept visit of a visitor who has returned; null for others. */
  readonly keptAs: number | null = null;

  constructor(identity: Identity) {
    Object.assign(this, identity);
  }

  /** The actor in security events. */
  get actor(): Actor {
    if (this.partner) return { kind: 'partner', id: this.partner.keyId };
    return this.visit ? { kind: 'customer', id: this.visit.customer.id } : { kind: 'visitor' };
  }

  /** The logged-in customer: registered and confirmed (contract 3.12). Null for anybody else. */
  get customer(): ViewerCustomer | null {
    const customer = this.visit?.customer;
    return customer?.registered && customer.confirmed ? customer : null;
  }

  /** The unregistered customer of a free-plan purchase in this session (contract 4.0); null for anybody else. */
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

/** A viewer on a route that is `@CustomerByStatement()`. Only `SessionStatements` find out whether it is a customer. */
export type ClaimedViewer = Viewer & { readonly claim: SessionClaim };

/** A viewer on a route that is `@PartnerOnly()`. */
export type PartnerViewer = Viewer & { readonly partner: Partner };

/** A visitor without session. */
export const anonymous = (fanclub: FanclubInfo, source: RequestSource): Viewer =>
  new Viewer({ fanclub, source });
