import { DomainError } from '#libs/envelope';
import { Overloaded } from '#platform/http';

/** Missing, unknown, revoked or repeated fan club key, or an organization key that does not match it (contract 3.6). */
export class InvalidKey extends DomainError {
  readonly messages = ['Please use a valid API Key.'];
}

/** The fan club of a hosted page does not exist, or does not have this page. */
export class PageNotFound extends DomainError {
  readonly messages = ['This page does not exist.'];
}

/** A logged-out visitor on an endpoint that needs a customer. */
export class LoginRequired extends DomainError {
  readonly messages = ['Please log in to access your online benefits.'];
}

/** The request comes from a page that the fan club does not trust (contract 3.4). */
export class WebsiteNotAllowed extends DomainError {
  readonly messages = ['This website is not allowed to use this API.'];
}

/** `callback` is not the name of a function, or is repeated (contract 1.5). */
export class CallbackInvalid extends DomainError {
  readonly messages = ['Callback is invalid.'];
}

/** Another database serves the fan club. The proxy in front of both is about to learn that. */
export class FanclubElsewhere extends Overloaded {}
