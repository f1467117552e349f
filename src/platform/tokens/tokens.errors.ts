import { DomainError } from '#libs/envelope';

/** The link of a mail is unknown, expired, used or replaced by a newer one. The answer does not reveal which. */
export class LinkExpired extends DomainError {
  readonly messages = ['This link is no longer valid.'];
}
