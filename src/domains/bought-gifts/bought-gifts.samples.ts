import { makersOf, type Samples } from '#samples';
import type { Order } from '#domains/orders/order.entity';
import { BoughtGift } from './bought-gift.entity';

const makers = makersOf({
  /** What a buyer has said about a gift, without a mail. It is not sealed, so only statements can read it. */
  async boughtGift({
    order,
    ...overrides
  }: Partial<BoughtGift> & { order?: Order } = {}): Promise<BoughtGift> {
    const { id: orderId, fanclubId } = order ?? (await this.order({ kind: 'gift_purchase' }));
    return this.save(BoughtGift, {
      ...{ fanclubId, orderId, cardSealed: 'sealed', emailSealed: 'sealed', mailOn: null, mailedAt: null },
      mailings: 0,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends BoughtGiftsMakers {}
}
type BoughtGiftsMakers = typeof makers;

export const samples: Samples = {
  makers,
  after: ['orders', 'redeem-codes'],
  async member({ given, member: { order } }) {
    await given.boughtGift({ order });
    return {};
  },
  async statements({ given }) {
    const { orderId: order } = await given.boughtGift({ mailOn: '2026-06-15' });
    return { 'bought_gifts.take_mail': { order, today: '2026-06-16' } };
  },
  staff: {
    'GET /fanclubs/:fanclubId/orders/:id/gift': {
      permission: 'redeem_codes.read',
      request: ({ club }) => ({ params: { id: club.members[1].order.id } }),
    },
    'POST /fanclubs/:fanclubId/orders/:id/gift/mail': {
      permission: 'redeem_codes.write',
      audits: 'order',
      async request({ given }) {
        const { orderId } = await given.boughtGift();
        await given.redeemCode({ boughtOrderId: orderId, codeSealed: 'sealed' });
        return { params: { id: orderId }, body: {} };
      },
    },
  },
  notFromCatalogue: ['bought_gifts'],
};
