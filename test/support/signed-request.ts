import { signRequest } from '#libs/signed-request';
import type { TestApp } from './start-test-app';

/** The default app secret of login providers. */
export const APP_SECRET = 'app-secret';

/** A provider's claims about a person, at the time of the test clock; `claims` replace or extend them. */
export function signedRequest(
  t: Pick<TestApp, 'clock'>,
  uid: unknown,
  { secret = APP_SECRET, ...claims }: { secret?: string; [claim: string]: unknown } = {},
): string {
  const issuedAt = Math.floor(t.clock.now().getTime() / 1000);
  return signRequest({ issued_at: issuedAt, user_id: uid, ...claims }, secret);
}

/** The answer to a signed request with such a fault, with the text of contract 3.8. */
export const invalidRequest = (fault: 'Format' | 'Too old' | 'Invalid signature'): object => ({
  status: 'error',
  messages: [`Invalid request: ${fault}. Please try logging in again.`],
});

/** The answer if a fan club has no such provider. */
export const UNSUPPORTED = {
  status: 'error',
  messages: ['Social login is not supported by this website'],
};

/** Invalid signed requests, each with a fault of format. */
export const UNREADABLE_REQUESTS: readonly [what: string, request: string][] = [
  ['a word', 'hello'],
  ['two short parts', 'a.b'],
  ['three parts', 'a.b.c'],
  ['a dot', '.'],
  ['a character that no database holds', '\0'],
  ['a very long text', 'x'.repeat(9_000)],
  ['JSON', '{"user_id":"1"}'],
];
