import { EXAMPLE_PLAN, withPlanClass as print } from '#domains/plans';
import { declareWebhooks } from '#platform/webhooks';

const order = {
  id: 99,
  member_id: 42,
  kind: 'new',
  plan: EXAMPLE_PLAN,
  total: '20.00',
  currency: 'USD',
  receipt_number: 17,
  state: 'paid',
};

export const webhooks = declareWebhooks({
  'order.paid': { description: 'An order was paid, or placed if it costs nothing.', example: order, print },
  'order.refunded': {
    description: 'The payment of an order was refunded in full.',
    example: { ...order, state: 'refunded' },
    print,
  },
  'order.disputed': {
    description: 'A buyer disputed a payment at the bank.',
    example: { ...order, state: 'disputed' },
    print,
  },
  'shipment.shipped': {
    description: 'A parcel was sent.',
    example: {
      id: 31,
      order_id: 99,
      member_id: 42,
      plan: EXAMPLE_PLAN,
      ship_date: '2026-06-16',
      state: 'shipped',
    },
    personal: { tracking_url: 'https://parcels.example/1Z' },
    print,
  },
});

declare module '#platform/webhooks' {
  interface WebhookTypes extends Readonly<typeof webhooks> {}
}
