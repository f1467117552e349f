import { declareWebhooks } from '#platform/webhooks';

const example = { id: 42, registered: true, confirmed: true, blacklisted: false };
const personal = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  birthdate: '1990-12-10',
  username: null,
  lists_opt_in: false,
};

export const webhooks = declareWebhooks({
  'member.created': {
    description: 'Somebody registered, or bought a free plan without registering.',
    example: { ...example, confirmed: false },
    personal,
  },
  'member.confirmed': { description: 'A member confirmed the e-mail address.', example, personal },
  'member.updated': {
    description:
      'A name, birth date, user name or marketing consent changed; or the member registered, was blacklisted or is no longer so.',
    example,
    personal,
  },
  'member.email_changed': { description: 'The e-mail address of a member changed.', example, personal },
  'member.merged': {
    description: 'An account was merged into another one, which now has all that was here.',
    example: { id: 42, into: 43 },
  },
  'member.erased': {
    description: 'A member was erased. Erase what you have about the id.',
    example: { id: 42 },
  },
});

declare module '#platform/webhooks' {
  interface WebhookTypes extends Readonly<typeof webhooks> {}
}
