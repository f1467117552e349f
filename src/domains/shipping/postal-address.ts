import type { Address } from './dto/shipping.answer';

/** An address of the API. Orders and shipments store copies with these fields. */
export interface PostalAddress {
  first_name: string;
  last_name: string;
  address: string;
  /** Empty if there is no second line. */
  address_2: string;
  city: string;
  state: string;
  postal_code: string;
  /** ISO 3166 alpha-2. */
  country: string;
}

/** Prints an address (contract 5.22). Stored copies are `jsonb`, which does not keep the order of fields. */
export function addressShape(address: PostalAddress): Address {
  return {
    first_name: address.first_name,
    last_name: address.last_name,
    address: address.address,
    address_2: address.address_2,
    city: address.city,
    state: address.state,
    postal_code: address.postal_code,
    country: address.country,
  };
}
