import { DomainError } from '#libs/envelope';

/** The fan club has no plan with this id, or has withdrawn it. */
export class NoPlanFound extends DomainError {
  readonly messages = ['No plan found'];
}

/** The plan is not on sale, no upgrade leads to it, or the renewal cap is reached (contract 5.5). */
export class PlanNotAvailable extends DomainError {
  readonly messages = ['This plan is not available to you.'];
}

/** The buyer has an active subscription to this plan, and cannot renew it now. */
export class PlanAlreadyYours extends DomainError {
  readonly messages = ['You already have this plan.'];
}

/** The plan costs something, and the fan club cannot take payments. */
export class PaymentNotSetUp extends DomainError {
  readonly messages = ['Paying is not set up for this fan club yet.'];
}

/** The failures by `Availability`. */
export const REFUSALS = {
  already_yours: PlanAlreadyYours,
  not_available: PlanNotAvailable,
  payment_not_set_up: PaymentNotSetUp,
};

/** The order form was sent before, in another session. The text reveals nothing about the order, which may be another person's. */
export class OrderAlreadyPlaced extends DomainError {
  readonly messages = ['This order has already been placed.'];
}

/** The reference is malformed. */
export class InvalidReference extends DomainError {
  readonly messages = ['This form is no longer valid. Please load the page again.'];
}
