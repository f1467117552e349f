import { DomainError } from '#libs/envelope';

/** The customer has no subscription with the id. */
export class NoSubscriptionFound extends DomainError {
  readonly messages = ['No subscription found'];
}
