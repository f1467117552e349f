import { DomainError } from '#libs/envelope';

/** What an erasure waits for. */
export interface Obstacle {
  readonly kind: 'payment' | 'parcel' | 'gift';
  readonly orderId: number;
}

const TEXTS: Readonly<Record<Obstacle['kind'], (order: number) => string>> = {
  payment: (order) => `Order ${order} waits for its payment, or for a refund.`,
  gift: (order) => `The gift of order ${order} has not been sent to its recipient.`,
  parcel: (order) => `The parcel of order ${order} has not been sent.`,
};

/** A payment is open, or a parcel or a gift has not been sent. The messages say which. */
export class ErasureRefused extends DomainError {
  readonly messages: readonly [string, ...string[]];

  constructor(obstacles: readonly [Obstacle, ...Obstacle[]]) {
    super();
    const [first, ...others] = obstacles.map(({ kind, orderId }) => TEXTS[kind](orderId));
    this.messages = [first, ...others];
  }
}

/** The fan club has no such customer, or erased them. */
export class NobodyToErase extends DomainError {
  readonly messages = ['There is no such member.'];
}

/** Why two accounts are not merged. The messages say what to do first. */
export class MergeRefused extends DomainError {
  constructor(readonly messages: readonly [string, ...string[]]) {
    super();
  }
}

/** The fan club has no such two customers, or one of them is empty already. */
export class NobodyToMerge extends DomainError {
  readonly messages = ['There are no two such members.'];
}
