import { declareMails } from '#platform/mail';

const SAMPLE: { readonly name: string } = { name: 'Forum' };

export const mails = declareMails({
  webhook_switched_off: {
    subject: 'A webhook of {{ fanclub.name }} was switched off',
    before:
      'Your webhook endpoint "{{ webhook.name }}" has failed for three days, so nothing is sent to it any more. Its messages wait.',
    button: 'See what failed',
    after: [
      'Once the receiver works, switch the endpoint on again. It then gets its messages of the last 30 days in order.',
    ],
    toStaff: true,
    sample: { webhook: SAMPLE },
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
