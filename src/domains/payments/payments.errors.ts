/** What the provider did not do. `DomainError`s are for the viewer; this is for whoever asked the provider. */
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

/** The provider did not answer, or failed. Whether it did what was asked is unknown: ask again with the same key. */
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

/** The provider refused what only staff can repair: a wrong key, an amount that is too small, the wrong mode. Nothing happened. */
export class Misconfigured extends ProviderError {
  constructor(
    readonly code: string,
    request: string | null = null,
    options?: ErrorOptions,
  ) {
    super(`the payment account is misconfigured: ${code}`, request, options);
  }
}

/** A message that claims to be from the provider, and is not, or is too old. */
export class BadSignature extends Error {}
