import { shared } from './jest.config.mjs';

/** `npm run test:browser`: what only a real browser shows. Apart from `npm test`, since it needs a Chromium on the machine. */
export default {
  ...shared,
  displayName: 'browser',
  testTimeout: 120_000,
  maxWorkers: 1,
  testMatch: ['<rootDir>/test/browser/**/*.browser-spec.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};
