import { FLAG, objectOf, orNull, type Schema } from '#platform/reference';
import { Address, SHIPPING_ITEMS } from '#domains/shipping';

/** Where packages go, and what is chosen for them; as the public API answers it. */
export const SHIPPING_OF_MEMBER: Schema = objectOf(
  { address: orNull(Address), items: SHIPPING_ITEMS, auto_renewal_disabled: FLAG },
  ['auto_renewal_disabled'],
);

const TEXT_OR_NULL = { type: ['string', 'null'] };

/** The fields of `POST /account/shipping`. Absent ones stay as they are if there is an address. */
export const SHIPPING_CHANGES: Schema = {
  type: 'object',
  properties: {
    first_name: TEXT_OR_NULL,
    last_name: TEXT_OR_NULL,
    address: TEXT_OR_NULL,
    address_2: TEXT_OR_NULL,
    city: TEXT_OR_NULL,
    state: TEXT_OR_NULL,
    postal_code: TEXT_OR_NULL,
    country: TEXT_OR_NULL,
  },
  patternProperties: {
    '^item_type_\\d+$': { type: ['integer', 'string'], description: 'The id of an option.' },
  },
  additionalProperties: false,
};
