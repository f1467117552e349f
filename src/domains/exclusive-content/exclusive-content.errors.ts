import { DomainError } from '#libs/envelope';

/** The customer has no such item: it does not exist, is of another fan club, or is not among the benefits of their membership. */
export class NoItemFound extends DomainError {
  readonly messages = ['This content is not part of your membership.'];
  override readonly status = 404;
}

/** The address of a download is over, was altered, or its customer may not have the item any more. */
export class DownloadRefused extends DomainError {
  readonly messages = [
    'This address no longer works. Open the page “Membership” and choose the file again. It lists what your membership includes now.',
  ];
  override readonly status = 403;
}
