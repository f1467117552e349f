import { declareAudits, declarePermissions, itemActions, MANAGERS, READERS } from '#platform/staff';

export const permissions = declarePermissions({
  'events.read': READERS,
  'events.write': MANAGERS,
});

export const audits = declareAudits({
  event: [...itemActions('event'), 'events.imported'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
