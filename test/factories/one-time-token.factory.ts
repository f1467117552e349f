import { hashToken } from '#libs/token';
import type { Customer } from '../../src/domains/accounts';
import type { OneTimeToken } from '../../src/platform/tokens';
import { daysFrom, type New, type Seed } from './seed';

export interface OneTimeTokenInput extends Partial<OneTimeToken> {
  customer: Customer;
  /** The secret in the link, of which the row holds a hash. */
  token: string;
}

/** A token that lets a customer confirm the address. */
export function oneTimeTokenFactory(
  { now }: Seed,
  { customer, token, ...overrides }: OneTimeTokenInput,
): New<OneTimeToken> {
  return {
    fanclubId: customer.fanclubId,
    purpose: 'confirm_address',
    customerId: customer.id,
    contactId: null,
    email: customer.email ?? '',
    tokenHash: hashToken(token),
    expiresAt: daysFrom(now, 7),
    ...overrides,
  };
}
