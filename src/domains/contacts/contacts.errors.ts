import { DomainError } from '#libs/envelope';

/** The body's `contact` is missing or not an object. */
export class ContactRequired extends DomainError {
  readonly messages = ['Contact parameter is required.'];
}

/** The e-mail address is blank or malformed. */
export class EmailNotValid extends DomainError {
  readonly messages = ['Email does not appear to be valid'];
}

/** The address is the current one of a customer of this fan club. */
export class AlreadyMember extends DomainError {
  readonly messages: readonly string[];

  constructor(fanclubName: string) {
    super();
    this.messages = [`Email is already subscribed as a member of ${fanclubName}`];
  }
}

/** The address is on the fan club's contact list, confirmed or not. */
export class AlreadySubscribed extends DomainError {
  readonly messages = ['You are already subscribed'];
}

/** The birthdate is not a date, or is in the future. */
export class BirthdateNotValid extends DomainError {
  readonly messages = ['Must enter a valid birthdate'];
}

/** The person is younger than the fan club's minimum age. */
export class NotOldEnough extends DomainError {
  readonly messages = ['You are not old enough'];
}
