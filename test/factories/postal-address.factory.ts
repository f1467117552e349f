import type { PostalAddress } from '../../src/domains/shipping';

/** An address as orders and shipments keep it: a copy, no row. */
export function postalAddressFactory(overrides: Partial<PostalAddress> = {}): PostalAddress {
  return {
    first_name: 'Ada',
    last_name: 'Lovelace',
    address: '12 St. James Square',
    address_2: '',
    city: 'London',
    state: 'LND',
    postal_code: 'SW1Y 4JH',
    country: 'GB',
    ...overrides,
  };
}
