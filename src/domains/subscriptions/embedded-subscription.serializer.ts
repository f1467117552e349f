import { isoUtc } from '#libs/format';
import type { Membership } from '#platform/access';
import type { AffiliateCodes, EmbeddedSubscription, ReducedSubscription } from './dto/subscription.answer';
import { planBrief } from '#domains/plans';

/** Prints the active subscription for the e-mail login, the account and the search by partners. */
export function embeddedSubscription(membership: Membership): EmbeddedSubscription {
  return {
    plan: planBrief(membership.plan),
    start_date: isoUtc(membership.startDate),
    end_date: membership.endDate && isoUtc(membership.endDate),
    lapsed: membership.lapsed,
    trial_membership: membership.trial,
    affiliates: affiliates(membership),
  };
}

/** Prints the active subscription for the answers to social login and registration. */
export function reducedSubscription(membership: Membership): ReducedSubscription {
  const { id, name, description, annotations } = membership.plan;
  return {
    plan: { id, name, description, annotations },
    start_date: isoUtc(membership.startDate),
    affiliates: affiliates(membership),
  };
}

function affiliates(membership: Membership): AffiliateCodes[] {
  return membership.affiliates.map(({ id, name, codes }) => ({ id, name, codes: [...codes] }));
}
