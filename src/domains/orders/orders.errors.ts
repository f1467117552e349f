import { DomainError } from '#libs/envelope';

/** The customer has no completed order with the id, or none at all. */
export class NoOrderFound extends DomainError {
  readonly messages = ['No order found'];
}
