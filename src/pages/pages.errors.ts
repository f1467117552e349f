import { DomainError } from '#libs/envelope';

/** The token of a form does not match: the form was open too long, or in another window, or is not one of ours. */
export class FormOutOfDate extends DomainError {
  readonly messages = ['This form is out of date.'];
}
