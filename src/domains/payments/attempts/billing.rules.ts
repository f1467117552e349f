import type { BillingDetails } from '#domains/payment-providers';
import type { PostalAddress } from '#domains/shipping';

/** The billing address of an order, from the payment page. Null: the page did not return a name and a country. */
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
