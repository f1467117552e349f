import type { BillingDetails } from '#domains/payment-providers';
import { billingAddressOf } from './billing.rules';

const details = (facts: Partial<BillingDetails> = {}): BillingDetails => ({
  name: 'Ada King Lovelace',
  line1: '1 Main St',
  line2: null,
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
  ...facts,
});

describe('The billing address', () => {
  it('has the last word of the name as last name, and empty texts for missing parts', () => {
    expect(billingAddressOf(details({ state: null }))).toEqual({
      first_name: 'Ada King',
      last_name: 'Lovelace',
      address: '1 Main St',
      address_2: '',
      city: 'Springfield',
      state: '',
      postal_code: '62701',
      country: 'US',
    });
    expect(billingAddressOf(details({ name: 'Cher' }))).toMatchObject({ first_name: 'Cher', last_name: '' });
  });

  it('is missing without a name or a country', () => {
    expect(billingAddressOf(null)).toBeNull();
    expect(billingAddressOf(details({ name: null }))).toBeNull();
    expect(billingAddressOf(details({ country: null }))).toBeNull();
  });
});
