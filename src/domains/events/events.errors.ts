import { DomainError } from '#libs/envelope';

/** No published event of this fan club has the id. */
export class NoEventFound extends DomainError {
  readonly messages = ['No event found'];
}
