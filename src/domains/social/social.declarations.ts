import { declareSecurityEvents } from '#platform/audit';

export const events = declareSecurityEvents({
  'connection.made': [],
  'connection.removed': ['deauthorized', 'disconnected'],
  'sessions.ended': ['deauthorized'],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}
