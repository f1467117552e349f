import { BY_STAFF, makersOf, type Samples } from '#samples';
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
  notFromCatalogue: ['order_gifts'],
  filteredById: {
    'checkout.open_terms': 'the member in the path, who was held',
    'checkout.complete_order': 'the order that was just placed',
    'checkout.find_buyer': 'the customer of the session',
    'checkout.hold_buyer': 'the customer of the session',
  },
  notAsked: {
    'checkout.open_terms': BY_STAFF,
    'checkout.cancel_subscription': 'the buyer of an upgrade',
    'checkout.count_renewal': 'the buyer of a renewal',
    'checkout.find_order': 'the provider of payments',
    'checkout.keep_order': 'a buyer who comes back before registering',
    'checkout.queue_shipment': 'the buyer of a plan with a package',
    'unregistered_buyers.purge': 'a nightly job',
  },
};
