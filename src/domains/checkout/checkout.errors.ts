import { DomainError } from '#libs/envelope';
import { PaymentNotSetUp } from '#domains/payments';
import { PlanSoldOut } from '#domains/stock';

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

/** The order form was sent before, in another session. The text reveals nothing about the order, which may belong to another person. */
export class OrderAlreadyPlaced extends DomainError {
  readonly messages = ['This order has already been placed.'];
}

/** The reference is malformed. */
export class InvalidReference extends DomainError {
  readonly messages = ['This form is no longer valid. Please load the page again.'];
}

/** The plan has a package, and the customer has no address. */
export class AddressRequired extends DomainError {
  readonly messages = ['Please enter the address to which we send the package.'];
}

/** The price differs from the one on the form. */
export class PriceChanged extends DomainError {
  readonly messages = ['The price has changed. Please check it, and send the form again.'];
}

/** The money of an earlier order may still arrive, so no second order can replace it. */
export class PaymentPending extends DomainError {
  readonly messages = ['An earlier payment of yours is still being confirmed.'];

  constructor(readonly orderId: number) {
    super();
  }
}

/** The buyer has bought the plan, and it has not begun. */
export class PlanAlreadyQueued extends DomainError {
  readonly messages = ['You have bought this plan already. It begins when your present membership ends.'];
}

/** The buyer has bought another membership that begins later, and would replace one that begins now. */
export class AnotherQueued extends DomainError {
  readonly messages = [
    'You have bought another membership, which is still to begin. You can change it then.',
  ];
}

/** A gift cannot follow a membership that never ends. */
export class MembershipNeverEnds extends DomainError {
  readonly messages = ['Your membership never ends, so nothing can begin after it.'];
}

/** The plan ends with its season, which is over when the membership would begin. */
export class SeasonOver extends DomainError {
  readonly messages = ['The season of this plan is over by then.'];
}

/** An open or paid order renews the same membership. */
export class OrderInTheWay extends DomainError {
  readonly messages = ['Another order of yours for the same membership is not finished. Cancel it first.'];
}

/** The errors by `Availability`. */
export const REFUSALS = {
  already_yours: PlanAlreadyYours,
  not_available: PlanNotAvailable,
  sold_out: PlanSoldOut,
  payment_not_set_up: PaymentNotSetUp,
  already_queued: PlanAlreadyQueued,
  after_queued: AnotherQueued,
  never_ends: MembershipNeverEnds,
  season_over: SeasonOver,
};
