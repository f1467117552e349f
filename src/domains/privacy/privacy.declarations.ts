import { declareSecurityEvents } from '#platform/audit';

export const events = declareSecurityEvents({
  'account.erased': [],
  'erasure.cancelled': [],
  'erasure.confirmed': [],
  'erasure.requested': [],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}
