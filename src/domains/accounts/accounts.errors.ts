import { DomainError } from '#libs/envelope';

/** POST /accounts without any field of a customer (contract 4.1). */
export class CustomerRequired extends DomainError {
  readonly messages = ['Customer parameter is required.'];
}

/** Another customer took the address after it was requested. */
export class EmailTaken extends DomainError {
  readonly messages = ['Email has already been taken'];
}

/** A simultaneous request of another customer took the user name. */
export class UsernameTaken extends DomainError {
  readonly messages = ['Username has already been taken'];
}

/** A simultaneous request changed the password. */
export class CurrentPasswordIncorrect extends DomainError {
  readonly messages = ['Current password is incorrect'];
}

/** The customer of the session is registered, perhaps by a simultaneous request. */
export class AlreadyRegistered extends DomainError {
  readonly messages = ['You are already registered'];
}

/** Confirming an address requires the account's password. */
export class PasswordIncorrect extends DomainError {
  readonly messages = ['Password is incorrect'];
}

/** Confirming a new address of an account without a password requires its session. */
export class SessionRequired extends DomainError {
  readonly messages = ['Please log in to confirm this address.'];
}
