import { DomainError } from '#libs/envelope';

/** No plan of the fan club has this id, or the plan was withdrawn. */
export class NoPlanFound extends DomainError {
  readonly messages = ['No plan found'];
}

/** The buyer may not take this plan now: not on sale, no way up to it, or barred by the renewal cap (decisions 5.5). */
export class PlanNotAvailable extends DomainError {
  readonly messages = ['This plan is not available to you.'];
}

/** It is the plan of the buyer's active subscription, and there is nothing to renew. */
export class PlanAlreadyYours extends DomainError {
  readonly messages = ['You already have this plan.'];
}

/** Something is to be paid, and the fan club cannot take payments. */
export class PaymentNotSetUp extends DomainError {
  readonly messages = ['Paying is not set up for this fan club yet.'];
}

/**
 * The order form was sent before, and not in the session of this visitor. Says nothing else: it opens no session and names
 * no order, for it may be somebody else's.
 */
export class OrderAlreadyPlaced extends DomainError {
  readonly messages = ['This order has already been placed.'];
}

/** The reference is none that an offer came with. */
export class InvalidReference extends DomainError {
  readonly messages = ['This form is no longer valid. Please load the page again.'];
}
