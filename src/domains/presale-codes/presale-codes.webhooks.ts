import { declareWebhooks } from '#platform/webhooks';

export const webhooks = declareWebhooks({
  'code.assigned': {
    description: 'A member was given a presale code. The code itself is never sent.',
    example: { id: 8, member_id: 42, pool: { id: 2, name: 'Tour 2026' }, assigned_by: 'member' },
  },
});

declare module '#platform/webhooks' {
  interface WebhookTypes extends Readonly<typeof webhooks> {}
}
