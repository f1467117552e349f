import { EXAMPLE_PLAN, withPlanClass as print } from '#domains/plans';
import { declareWebhooks } from '#platform/webhooks';

const renewal = {
  id: 77,
  member_id: 42,
  membership_id: 512,
  state: 'announced',
  reason: null,
  automatic: true,
  plan: EXAMPLE_PLAN,
  order_id: null,
  charge_at: '2026-06-29T12:00:00+00:00',
  tries: 0,
};

export const webhooks = declareWebhooks({
  'renewal.announced': {
    description: 'The renewal of a membership was announced to its member.',
    example: renewal,
    print,
  },
  'renewal.failed': {
    description: 'A charge for a renewal was declined, or the renewal was given up.',
    example: { ...renewal, state: 'waiting', order_id: 99, tries: 1 },
    print,
  },
  'renewal.action_needed': {
    description: 'Only the member can continue a renewal, for example with another card.',
    example: { ...renewal, state: 'action_needed', reason: 'no_card' },
    print,
  },
  'renewal.stopped': {
    description: 'A renewal was stopped, by the member, by staff, or because it cannot go on.',
    example: { ...renewal, state: 'stopped', reason: 'opted_out' },
    print,
  },
});

declare module '#platform/webhooks' {
  interface WebhookTypes extends Readonly<typeof webhooks> {}
}
