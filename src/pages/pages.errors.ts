import { DomainError } from '#libs/envelope';

/** A form without a token that fits: it was open too long, in another window, or was not sent from a page of ours. */
export class FormOutOfDate extends DomainError {
  readonly messages = ['This form is out of date.'];
}
