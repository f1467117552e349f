import { signRequest } from '#libs/signed-request';
import type { TestApp } from './start-test-app';

/** The app secret of every login provider, unless a test says otherwise. */
export const APP_SECRET = 'app-secret';

/** What a provider says about a person, now by the test's clock; `claims` replace or add to it. */
export function signedRequest(
  t: Pick<TestApp, 'clock'>,
  uid: unknown,
  { secret = APP_SECRET, ...claims }: { secret?: string; [claim: string]: unknown } = {},
): string {
  const issuedAt = Math.floor(t.clock.now().getTime() / 1000);
  return signRequest({ issued_at: issuedAt, user_id: uid, ...claims }, secret);
}

/** The answer to a signed request with such a fault, as the specification words it. */
export const invalidRequest = (fault: 'Format' | 'Too old' | 'Invalid signature'): object => ({
  status: 'error',
  messages: [`Invalid request: ${fault}. Please try logging in again.`],
});

/** The answer where a fan club has no such provider. */
export const UNSUPPORTED = {
  status: 'error',
  messages: ['Social login is not supported by this website'],
};

/** What is no signed request at all, each a fault of format. */
export const UNREADABLE_REQUESTS: readonly [what: string, request: string][] = [
  ['a word', 'hello'],
  ['two short parts', 'a.b'],
  ['three parts', 'a.b.c'],
  ['a dot', '.'],
  ['a character that no database holds', '\0'],
  ['a very long text', 'x'.repeat(9_000)],
  ['JSON', '{"user_id":"1"}'],
];
