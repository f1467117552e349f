import { AutomaticRenewal } from '../../../src/domains/payments';
import type { TestApp } from '../start-test-app';

/** Has the service of a suite offer automatic renewal, as if it charged renewals. */
export function withAutomaticRenewal(t: TestApp): void {
  beforeEach(() => {
    jest.replaceProperty(t.app.get(AutomaticRenewal), 'isCharged', true);
  });
  afterEach(() => jest.restoreAllMocks());
}
