import type { Affiliate } from '../../src/domains/subscriptions';
import type { New, Seed } from './seed';

export interface AffiliateInput extends Partial<Affiliate> {
  fanclubId: number;
}

/** A partner of the club who gives its members codes. */
export function affiliateFactory({ n }: Seed, overrides: AffiliateInput): New<Affiliate> {
  return { name: `Affiliate ${n}`, ...overrides };
}
