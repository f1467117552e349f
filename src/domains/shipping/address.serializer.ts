import type { Address } from './dto/shipping.answer';
import type { PostalAddress } from './postal-address';

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
