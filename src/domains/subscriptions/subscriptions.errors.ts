import { DomainError } from '#libs/envelope';

/** An id of no subscription of the customer's. */
export class NoSubscriptionFound extends DomainError {
  readonly messages = ['No subscription found'];
}
