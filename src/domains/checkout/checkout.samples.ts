import { makersOf, type Samples } from '#samples';
import type { Order } from '#domains/orders/order.entity';
import { OrderGift } from './order-gift.entity';

const makers = makersOf({
  /** An order that was given away. */
  async orderGift({ order, ...overrides }: Partial<OrderGift> & { order?: Order } = {}): Promise<OrderGift> {
    const { id: orderId, fanclubId } = order ?? (await this.order());
    return this.save(OrderGift, { fanclubId, orderId, reason: `Reason ${this.seed().n}`, ...overrides });
  },
});

declare module '#samples' {
  interface Given extends CheckoutMakers {}
}
type CheckoutMakers = typeof makers;

export const samples: Samples = {
  makers,
  async statements({ given }) {
    const unpaid = { paidAt: null, checkoutReference: 'in euros', currency: 'EUR' };
    await given.order(unpaid);
    const { id: orderId } = await given.order();
    const { customerId } = await given.queuedSubscription({ orderId });
    return {
      'checkout.open_in_other_currency': { currency: 'USD' },
      'checkout.queued_plan': { customer: customerId },
    };
  },
  notFromCatalogue: ['order_gifts'],
  after: ['orders'],
  filteredById: {
    'checkout.parcel_of_buyer': 'the customer of the session',
    'checkout.queued_plan': 'the customer of the session',
  },
};
