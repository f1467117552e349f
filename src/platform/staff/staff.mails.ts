import { declareMails } from '#platform/mail';

const DAY = 24 * 3_600;

/** Seconds for which the link of a mail to staff can be used. */
export const STAFF_LINK_LIFETIME = 3 * DAY;

export const mails = declareMails({
  staff_invitation: {
    subject: 'Join the staff of {{ fanclub.name }}',
    before: 'You are invited to work on {{ fanclub.name }}. Set up how you log in, and you can start.',
    button: 'Join the staff',
    after: [
      'The link works for {{ expires }}, and once. Do not pass it on: whoever opens it first gets your access.',
      'If you do not know why you got this mail, you need not do anything.',
    ],
    lifetime: STAFF_LINK_LIFETIME,
    toStaff: true,
  },
  staff_reset: {
    subject: 'Set up again how you log in to {{ fanclub.name }}',
    before:
      'An owner of {{ fanclub.name }} has reset how you log in as staff. Your old passkeys and codes no longer work.',
    button: 'Set up my log-in',
    after: [
      'The link works for {{ expires }}, and once.',
      'If you did not ask for this, tell an owner of the fan club.',
    ],
    lifetime: STAFF_LINK_LIFETIME,
    toStaff: true,
  },
  staff_reset_notice: {
    subject: 'You reset how somebody logs in to {{ fanclub.name }}',
    before:
      'As an owner of {{ fanclub.name }} you reset how one of its staff logs in. The person was logged out and got a mail to set it up again.',
    button: 'See who works here',
    after: ['If it was not you, somebody else uses your access: end your other sessions under "My account".'],
    toStaff: true,
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
