import { declareMails } from '#platform/mail';
import { TOKEN_LIFETIMES } from '#platform/tokens';

export const mails = declareMails({
  confirm_address: {
    subject: 'Confirm your e-mail address for {{ fanclub.name }}',
    before: 'Welcome to {{ fanclub.name }}! Please confirm that this is your e-mail address.',
    button: 'Confirm my address',
    after: [
      'The link works for {{ expires }}.',
      'If you did not sign up, you need not do anything: without your confirmation nobody can use this address.',
    ],
    lifetime: TOKEN_LIFETIMES.confirm_address,
  },
  confirm_new_address: {
    subject: 'Confirm your new e-mail address for {{ fanclub.name }}',
    before:
      'Please confirm that your account at {{ fanclub.name }} is to use this e-mail address from now on.',
    button: 'Use this address',
    after: [
      'The link works for {{ expires }}. Until you confirm, your old address stays in use.',
      'If you did not ask for this, you need not do anything.',
    ],
    lifetime: TOKEN_LIFETIMES.confirm_new_address,
  },
  address_change_notice: {
    subject: 'Your e-mail address at {{ fanclub.name }} is about to change',
    before:
      'Somebody who is logged in to your account at {{ fanclub.name }}, or who works for it, asked to change its e-mail address. If it was you, you need not do anything. If it was not, take your account back: it keeps this address, you choose a new password, and everybody else is logged out.',
    button: 'Take my account back',
    after: ['The link works for {{ expires }}, and once, also after the address has been changed.'],
    lifetime: TOKEN_LIFETIMES.recover_account,
  },
  address_replaced: {
    subject: 'The e-mail address of your account at {{ fanclub.name }} was changed',
    before:
      '{{ fanclub.name }} was asked to change the e-mail address of your account, and has done so: mails go to another address from now on. If it was you who asked, you need not do anything. If it was not, take your account back: it gets this address again, you choose a new password, and everybody else is logged out.',
    button: 'Take my account back',
    after: ['The link works for {{ expires }}, and once.'],
    lifetime: TOKEN_LIFETIMES.recover_account,
  },
  address_removed: {
    subject: 'This e-mail address is not used at {{ fanclub.name }} any more',
    before:
      'This address was entered for an account at {{ fanclub.name }}, and was never confirmed. The account has another address now, and no more mails about it come here.',
    button: 'How {{ fanclub.name }} treats personal data',
    after: ['If this was your account, write to {{ fanclub.support_email }}.'],
  },
  address_set: {
    subject: 'Your account at {{ fanclub.name }} has this e-mail address now',
    before:
      '{{ fanclub.name }} was asked to change the e-mail address of your account to this one, and has done so. Log in with this address and your password. If you do not know the password, choose a new one.',
    button: 'Choose a new password',
    after: ['If you have no account at {{ fanclub.name }}, please tell us.'],
  },
  reset_password: {
    subject: 'Choose a new password for {{ fanclub.name }}',
    before: 'Somebody, probably you, asked for a new password for your account at {{ fanclub.name }}.',
    button: 'Choose a new password',
    after: [
      'The link works for {{ expires }}, and once.',
      'If you did not ask for this, you need not do anything: your password stays as it is.',
    ],
    lifetime: TOKEN_LIFETIMES.reset_password,
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
