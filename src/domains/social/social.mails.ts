import { declareMails } from '#platform/mail';
import { TOKEN_LIFETIMES } from '#platform/tokens';

export const mails = declareMails({
  connection_notice: {
    subject: 'A social account was connected to your account at {{ fanclub.name }}',
    before:
      'Somebody who is logged in to your account at {{ fanclub.name }} connected a social account to it, and can now log in with that. If it was you, you need not do anything. If it was not, take your account back: all connections are removed, you choose a new password, and everybody else is logged out.',
    button: 'Take my account back',
    after: ['The link works for {{ expires }}, and once.'],
    lifetime: TOKEN_LIFETIMES.recover_account,
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
