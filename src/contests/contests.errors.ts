import { DomainError } from '#libs/envelope';

/** No published contest of this fan club has the id: absent, unpublished, another club's, or no id at all. */
export class NoContestFound extends DomainError {
  readonly messages = ['No contest found'];
}
