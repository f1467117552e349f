import { isoUtc } from '#libs/format';
import type { AffiliateCodes, Membership } from '#platform/access';
import { type PlanBrief, planBrief } from '#domains/plans';

/** The active subscription inside a customer: the specification's "Embedded subscription". */
export interface EmbeddedSubscription {
  plan: PlanBrief;
  start_date: string;
  end_date: string | null;
  lapsed: boolean;
  trial_membership: boolean;
  affiliates: AffiliateCodes[];
}

/** The active subscription inside the reduced customer of the identity-provider answers (specification, Customer). */
export interface ReducedSubscription {
  plan: Pick<PlanBrief, 'id' | 'name' | 'description' | 'annotations'>;
  start_date: string;
  affiliates: AffiliateCodes[];
}

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
