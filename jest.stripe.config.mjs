import { shared } from './jest.config.mjs';

/** `npm run test:stripe`: needs the network and a key of Stripe's test mode, so it is not part of `npm test`. */
export default {
  ...shared,
  displayName: 'stripe',
  testTimeout: 60_000,
  maxWorkers: 1,
  testMatch: ['<rootDir>/test/stripe/**/*.stripe-spec.ts'],
};
