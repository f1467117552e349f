/** The provider did not answer, or failed. Whether it did what was asked is unknown: ask again with the same key. */
export class ProviderUnavailable extends Error {
  /** @param request the provider's id of the request, for its support; null if there was no answer */
  constructor(
    message: string,
    readonly request: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The provider refused what only staff can repair: a wrong key, an amount that is too small, the wrong mode. Nothing happened. */
export class Misconfigured extends Error {
  /** @param code the provider's code, for staff and logs */
  constructor(
    readonly code: string,
    readonly request: string | null = null,
    options?: ErrorOptions,
  ) {
    super(`the payment account is misconfigured: ${code}`, options);
  }
}

/** A message that claims to be from the provider, and is not, or is too old. */
export class BadSignature extends Error {}
