import { DomainError } from '#libs/envelope';

/** The token of a form does not match: the form is old, was opened in another session, or is from another site. */
export class FormOutOfDate extends DomainError {
  readonly messages = ['This form is out of date.'];
}
