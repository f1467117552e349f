import type { BillingDetails } from '#domains/payments';
import type { PostalAddress } from '#domains/shipping';

/** The billing address of an order, from what the payment page returned. Null: the page asked for less than a name and a country. */
export function billingAddressOf(billing: BillingDetails | null): PostalAddress | null {
  if (!billing?.name || !billing.country) return null;
  const words = billing.name.trim().split(/\s+/);
  const last = words.length > 1 ? words.pop()! : '';
  return {
    first_name: words.join(' '),
    last_name: last,
    address: billing.line1 ?? '',
    address_2: billing.line2 ?? '',
    city: billing.city ?? '',
    state: billing.state ?? '',
    postal_code: billing.postalCode ?? '',
    country: billing.country,
  };
}
