import type { Customer } from '../../src/domains/accounts';
import type { ShippingAddress } from '../../src/domains/shipping';
import type { New, Seed } from './seed';

export interface ShippingAddressInput extends Partial<ShippingAddress> {
  customer: Customer;
}

/** A customer's primary address, in the United States. */
export function shippingAddressFactory(
  { n }: Seed,
  { customer, ...overrides }: ShippingAddressInput,
): New<ShippingAddress> {
  return {
    fanclubId: customer.fanclubId,
    customerId: customer.id,
    firstName: `First${n}`,
    lastName: `Last${n}`,
    address: `${n} Main Street`,
    address2: '',
    city: 'Los Angeles',
    state: 'CA',
    postalCode: '90001',
    country: 'US',
    ...overrides,
  };
}
