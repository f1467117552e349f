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

/** The order form was sent before, in another session. The text reveals nothing about the order, which may be another person's. */
export class OrderAlreadyPlaced extends DomainError {
  readonly messages = ['This order has already been placed.'];
}

/** The reference is malformed. */
export class InvalidReference extends DomainError {
  readonly messages = ['This form is no longer valid. Please load the page again.'];
}

/** The plan costs something, and the visitor has no account with an e-mail address. */
export class PayerRequired extends DomainError {
  readonly messages = ['Please log in or register first.'];
}

/** The package is sent somewhere, and the customer has no address. */
export class AddressRequired extends DomainError {
  readonly messages = ['Please enter the address to which we send the package.'];
}

/** The price is not the one that the form showed. */
export class PriceChanged extends DomainError {
  readonly messages = ['The price has changed. Please check it, and send the form again.'];
}

/** The money of an earlier order may still arrive, so no second order can take its place. */
export class PaymentPending extends DomainError {
  readonly messages = ['An earlier payment of yours is still being confirmed.'];

  constructor(readonly orderId: number) {
    super();
  }
}

/** The buyer has bought the plan already, and it begins later. */
export class PlanAlreadyQueued extends DomainError {
  readonly messages = ['You have bought this plan already. It begins when your present membership ends.'];
}

/** Another membership was bought, and begins later. It would replace one that begins now. */
export class AnotherQueued extends DomainError {
  readonly messages = [
    'You have bought another membership, which is still to begin. You can change it then.',
  ];
}

/** An open or paid order renews the same membership. */
export class OrderInTheWay extends DomainError {
  readonly messages = ['Another order of yours for the same membership is not finished. Cancel it first.'];
}

/** The failures by `Availability`. */
export const REFUSALS = {
  already_yours: PlanAlreadyYours,
  not_available: PlanNotAvailable,
  payment_not_set_up: PaymentNotSetUp,
  already_queued: PlanAlreadyQueued,
  after_queued: AnotherQueued,
};
