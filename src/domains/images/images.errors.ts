import { DomainError } from '#libs/envelope';

/** The fan club has no such picture. */
export class NoImageFound extends DomainError {
  readonly messages = ['There is no such picture.'];
  override readonly status = 404;
}
