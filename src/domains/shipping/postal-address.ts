/** An address as the API shows it: exactly these fields, in this order. Orders and shipments keep copies of this shape. */
export interface PostalAddress {
  first_name: string;
  last_name: string;
  address: string;
  /** Empty where there is no second line. */
  address_2: string;
  city: string;
  state: string;
  postal_code: string;
  /** ISO 3166 alpha-2. */
  country: string;
}
