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
