import { DomainError } from '#libs/envelope';

/** Missing, unknown, revoked or doubled fan club key, or an organization key that does not fit it (decisions 3.6). */
export class InvalidKey extends DomainError {
  readonly messages = ['Please use a valid API Key.'];
}

/** A logged-out visitor on an endpoint that needs a customer. */
export class LoginRequired extends DomainError {
  readonly messages = ['Please log in to access your online benefits.'];
}
