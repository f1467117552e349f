import { DomainError } from '#libs/envelope';

/** Missing, unknown, revoked or doubled fan club key, or an organization key that does not fit it (decisions 3.6). */
export class InvalidKey extends DomainError {
  readonly messages = ['Please use a valid API Key.'];
}

/** A hosted page of a fan club that does not exist, or one that this fan club does not have. */
export class PageNotFound extends DomainError {
  readonly messages = ['This page does not exist.'];
}

/** A logged-out visitor on an endpoint that needs a customer. */
export class LoginRequired extends DomainError {
  readonly messages = ['Please log in to access your online benefits.'];
}

/** A page that the fan club does not trust asks for what only trusted ones get (decisions 3.4). */
export class WebsiteNotAllowed extends DomainError {
  readonly messages = ['This website is not allowed to use this API.'];
}

/** What stands in `callback` is no name of a function, or stands there twice (decisions 1.5). */
export class CallbackInvalid extends DomainError {
  readonly messages = ['Callback is invalid.'];
}
