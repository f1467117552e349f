import { randomUUID } from 'node:crypto';
import { StripeProvider } from '../../src/domains/payment-providers/stripe/stripe-provider';
import { describeWithoutPages } from '../support/stripe/without-pages';

const secret = process.env.STRIPE_TEST_KEY!;

describeWithoutPages('Stripe itself', () =>
  Promise.resolve({
    provider: new StripeProvider({ fanclubId: 1, live: false, secret, webhookSecrets: [] }),
    now: () => new Date(),
    run: randomUUID(),
    api: 'https://api.stripe.com',
    secret,
  }),
);
