import { declareAudits, declarePermissions, OWNER, READERS } from '#platform/staff';

export const permissions = declarePermissions({
  'retention.read': READERS,
  'retention.write': OWNER,
});

export const audits = declareAudits({
  retention: ['retention.changed', 'retention.removed'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
