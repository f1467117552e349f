import type { FanclubInfo, Membership, ViewerCustomer } from '../../src/access';

/** A fan club as requests see it, for tests of pure code: in UTC, without forum, links or providers. */
export function someFanclub(facts: Partial<FanclubInfo> = {}): FanclubInfo {
  return {
    id: 1,
    organizationId: 1,
    name: 'The Lanterns',
    siteUrl: 'https://lanterns.example',
    plansUrl: 'https://lanterns.example/join',
    supportEmail: 'help@lanterns.example',
    timeZone: 'UTC',
    currency: 'USD',
    homeCountry: 'US',
    minimumAge: 13,
    forumIntegration: false,
    listPlansWithoutSubscription: false,
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
    trustedDomains: [],
    ...facts,
  };
}

/** A registered and confirmed customer with something in every field, without subscription. */
export function someCustomer(facts: Partial<ViewerCustomer> = {}): ViewerCustomer {
  return {
    id: 1,
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@x.example',
    newEmail: 'ada@new.example',
    birthdate: '1990-12-10',
    username: 'ada',
    registered: true,
    confirmed: true,
    invalidEmail: true,
    listsOptIn: true,
    autoRenewalEnabled: true,
    lockedPlanId: 3,
    lockedPlanRenewalCap: 2,
    renewals: 2,
    emailAliases: ['old@x.example'],
    authentications: ['social'],
    membership: null,
    ...facts,
  };
}

/** A trial subscription that is active only through an extension. */
export function someMembership(facts: Partial<Membership> = {}): Membership {
  return {
    subscriptionId: 11,
    plan: {
      id: 3,
      name: 'Gold Plan',
      description: '<p>All</p>',
      onlineBenefits: null,
      annotations: null,
      tags: ['gold'],
    },
    planPrice: '100.00',
    exclusiveAccess: true,
    renewalCap: 2,
    salesPeriod: null,
    startDate: new Date('2026-01-01T08:00:00Z'),
    endDate: new Date('2026-06-01T00:00:00Z'),
    lapsed: true,
    trial: true,
    affiliates: [{ id: 5, name: 'Tickets', codes: ['A1'] }],
    ...facts,
  };
}
