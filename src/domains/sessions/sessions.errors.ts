import { DomainError } from '#libs/envelope';

/** Blank, unknown or wrong credentials; the text does not reveal which (contract 4.5). */
export class WrongCredentials extends DomainError {
  readonly messages = ['Email and password combination is incorrect.'];
}

/** The customer is blacklisted. */
export class CustomerBlacklisted extends DomainError {
  readonly messages: readonly string[];

  constructor(supportEmail: string) {
    super();
    this.messages = [`Unable to login. Please contact ${supportEmail} for assistance.`];
  }
}

/** The customer has not registered. Without an address, the proof was a social account. */
export class AccountUnregistered extends DomainError {
  readonly messages: readonly string[];

  constructor(email: string | null, supportEmail: string) {
    super();
    const proof = email === null ? 'Your social account' : `The email address ${email}`;
    this.messages = [
      `${proof} belongs to an unregistered account. Please contact ${supportEmail} for assistance.`,
    ];
  }
}

/** The customer has not confirmed the e-mail address. */
export class AccountUnconfirmed extends DomainError {
  readonly messages: readonly string[];

  constructor(email: string | null, supportEmail: string) {
    super();
    this.messages = [
      `The email address ${email} has not been confirmed. ` +
        `Please use the link in your confirmation email or contact ${supportEmail} for assistance.`,
    ];
  }
}
