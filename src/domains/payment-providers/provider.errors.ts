import { DomainError } from '#libs/envelope';

/** The account cannot be connected, for a reason that the operator can change. */
export class NotConnectable extends DomainError {
  readonly messages: readonly string[];

  constructor(...messages: string[]) {
    super();
    this.messages = messages;
  }
}

/** A failed request to a provider. It is for the caller; `DomainError`s are for the viewer. */
export abstract class ProviderError extends Error {
  /** For staff, logs and tables: our code, or the provider's. */
  abstract readonly code: string;

  /** @param request the provider's id of the request, for its support; null if there was no answer */
  protected constructor(
    message: string,
    readonly request: string | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The provider did not answer, or failed. The outcome is unknown: retry with the same idempotency key. */
export class ProviderUnavailable extends ProviderError {
  readonly code = 'provider_unavailable';

  /** @param connection Node's code, if the connection failed */
  constructor(
    message: string,
    request: string | null = null,
    options?: ErrorOptions,
    readonly connection: string | null = null,
  ) {
    super(message, request, options);
  }
}

/** The provider refused the request, and nothing happened. Only staff can fix this: a wrong key, a too small amount, the wrong mode. */
export class Misconfigured extends ProviderError {
  constructor(
    readonly code: string,
    request: string | null = null,
    options?: ErrorOptions,
  ) {
    super(`the payment account is misconfigured: ${code}`, request, options);
  }
}

/** The signature of an event is wrong, or the event is too old. */
export class BadSignature extends Error {}
