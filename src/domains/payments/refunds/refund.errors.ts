import { DomainError } from '#libs/envelope';

/** The order was not paid, so there is nothing to refund. */
export class NothingPaid extends DomainError {
  readonly messages = ['This order was not paid.'];
}

/** The buyer's bank decides about the money, so the provider refuses refunds. */
export class PaymentDisputed extends DomainError {
  readonly messages = ['The buyer disputes this payment. Wait until the dispute is decided.'];
}

/** The amount cannot be refunded. */
export class WrongRefundAmount extends DomainError {
  override readonly errors;

  /** @param left the amount that has not been refunded yet */
  constructor(private readonly left: string) {
    super();
    this.errors = { amount: [`must be more than 0, and not more than ${left}`] };
  }

  get messages(): string[] {
    return [
      `The amount must be more than 0, and not more than ${this.left}, which has not been refunded yet.`,
    ];
  }
}

/** The bought gift was redeemed, or is being redeemed, so its code cannot be voided. */
export class GiftRedeemed extends DomainError {
  readonly messages = [
    'This gift was redeemed, or is being redeemed. The membership that it gave stays. To return the money all the same, choose to keep the membership.',
  ];
  override readonly errors = { effect: ['must be keep, because the gift was redeemed'] };
}

/** The order has no queued membership. */
export class NothingQueued extends DomainError {
  readonly messages = ['This order has no membership that is still to begin.'];
  override readonly errors = { effect: ['needs a membership that is still to begin'] };
}

/** The order was no upgrade, so nothing can be restored. */
export class NothingToRestore extends DomainError {
  readonly messages = ['This order replaced no membership, so none can be restored.'];
  override readonly errors = { effect: ['needs an order that replaced a membership'] };
}
