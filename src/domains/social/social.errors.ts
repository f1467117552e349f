import { DomainError } from '#libs/envelope';
import type { SignedRequestFault } from '#libs/signed-request';
import type { Message } from '#platform/reference';

/** The fan club has not enabled the identity provider (contract 4.12, 4.13). */
export class SocialLoginUnsupported extends DomainError {
  readonly messages = ['Social login is not supported by this website'];
}

const FAULTS: Readonly<Record<SignedRequestFault, string>> = {
  Format: 'Format',
  TooOld: 'Too old',
  InvalidSignature: 'Invalid signature',
};

/** Reports the first fault of a signed request (contract 3.8). */
export class InvalidSignedRequest extends DomainError {
  readonly messages: readonly string[];

  constructor(fault: SignedRequestFault) {
    super();
    this.messages = [`Invalid request: ${FAULTS[fault]}. Please try logging in again.`];
  }
}

/** No customer of this fan club is connected with the account at the provider. */
export class SocialAccountUnknown extends DomainError {
  readonly messages = ['Sorry, your social account does not have access to this website.'];
}

/** The visitor is not logged in. */
export class MustBeLoggedIn extends DomainError {
  readonly messages = ['Must be logged in'];
}

/** The customer is connected with an account of this provider, which is never replaced. */
export class ProviderTaken extends DomainError {
  readonly messages = ['Authentications provider has already been taken'];
}

/** Another customer is connected with the account. */
export class UidTaken extends DomainError {
  readonly messages = ['Authentications uid has already been taken'];
}

/** The failures of every handler that reads a signed request, for the API reference. */
export const SIGNED_REQUEST_FAILURES: readonly Message[] = [
  SocialLoginUnsupported,
  ...(Object.keys(FAULTS) as SignedRequestFault[]).flatMap(
    (fault) => new InvalidSignedRequest(fault).messages,
  ),
];
