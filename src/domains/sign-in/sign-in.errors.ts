import { DomainError } from '#libs/envelope';

/** The fan club has no such provider, or it is switched off. */
export class NoSuchProvider extends DomainError {
  readonly messages = ['This way to log in is not available.'];
}

/** The provider, or the person at the provider, declined. */
export class SignInRefused extends DomainError {
  readonly messages: string[];
  readonly isDenied: boolean;

  /** @param code the error code of OAuth */
  constructor(code: string) {
    super();
    this.isDenied = code === 'access_denied';
    this.messages = [
      this.isDenied
        ? 'You did not allow it, so nothing was done.'
        : 'The other service could not log you in. Please try again later.',
    ];
  }
}

/** The answer does not belong to this browser, is too old, or cannot be verified. */
export class SignInFailed extends DomainError {
  readonly messages = ['This could not be completed. Please begin again.'];

  constructor(options?: ErrorOptions) {
    super();
    if (options?.cause !== undefined) this.cause = options.cause;
  }
}

/** The provider does not answer. */
export class ProviderAway extends DomainError {
  readonly messages = ['The other service does not answer at the moment. Please try again later.'];
}

/** The connection is the only way to log in. */
export class LastWayToLogIn extends DomainError {
  readonly messages = ['This is your only way to log in. Set a password first.'];
}
