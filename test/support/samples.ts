import type { Membership, ViewerCustomer } from '../../src/platform/access';
import { fanclubInfo, membership, viewerCustomer } from '../factories/viewer.factory';

export { fanclubInfo as someFanclub };

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
