import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import type { PublishedPlan } from '#domains/plans';
import { PaymentNotSetUp } from './checkout.errors';

/** An order that was placed and is not paid yet. */
export interface OrderAwaitingPayment {
  id: number;
  fanclub: FanclubInfo;
  customerId: number;
  /** The plan's package, if there is one, has the cost of shipping. */
  plan: PublishedPlan;
  /** The price for this buyer, without shipping: a decimal string. */
  price: string;
}

/**
 * The interface of a payment provider: bind an implementation to this class in the checkout module. When the provider reports a
 * payment, call `CheckoutService.settle`, which completes the order.
 */
export abstract class Payments {
  /** Whether the fan club can take payments. */
  abstract isSetUpFor(fanclub: FanclubInfo): Promise<boolean>;

  /**
   * Starts the payment of an order, or continues it, and returns the URL where the buyer pays. Called outside of transactions, and
   * only if {@link isSetUpFor} returned true.
   */
  abstract start(order: OrderAwaitingPayment): Promise<string>;
}

/** The default: no fan club can take payments. */
@Injectable()
export class NoPayments extends Payments {
  isSetUpFor(): Promise<boolean> {
    return Promise.resolve(false);
  }

  start(): Promise<string> {
    return Promise.reject(new PaymentNotSetUp());
  }
}
