import { declareMails } from '#platform/mail';

/** Seconds for which the link of the mail works. */
export const LINK_LIFETIME = 48 * 60 * 60;

export const mails = declareMails({
  erasure_requested: {
    subject: 'Delete your account at {{ fanclub.name }}?',
    before:
      'Somebody, probably you, asked to delete your account at {{ fanclub.name }} with everything that it contains. Please confirm it.',
    button: 'Delete my account',
    after: [
      'The link works for {{ expires }}. After you have confirmed, you have seven days to change your mind.',
      'If you did not ask for this, you need not do anything: your account stays as it is.',
    ],
    lifetime: LINK_LIFETIME,
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
