import { DomainError } from '#libs/envelope';

/** The plan costs something, and the fan club cannot take payments. */
export class PaymentNotSetUp extends DomainError {
  readonly messages = ['Paying is not set up for this fan club yet.'];
}

/** The plan costs something, and the visitor has no account with an e-mail address. */
export class PayerRequired extends DomainError {
  readonly messages = ['Please log in or register first.'];
}
