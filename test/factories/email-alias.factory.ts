import type { Customer, EmailAlias } from '../../src/domains/accounts';
import type { New, Seed } from './seed';

export interface EmailAliasInput extends Partial<EmailAlias> {
  customer: Customer;
}

/** A former address of a customer. */
export function emailAliasFactory({ n }: Seed, { customer, ...overrides }: EmailAliasInput): New<EmailAlias> {
  return {
    fanclubId: customer.fanclubId,
    customerId: customer.id,
    email: `former-${n}@example.test`,
    ...overrides,
  };
}
