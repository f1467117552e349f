import { DomainError } from '#libs/envelope';

/** The capacity of the plan is reached, or what is free belongs to the waiting list. */
export class PlanSoldOut extends DomainError {
  readonly messages = ['This plan is sold out.'];
}

/** The waiting list needs an e-mail address. */
export class WaitingNeedsAccount extends DomainError {
  readonly messages = ['Please log in or register first.'];
}

/** The link leads to a place that was used, left or deleted. */
export class NoPlaceFound extends DomainError {
  readonly messages = ['This place in the waiting list is no longer yours.'];
}
