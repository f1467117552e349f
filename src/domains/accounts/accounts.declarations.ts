import { declareSecurityEvents } from '#platform/audit';

export const events = declareSecurityEvents({
  'account.confirmed': [],
  'account.created': [],
  'account.registered': [],
  'connection.removed': ['password_reset', 'recovered', 'unproven'],
  'email_change.by_staff': [],
  'email_change.confirmed': [],
  'email_change.requested': [],
  'email_change.undone': [],
  'login.failed': ['wrong_current_password'],
  'password.changed': [],
  'password_reset.done': [],
  'password_reset.requested': [],
  'sessions.ended': [
    'address_confirmed',
    'blacklisted',
    'ended_by_staff',
    'password_changed',
    'password_reset',
    'recovered',
    'registered',
  ],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}
