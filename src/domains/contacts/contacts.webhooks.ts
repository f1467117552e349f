import { declareWebhooks } from '#platform/webhooks';

const personal = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  birthdate: '1990-12-10',
};

export const webhooks = declareWebhooks({
  'contact.created': {
    description: 'Somebody signed up for the mailing list.',
    example: { id: 7, confirmed: false },
    personal,
  },
  'contact.confirmed': {
    description: 'A contact confirmed the e-mail address.',
    example: { id: 7, confirmed: true },
    personal,
  },
});

declare module '#platform/webhooks' {
  interface WebhookTypes extends Readonly<typeof webhooks> {}
}
