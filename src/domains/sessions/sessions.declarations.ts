import { declareSecurityEvents } from '#platform/audit';

export const events = declareSecurityEvents({
  'login.failed': ['blacklisted', 'unconfirmed', 'unknown_account', 'unregistered', 'wrong_password'],
  'login.succeeded': ['password', 'provider'],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}
