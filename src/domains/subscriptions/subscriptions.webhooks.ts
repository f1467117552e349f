import { EXAMPLE_PLAN, withPlanClass as print } from '#domains/plans';
import { declareWebhooks } from '#platform/webhooks';

const term = {
  id: 512,
  member_id: 42,
  plan: EXAMPLE_PLAN,
  order_id: 99,
  start_date: '2026-06-15T12:00:00+00:00',
  end_date: '2027-06-15T12:00:00+00:00',
};

export const webhooks = declareWebhooks({
  'membership.began': {
    description: 'A membership began: bought, given, redeemed, or bought earlier for now.',
    example: { ...term, state: 'active', trial: false },
    print,
  },
  'membership.upgraded': {
    description: 'A membership began that replaces one of another plan, which ended.',
    example: { ...term, state: 'active', replaces: 511 },
    print,
  },
  'membership.renewed': {
    description: 'A membership began that follows another one, or a trial.',
    example: { ...term, state: 'active', renews: 511 },
    print,
  },
  'membership.queued': {
    description: 'A membership was bought that begins later. `id` is the number of the queued membership.',
    example: { ...term, id: 61, state: 'queued' },
    print,
  },
  'membership.lapsed': {
    description: 'The term of a membership ended. It stays active until the end of its season’s extension.',
    example: { ...term, state: 'lapsed' },
    print,
  },
  'membership.ended': {
    description:
      'A membership is over, and its extension as well. A cancelled one has `membership.cancelled` instead.',
    example: { ...term, state: 'ended' },
    print,
  },
  'membership.cancelled': {
    description:
      'A membership was ended early, such as by a refund. If `queued` is true, it had not begun, and `id` is the number of the queued membership.',
    example: { ...term, state: 'cancelled', queued: false },
    print,
  },
});

declare module '#platform/webhooks' {
  interface WebhookTypes extends Readonly<typeof webhooks> {}
}
