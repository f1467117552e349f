import { DomainError } from '#libs/envelope';

/** The plan cannot be bought for somebody else: it is free, not on sale, or the buyer wants what only members can buy. */
export class NotAGift extends DomainError {
  readonly messages = ['This membership cannot be given as a present.'];
}

/** The code was redeemed, voided or disputed, or an order that waits for its payment has it. */
export class GiftNotReady extends DomainError {
  readonly messages = ['This gift can no longer be changed.'];
}

/** The mail of the gift was sent as often as it can be. */
export class TooManyMailings extends DomainError {
  readonly messages = ['The mail was sent often enough. Please print the card.'];
}
