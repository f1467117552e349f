import { declareAudits, declarePermissions, itemActions, MANAGERS, MASKED_READERS } from '#platform/staff';

export const permissions = declarePermissions({
  /** Viewers see the codes of ticket links masked. */
  'events.read': MASKED_READERS,
  'events.write': MANAGERS,
});

export const audits = declareAudits({
  event: [...itemActions('event'), 'events.imported'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
