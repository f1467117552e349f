import { declareMails } from '#platform/mail';
import { TOKEN_LIFETIMES } from '#platform/tokens';

export const mails = declareMails({
  confirm_contact: {
    subject: 'Confirm that you want to hear from {{ fanclub.name }}',
    before:
      'Thank you for your interest in {{ fanclub.name }}! Please confirm that you want to hear from us.',
    button: 'Yes, keep me posted',
    after: [
      'The link works for {{ expires }}.',
      'If you did not sign up, you need not do anything: you will not hear from us again.',
    ],
    lifetime: TOKEN_LIFETIMES.confirm_contact,
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
