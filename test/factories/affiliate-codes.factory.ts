import type { Customer } from '../../src/domains/accounts';
import type { Affiliate, AffiliateCodes } from '../../src/domains/subscriptions';
import type { New, Seed } from './seed';

export interface AffiliateCodesInput extends Partial<AffiliateCodes> {
  customer: Customer;
  affiliate: Affiliate;
}

/** A customer's own codes of an affiliate. */
export function affiliateCodesFactory(
  { n }: Seed,
  { customer, affiliate, ...overrides }: AffiliateCodesInput,
): New<AffiliateCodes> {
  return {
    fanclubId: customer.fanclubId,
    customerId: customer.id,
    affiliateId: affiliate.id,
    codes: [`CODE-${n}`],
    ...overrides,
  };
}
