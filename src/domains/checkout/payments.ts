import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import type { CataloguePlan } from '#domains/plans';
import { PaymentNotSetUp } from './checkout.errors';

/** An order that is placed and waits for its payment. */
export interface OrderAwaitingPayment {
  id: number;
  fanclub: FanclubInfo;
  customerId: number;
  /** Its package, if it has one, says what shipping costs. */
  plan: CataloguePlan;
  /** What the plan costs this buyer, who may be upgrading: a decimal string, without shipping. */
  price: string;
}

/**
 * Where a payment provider plugs in: bind an implementation to this class in the checkout module. The provider's notice that
 * an order was paid goes to `CheckoutService.settle`, which completes it as a free one is completed.
 */
export abstract class Payments {
  /** Whether the fan club can take money. */
  abstract isSetUpFor(fanclub: FanclubInfo): Promise<boolean>;

  /**
   * Begins the payment of an order, or leads back to the one begun, and returns the URL where the buyer pays. Called outside
   * of any transaction, only where {@link isSetUpFor} said yes.
   */
  abstract start(order: OrderAwaitingPayment): Promise<string>;
}

/** No fan club can take money. */
@Injectable()
export class NoPayments extends Payments {
  isSetUpFor(): Promise<boolean> {
    return Promise.resolve(false);
  }

  start(): Promise<string> {
    return Promise.reject(new PaymentNotSetUp());
  }
}
