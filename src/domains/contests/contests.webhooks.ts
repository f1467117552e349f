import { declareWebhooks } from '#platform/webhooks';

export const webhooks = declareWebhooks({
  'contest.closed': {
    description: 'Staff closed the entries of a contest for its draw.',
    example: { id: 5, name: 'Meet the band', state: 'closed' },
  },
  'contest.drawn': {
    description: 'The winners of a contest were drawn.',
    example: { id: 5, draw_id: 4, entries: 120, state: 'drawn' },
  },
  'contest.winner_confirmed': {
    description: 'A winner confirmed the prize.',
    example: { id: 5, winner_id: 9, entry_id: 301, member_id: 42, rank: 1, state: 'confirmed' },
  },
});

declare module '#platform/webhooks' {
  interface WebhookTypes extends Readonly<typeof webhooks> {}
}
