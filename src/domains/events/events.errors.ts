import { DomainError } from '#libs/envelope';

/** No published event of this fan club has the id: absent, unpublished, another club's, or no id at all. */
export class NoEventFound extends DomainError {
  readonly messages = ['No event found'];
}
