import { DomainError } from '#libs/envelope';
import type { CodeKind } from './redeem-code.entity';

/** No code of the fan club is spelt like this. */
export class UnknownCode extends DomainError {
  readonly messages = ['Code is not one of ours. Check it, and type it again.'];
}

/** Staff have voided the code. */
export class CodeVoid extends DomainError {
  readonly messages = ['Code is no longer valid.'];
}

/** The code is a gift whose buyer disputes the payment. */
export class CodeDisputed extends DomainError {
  readonly messages = ['Code cannot be used at the moment. Ask the person who gave it to you.'];
}

/** The code cannot be used yet. */
export class CodeNotYetValid extends DomainError {
  readonly messages = ['Code is not valid yet.'];
}

/** The code can no longer be used. */
export class CodeExpired extends DomainError {
  readonly messages = ['Code has expired.'];
}

/** The code was used as often as it can be. */
export class CodeUsedUp extends DomainError {
  readonly messages = ['Code has been used already.'];
}

/** The member has used codes of the batch as often as one member can. */
export class CodeUsedByMember extends DomainError {
  readonly messages = ['Code is one that you have used already.'];
}

/** The code is for first orders, and the member has ordered before. */
export class FirstOrderOnly extends DomainError {
  readonly messages = ['Code is for the first order of a member only.'];
}

/** The code is for other plans, or for prices in another currency. */
export class CodeForOtherPlan extends DomainError {
  readonly messages = ['Code is not for this membership.'];

  /** @param kind of the code: a gift code always gives some plan */
  constructor(readonly kind: CodeKind) {
    super();
  }
}

/** The coupon takes nothing off the price, and covers no shipping that is charged. */
export class CodeWithoutDiscount extends DomainError {
  readonly messages = ['Code does not lower the price of this membership.'];
}

/** The fan club has withdrawn the plan of a gift. Staff can help. */
export class GiftWithdrawn extends DomainError {
  constructor(private readonly supportEmail: string) {
    super();
  }

  get messages(): string[] {
    return [`Code is for a membership that no longer exists. Write to ${this.supportEmail}.`];
  }
}

/** The errors by `CodeRefusal`. */
export const CODE_REFUSALS = {
  void: CodeVoid,
  disputed: CodeDisputed,
  not_yet: CodeNotYetValid,
  expired: CodeExpired,
  used_up: CodeUsedUp,
  used_by_member: CodeUsedByMember,
  not_first: FirstOrderOnly,
};
