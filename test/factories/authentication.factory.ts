import type { Customer } from '../../src/domains/accounts';
import type { Authentication } from '../../src/domains/social';
import type { New, Seed } from './seed';

export interface AuthenticationInput extends Partial<Authentication> {
  customer: Customer;
}

/** A customer's account with the provider `social`. */
export function authenticationFactory(
  { n }: Seed,
  { customer, ...overrides }: AuthenticationInput,
): New<Authentication> {
  return {
    fanclubId: customer.fanclubId,
    customerId: customer.id,
    name: 'social',
    uid: `uid-${n}`,
    ...overrides,
  };
}
