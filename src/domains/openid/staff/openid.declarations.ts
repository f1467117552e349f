import { declareAudits, declarePermissions, MANAGERS, OWNER } from '#platform/staff';

export const permissions = declarePermissions({
  /** Applications in which members log in with their account. Changes need a recent proof. */
  'applications.read': MANAGERS,
  'applications.write': OWNER,
});

export const audits = declareAudits({
  application: [
    'application.created',
    'application.changed',
    'application.secret_rolled',
    'application.deleted',
  ],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
