import { DomainError } from '#libs/envelope';

/** An id of no completed order of the customer's, or no completed order at all. */
export class NoOrderFound extends DomainError {
  readonly messages = ['No order found'];
}
