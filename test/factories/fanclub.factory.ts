import type { Fanclub } from '../../src/platform/tenants';
import type { New, Seed } from './seed';

export interface FanclubInput extends Partial<Fanclub> {
  organizationId: number;
}

/** A club in US dollars and on Pacific time, so that a day of its own is not always one of UTC. */
export function fanclubFactory({ n }: Seed, overrides: FanclubInput): New<Fanclub> {
  return {
    name: `Fan Club ${n}`,
    siteUrl: `https://club-${n}.example.test`,
    plansUrl: `https://club-${n}.example.test/join`,
    supportEmail: `support@club-${n}.example.test`,
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    homeCountry: 'US',
    minimumAge: 13,
    forumIntegration: false,
    listPlansWithoutSubscription: false,
    logoUrl: null,
    accentColor: null,
    linkLogin: null,
    linkLogout: null,
    linkPasswordReset: null,
    linkSavedCard: null,
    linkRedeem: null,
    linkForum: null,
    linkIpboard: null,
    linkPrivacy: null,
    linkTerms: null,
    trackingDevelopment: [],
    trackingProduction: [],
    mailSenderName: null,
    mailSenderAddress: null,
    ...overrides,
  };
}
