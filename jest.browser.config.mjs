import { shared } from './jest.config.mjs';

/** `npm run test:browser`: tests that need a real browser. Not part of `npm test`, because they need Chromium. */
export default {
  ...shared,
  displayName: 'browser',
  testTimeout: 120_000,
  maxWorkers: 1,
  testMatch: ['<rootDir>/test/browser/**/*.browser-spec.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};
