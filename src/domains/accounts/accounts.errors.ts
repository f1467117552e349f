import { DomainError } from '#libs/envelope';

/** POST /accounts without any field of a customer (decisions 4.1). */
export class CustomerRequired extends DomainError {
  readonly messages = ['Customer parameter is required.'];
}

/** An address that was free when it was asked for has become another customer's. */
export class EmailTaken extends DomainError {
  readonly messages = ['Email has already been taken'];
}

/** A user name that was free a moment ago has become another customer's. */
export class UsernameTaken extends DomainError {
  readonly messages = ['Username has already been taken'];
}

/** The password that was current a moment ago has been changed. */
export class CurrentPasswordIncorrect extends DomainError {
  readonly messages = ['Current password is incorrect'];
}

/** The customer of the session registered before, or at this very moment. */
export class AlreadyRegistered extends DomainError {
  readonly messages = ['You are already registered'];
}

/** Confirming an address needs the account's password, and this is not it. */
export class PasswordIncorrect extends DomainError {
  readonly messages = ['Password is incorrect'];
}

/** Confirming a new address of an account without password needs a session of that account. */
export class SessionRequired extends DomainError {
  readonly messages = ['Please log in to confirm this address.'];
}
