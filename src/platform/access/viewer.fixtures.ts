import type { RequestSource } from '#platform/audit';
import type { FanclubInfo } from '#platform/published';
import type { Membership } from './membership';
import { anonymous, Viewer, type ViewerCustomer } from './viewer';

/** The source of requests in tests without HTTP. */
export const SOURCE: RequestSource = { network: '192.0.2.1', requestId: 'request-1' };

/** A fan club as in a `Viewer`, for tests of pure code. */
export function fanclubInfo(overrides: Partial<FanclubInfo> = {}): FanclubInfo {
  return {
    id: 1,
    organizationId: 1,
    name: 'The Lanterns',
    siteUrl: 'https://lanterns.example',
    plansUrl: 'https://lanterns.example/join',
    supportEmail: 'support@lanterns.example',
    timeZone: 'UTC',
    currency: 'USD',
    taxRate: null,
    taxText: null,
    renewalNoticeDays: 14,
    renewalTryDays: 14,
    homeCountry: 'US',
    minimumAge: 13,
    forumIntegration: false,
    listPlansWithoutSubscription: false,
    logoUrl: null,
    accentColor: null,
    font: null,
    heldAt: null,
    movedTo: null,
    links: {
      login: null,
      logout: null,
      passwordReset: null,
      savedCard: null,
      redeem: null,
      forum: null,
      ipboard: null,
      privacy: null,
      terms: null,
    },
    tracking: { development: [], production: [] },
    loginProviders: [],
    signInProviders: [],
    trustedDomains: [],
    hosts: [],
    ...overrides,
  };
}

/** An active subscription to a plan with exclusive access. */
export function membership(overrides: Partial<Membership> = {}): Membership {
  return {
    subscriptionId: 1,
    plan: { id: 1, name: 'Gold', description: null, onlineBenefits: null, annotations: null, tags: [] },
    planPrice: '100.00',
    exclusiveAccess: true,
    renewalCap: null,
    salesPeriod: null,
    startDate: new Date('2026-01-01T00:00:00Z'),
    endDate: new Date('2027-01-01T00:00:00Z'),
    lapsed: false,
    trial: false,
    affiliates: [],
    ...overrides,
  };
}

/** A registered, confirmed customer without subscription. */
export function viewerCustomer(overrides: Partial<ViewerCustomer> = {}): ViewerCustomer {
  return {
    id: 1,
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.test',
    newEmail: null,
    birthdate: '1990-01-31',
    username: null,
    registered: true,
    confirmed: true,
    invalidEmail: false,
    listsOptIn: false,
    autoRenewalEnabled: false,
    lockedPlanId: null,
    lockedPlanRenewalCap: null,
    renewals: 0,
    emailAliases: [],
    authentications: [],
    membership: null,
    ...overrides,
  };
}

/** A visitor with a session. */
export function viewerOf(customer: Partial<ViewerCustomer> = {}, fanclub: Partial<FanclubInfo> = {}): Viewer {
  const visit = { sessionId: 1, orderId: null, customer: viewerCustomer(customer) };
  return new Viewer({ fanclub: fanclubInfo(fanclub), source: SOURCE, visit });
}

/** A logged-in customer with an active subscription. */
export const member = (overrides: Partial<Membership> = {}): Viewer =>
  viewerOf({ membership: membership(overrides) });

/** A visitor without session. */
export const visitor = (): Viewer => anonymous(fanclubInfo(), SOURCE);

/** A registered and confirmed customer with something in every field, without subscription. */
export function someCustomer(facts: Partial<ViewerCustomer> = {}): ViewerCustomer {
  return viewerCustomer({
    email: 'ada@x.example',
    newEmail: 'ada@new.example',
    birthdate: '1990-12-10',
    username: 'ada',
    invalidEmail: true,
    listsOptIn: true,
    autoRenewalEnabled: true,
    lockedPlanId: 3,
    lockedPlanRenewalCap: 2,
    renewals: 2,
    emailAliases: ['old@x.example'],
    authentications: ['social'],
    ...facts,
  });
}

/** A trial subscription that is active only through an extension, with something in every list. */
export function someMembership(facts: Partial<Membership> = {}): Membership {
  return membership({
    subscriptionId: 11,
    plan: {
      id: 3,
      name: 'Gold Plan',
      description: '<p>All</p>',
      onlineBenefits: null,
      annotations: null,
      tags: ['gold'],
    },
    renewalCap: 2,
    startDate: new Date('2026-01-01T08:00:00Z'),
    endDate: new Date('2026-06-01T00:00:00Z'),
    lapsed: true,
    trial: true,
    affiliates: [{ id: 5, name: 'Tickets', codes: ['A1'] }],
    ...facts,
  });
}
