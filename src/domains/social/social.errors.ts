import { DomainError } from '#libs/envelope';
import type { SignedRequestFault } from '#libs/signed-request';

/** The fan club has enabled no such identity provider (decisions 4.12, 4.13). */
export class SocialLoginUnsupported extends DomainError {
  readonly messages = ['Social login is not supported by this website'];
}

const FAULTS: Readonly<Record<SignedRequestFault, string>> = {
  Format: 'Format',
  TooOld: 'Too old',
  InvalidSignature: 'Invalid signature',
};

/** The signed request proves nothing: the first of its faults (decisions 3.8). */
export class InvalidSignedRequest extends DomainError {
  readonly messages: readonly string[];

  constructor(fault: SignedRequestFault) {
    super();
    this.messages = [`Invalid request: ${FAULTS[fault]}. Please try logging in again.`];
  }
}

/** Nobody of this fan club has connected the account at the provider. */
export class SocialAccountUnknown extends DomainError {
  readonly messages = ['Sorry, your social account does not have access to this website.'];
}

/** A logged-out visitor wants to connect an account. */
export class MustBeLoggedIn extends DomainError {
  readonly messages = ['Must be logged in'];
}

/** The customer has connected an account of this provider before; it is never replaced. */
export class ProviderTaken extends DomainError {
  readonly messages = ['Authentications provider has already been taken'];
}

/** The account at the provider is connected with another customer. */
export class UidTaken extends DomainError {
  readonly messages = ['Authentications uid has already been taken'];
}
